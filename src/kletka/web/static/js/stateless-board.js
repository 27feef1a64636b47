// @ts-check
// A board without a game: requests carry the position. It has the interface of a game's
// connection, so that `TurnInput` works with both.

import { answerHere } from "./device-engine.js";
import { language } from "./words.js";

/** @typedef {Record<string, any>} Message */

/**
 * Post JSON to the server and return its answer. If it does not answer, this device does, or null.
 * @param {string} path @param {Message} body
 * @returns {Promise<Message | null>}
 */
export async function post(path, body) {
  const response = (await askServer(path, body)) ?? (await answerHere(path, body));
  return response?.error ? { type: "refused", ...response.error } : response;
}

/** @param {string} path @param {Message} body @returns {Promise<Message | null>} */
async function askServer(path, body) {
  try {
    const answer = await fetch(`${path}?lang=${language}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    return await answer.json();
  } catch {
    return null;
  }
}

export class StatelessConnection {
  /**
   * @param {() => {position: string, last: string | null, before?: string}} where the position
   *   on the board, the turn that led to it, and the position before that turn
   * @param {(turn: string) => Promise<Message | null>} play what a whole turn does
   */
  constructor(where, play) {
    this.where = where;
    this.play = play;
  }

  /** Answer the requests that `TurnInput` sends to a connection. @param {Message} message */
  async ask(message) {
    if (message.do === "turn") return this.play(message.turn);
    const { steps, turned = 0, territory = false } = message;
    const tried = await post("/board", { ...this.where(), steps, turned, territory });
    return tried && { type: "tried", ...tried };
  }
}

/** The game that `TurnInput` and `Keyboard` expect, for a board without one. */
export class StatelessGame {
  /** @param {Message} view with `moves_kind`, `players` and `to_move` */
  constructor(view) {
    this.view = view;
    this.shown = /** @type {number | null} */ (null);
    this.number = 0;
    /** Whether nothing can be played now. */
    this.closed = false;
  }

  get over() {
    return this.closed;
  }

  get myTurn() {
    return !this.closed;
  }

  get mine() {
    return [...this.view.players.keys()];
  }
}
