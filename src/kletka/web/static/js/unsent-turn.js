// @ts-check
// A turn that could not be sent is kept, and sent when the connection is back, if it still fits.

import { say } from "./words.js";

/** @typedef {import("./game-state.js").Message} Message */
/** @typedef {{number: number, turn: string}} Unsent */

/** Stands between `TurnInput` and the connection of a game. */
export class UnsentTurn {
  /**
   * @param {import("./game-state.js").Game} game
   * @param {import("./game-connection.js").GameConnection} connection
   * @param {import("./status-panel.js").StatusPanel} panel
   */
  constructor(game, connection, panel) {
    this.game = game;
    this.connection = connection;
    this.panel = panel;
    this.key = `kletka-unsent-${game.view.id}`;
  }

  /** @param {Message} message @returns {Promise<Message | null>} */
  async ask(message) {
    const answer = await this.connection.ask(message);
    if (message.do !== "turn" || (answer && answer.type !== "lost")) return answer;
    const { number, turn } = message;
    if (!this.#keep({ number, turn })) return answer;
    return { type: "refused", text: say("turn_waits", { turn }) };
  }

  /** The turn that waits, or null. @returns {Unsent | null} */
  get waiting() {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "null");
    } catch {
      return null;
    }
  }

  /** The connection is there: send what waits for it. */
  async send() {
    const waiting = this.waiting;
    if (!waiting) return;
    const answer = await this.connection.ask({ do: "turn", ...waiting });
    if (!answer || answer.type === "lost") return; // it waits on
    this.forget();
    const { number, turn } = waiting;
    if (answer.type === "turn") this.panel.showMessage("");
    else if (this.game.view.turns[number] !== turn)
      // The first try may have arrived, and only its answer was lost.
      this.panel.refuse(answer.code === "stale" ? say("turn_too_late", { turn }) : answer.text);
  }

  forget() {
    try {
      localStorage.removeItem(this.key);
    } catch {
      // Storage may be blocked; then nothing is kept either.
    }
  }

  /** Whether it can be kept. @param {Unsent} unsent */
  #keep(unsent) {
    try {
      localStorage.setItem(this.key, JSON.stringify(unsent));
      return true;
    } catch {
      return false;
    }
  }
}
