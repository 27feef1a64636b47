// @ts-check
// The buttons below the board: pass, take back, resign, rematch, and answers to offers.

import { byId } from "./dom.js";
import { playerName } from "./seats.js";
import { say } from "./words.js";

/** @typedef {import("./game-state.js").Game} Game */

export class Actions {
  #offering = false;

  /**
   * @param {Game} game @param {import("./game-connection.js").GameConnection} connection
   * @param {import("./status-panel.js").StatusPanel} panel @param {import("./turn-input.js").TurnInput} turnInput
   */
  constructor(game, connection, panel, turnInput) {
    this.game = game;
    this.connection = connection;
    this.panel = panel;
    this.turnInput = turnInput;
    byId("pass").addEventListener("click", () => turnInput.pass());
    byId("takeback").addEventListener("click", () => this.#ask({ do: "takeback" }));
    byId("rematch").addEventListener("click", () => this.#rematch());
    byId("resign").addEventListener("click", () => {
      dialog("sure").returnValue = ""; // otherwise Esc would repeat the last answer
      dialog("sure").showModal();
    });
    dialog("sure").addEventListener("close", () => this.#resign());
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll("[data-copy]")
    ))
      button.addEventListener("click", () => copy(button));
  }

  /** Show the buttons that can be used now. */
  update() {
    const { game } = this;
    const { view, playing } = game;
    byId("pass").hidden = !(game.myTurn && view.can_pass);
    byId("takeback").hidden =
      !playing.length || !playing.some((seat) => view.turn_seats.includes(seat));
    byId("resign").hidden = !playing.length;
    byId("rematch").hidden = !(game.over && !view.imported && (view.rematch || game.mine.length));
    byId("to-review").hidden = byId("to-analysis").hidden = !game.over || !game.number;
    const label = byId("rematch").querySelector("span");
    if (label) label.textContent = say(view.rematch ? "to_rematch" : "rematch");
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll("[data-invites]")
    ))
      row.hidden = view.players[Number(row.dataset.invites)].taken;
    const invite = document.getElementById("invite");
    if (invite) invite.hidden = view.players.every((/** @type {any} */ player) => player.taken);
    this.#showOffers();
  }

  #showOffers() {
    const { game } = this;
    const open = game.mine.length ? game.view.offer : null;
    if (open) this.#showOffer(open.offer, open.seats);
    else if (this.#offering) this.turnInput.remind();
    this.#offering = Boolean(open);
  }

  /** @param {string} offer @param {number[]} seats the seats that have agreed so far */
  #showOffer(offer, seats) {
    const { game, panel } = this;
    const no = { text: say("decline"), act: () => this.#ask({ do: "decline", offer }) };
    const yes = {
      text: say("accept"),
      primary: true,
      act: () => this.#ask({ do: "accept", offer }),
    };
    const player = playerName(game.view.players[seats[0]]);
    if (seats.some((seat) => game.mine.includes(seat)))
      panel.choices(say(`${offer}_asked`), [{ ...no, text: say("give_up_turn") }]);
    else panel.choices(say(`${offer}_offered`, { player }), [yes, no]);
  }

  #resign() {
    if (dialog("sure").returnValue !== "yes") return;
    const { to_move: mover } = this.game.view;
    const { playing } = this.game;
    this.#ask({ do: "resign", seat: playing.includes(mover) ? mover : playing[0] });
  }

  #rematch() {
    const { rematch } = this.game.view;
    if (rematch) location.assign(`/g/${rematch}`);
    else this.#ask({ do: "rematch" });
  }

  /** @param {Record<string, any>} message */
  async #ask(message) {
    const answer = await this.connection.ask(message);
    if (!answer || answer.type === "lost") this.panel.refuse(say("not_sent"));
    else if (answer.type === "refused") this.panel.refuse(answer.text);
  }
}

/** @param {string} id */
export function dialog(id) {
  return /** @type {HTMLDialogElement} */ (byId(id));
}

/** Copy the field that a button belongs to. @param {HTMLElement} button */
async function copy(button) {
  const field = /** @type {HTMLInputElement} */ (byId(button.dataset.copy ?? ""));
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // works without https too
  }
  const before = button.textContent;
  button.textContent = say("copied");
  setTimeout(() => (button.textContent = before), 1500);
}
