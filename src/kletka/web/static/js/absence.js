// @ts-check
// Absent and slow opponents in words, and what can be done: wait, remind, send the link, claim.

import { byId } from "./dom.js";
import { announce } from "./keyboard.js";
import { playerName } from "./seats.js";
import { play } from "./sound.js";
import { say, spoken } from "./words.js";

const MINUTE = 60000;
const GRACE = 5000; // milliseconds in which a page may be loaded again
const SLOW = MINUTE; // a player who thinks for so long may be reminded

/** @typedef {import("./game-state.js").Message} Message */

export class Absence {
  #box = byId("absence");
  #text = byId("absence-text");
  #heardAt = performance.now();
  #turnAt = performance.now();
  #number = -1;

  /**
   * @param {import("./game-state.js").Game} game
   * @param {import("./game-connection.js").GameConnection} connection
   * @param {import("./status-panel.js").StatusPanel} panel
   */
  constructor(game, connection, panel) {
    this.game = game;
    this.connection = connection;
    this.panel = panel;
    byId("remind").addEventListener("click", () => this.#remind());
    byId("send-link").addEventListener("click", () => this.#sendLink());
    byId("claim").addEventListener("click", () => this.#ask("claim"));
    setInterval(() => this.update(), 1000);
    this.showReminder();
  }

  /** Presence has changed. @param {Message} message */
  hear({ away, claim }) {
    this.game.view.claim = claim;
    away.forEach((/** @type {number | null} */ gone, /** @type {number} */ seat) => {
      this.game.view.players[seat].away = gone;
    });
    this.#heardAt = performance.now();
    this.update();
  }

  /** The visitor was reminded of the turn: say so, unless the turn is played by now. */
  showReminder() {
    const { reminder, players } = this.game.view;
    if (!reminder || !this.game.myTurn || !this.game.mine.includes(reminder.seat)) return;
    const words = say("reminded_you", { player: playerName(players[reminder.by]) });
    this.panel.showMessage(words);
    announce(words);
    play("theirs");
  }

  update() {
    const { game } = this;
    if (game.number !== this.#number) {
      this.#number = game.number;
      this.#turnAt = performance.now();
    }
    const absent = game.over ? [] : this.#absent();
    const awaited = this.#awaited();
    const sentences = absent.map(([player, gone]) => awayWords(player, gone));
    const claim = awaited && absent.some(([player]) => player === awaited) ? game.view.claim : null;
    const left = claim ? Math.max(0, claim.wait - (performance.now() - this.#heardAt)) : 0;
    if (claim) sentences.push(this.#claimWords(left));
    else if (absent.length && game.myTurn) sentences.push(say("away_your_turn"));
    const slow = awaited && !absent.length && performance.now() - this.#turnAt > SLOW;
    if (slow) sentences.push(say("still_thinking", { player: playerName(awaited) }));
    const text = sentences.join(" ");
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#box.hidden = !text;
    const isAway = awaited && absent.some(([player]) => player === awaited);
    byId("remind").hidden = byId("send-link").hidden = !(isAway || slow);
    this.#showClaim(Boolean(claim) && left === 0);
  }

  /** @param {boolean} possible */
  #showClaim(possible) {
    const button = byId("claim");
    if (possible && button.hidden) {
      button.textContent = this.#alone ? say("claim_win") : say("go_on_without");
      announce(this.#text.textContent ?? "");
    }
    button.hidden = !possible;
  }

  /** Whether a claim leaves one player only. */
  get #alone() {
    const { players } = this.game.view;
    return players.filter((/** @type {Message} */ player) => !player.retired).length === 2;
  }

  /** @param {number} left milliseconds */
  #claimWords(left) {
    const minutes = Math.ceil(left / MINUTE);
    if (this.#alone) return minutes ? say("claim_win_in", { minutes }) : say("claim_win_now");
    return minutes ? say("go_on_in", { minutes }) : say("go_on_now");
  }

  /** The other people who are away, and for how long. @returns {[Message, number][]} */
  #absent() {
    const passed = performance.now() - this.#heardAt;
    const { players, imported } = this.game.view;
    return players
      .filter(
        (/** @type {Message} */ { seat, away, retired }) =>
          !imported && away !== null && !retired && !this.game.mine.includes(seat),
      )
      .map((/** @type {Message} */ player) => [player, player.away + passed])
      .filter((/** @type {[Message, number]} */ [, gone]) => gone >= GRACE);
  }

  /** The person elsewhere whom the visitor's own game waits for, or null. */
  #awaited() {
    const { to_move: seat, players } = this.game.view;
    if (!this.game.playing.length || seat === null || this.game.mine.includes(seat)) return null;
    const player = players[seat];
    return player.bot || player.retired || !player.taken ? null : player;
  }

  async #remind() {
    if (await this.#ask("remind")) this.panel.showMessage(say("reminder_sent"));
  }

  /** Ask the server; true if it agreed. @param {string} what */
  async #ask(what) {
    const answer = await this.connection.ask({ do: what });
    if (!answer || answer.type === "lost") return this.panel.refuse(say("not_sent"));
    return answer.type === "refused" ? this.panel.refuse(answer.text) : true;
  }

  /** Send the address of the game to somebody who is elsewhere. */
  async #sendLink() {
    const url = new URL(`/g/${this.game.view.id}`, location.href).href;
    const text = say("your_turn_in", { game: spoken(this.game.view.title) });
    try {
      if (navigator.share) await navigator.share({ text, url });
      else {
        await navigator.clipboard.writeText(`${text} ${url}`);
        this.panel.showMessage(say("link_copied"));
      }
    } catch {
      this.panel.showMessage(url); // it was cancelled, or is not allowed here: copy it by hand
    }
  }
}

/** @param {Message} player @param {number} gone milliseconds */
function awayWords(player, gone) {
  const minutes = Math.floor(gone / MINUTE);
  return say(minutes ? "away_for" : "away_now", { player: playerName(player), minutes });
}
