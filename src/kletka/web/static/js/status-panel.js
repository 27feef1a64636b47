// @ts-check
// The panel beside the board: whose turn it is, messages, choices.

import { byId, make } from "./dom.js";
import { playerName } from "./seats.js";
import { play } from "./sound.js";
import { say, spoken } from "./words.js";

/** @typedef {{text: string, act: () => unknown, primary?: boolean, hover?: () => void}} Choice */

export class StatusPanel {
  #status = byId("status");
  #message = byId("message");
  #choices = byId("choices");

  /** Show whose turn it is, or how the game ended. @param {import("./game-state.js").Game} game */
  status(game) {
    let [headline, why] = game.over ? ended(game) : [toMove(game), ""];
    if (why.startsWith(headline)) [headline, why] = [why, ""];
    this.#status.replaceChildren(
      headline,
      ...(why ? [make("span", { className: "why" }, why)] : []),
    );
    document.title = `${headline} · ${spoken(game.view.title)} · Kletka`;
  }

  /** Show a message; an empty one hides it. @param {string} text */
  showMessage(text) {
    this.#message.textContent = text;
    this.#message.classList.remove("wrong");
    this.#message.hidden = !text;
  }

  /**
   * Show why something is refused, with the rule that forbids it.
   * @param {string} text @param {number | null} [rule] @param {string | null} [link]
   * @returns {false}
   */
  refuse(text, rule, link) {
    this.showMessage(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}`);
    this.#message.classList.add("wrong");
    play("wrong");
    if (rule && link)
      this.#message.append(
        /[.!?]$/.test(text) ? " " : ". ",
        make("a", { href: link, target: "_blank" }, say("rule_link", { rule })),
      );
    return false;
  }

  /**
   * Show choices; none hide the list.
   * @param {string} [question] @param {Choice[]} [offered]
   */
  choices(question = "", offered = []) {
    const buttons = offered.map(({ text, act, primary, hover }) => {
      const button = make("button", { type: "button", className: primary ? "primary" : "" }, text);
      button.addEventListener("click", act);
      if (hover) for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, hover);
      return button;
    });
    this.#choices.replaceChildren(...(question ? [make("p", {}, question)] : []), ...buttons);
    this.#choices.hidden = !buttons.length;
  }

  /** Focus the first choice. */
  focusChoice() {
    this.#choices.querySelector("button")?.focus();
  }

  /** Mark the board as showing a turn that is not played yet, or not. @param {boolean} on */
  markPreview(on) {
    byId("board").classList.toggle("ghost", on);
  }
}

/** @param {import("./game-state.js").Game} game */
function toMove(game) {
  const { players, to_move: seat } = game.view;
  if (seat === null) return say("game_over"); // the result comes with the next event
  const player = players[seat];
  const passed = whoPassed(game);
  if (passed) return `${passed} ${ofMover(game, player)}`;
  const missing = players.find((/** @type {any} */ p) => !p.taken);
  if (missing) return say("waiting", { player: playerName(missing) });
  return ofMover(game, player);
}

/** @param {import("./game-state.js").Game} game @param {any} player the one to move */
function ofMover(game, player) {
  if (game.myTurn && game.playing.length === 1) return say("your_turn");
  if (player.bot) return say("bot_thinks", { player: spoken(player.colour) });
  if (player.name) return say("turn_of", { player: player.name });
  return say("turn_of_colour", { player: spoken(player.colour), of: spoken(player.of) });
}

/** Who has just passed, as a sentence; empty if nobody has. */
function whoPassed(/** @type {import("./game-state.js").Game} */ game) {
  const { players, turns, turn_seats: seats } = game.view;
  if (turns.at(-1) !== "pass") return "";
  const seat = seats.at(-1);
  if (game.mine.length === 1 && game.mine[0] === seat) return say("you_passed");
  return say("player_passed", { player: spoken(players[seat].colour) });
}

/** The headline of a finished game, and its reason. @param {import("./game-state.js").Game} game */
function ended(game) {
  const { winners, players, imported } = game.view;
  const reason = spoken(game.view.reason);
  if (!winners.length) return [say(imported ? "imported" : "game_over"), reason];
  const alone = game.mine.length === 1;
  if (winners.length === players.length) return [say("shared"), reason];
  if (alone && winners.length === 1)
    return [say(winners.includes(game.mine[0]) ? "you_won" : "you_lost"), reason];
  const names = winners.map((/** @type {number} */ seat) => playerName(players[seat]));
  if (names.length > 1) return [say("share_win", { players: names.join(", ") }), reason];
  return [say("wins", { player: names[0] }), reason];
}
