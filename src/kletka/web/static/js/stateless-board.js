// @ts-check
// A board of no game: the server tells what a position looks like and what may be played in it.
// It stands where a game page has its live connection, so that `TurnInput` works alike on both.

import { language } from "./words.js";

/** @typedef {Record<string, any>} Message */

/**
 * Send something to the server and read its answer; null if it is away.
 * @param {string} path @param {Message} body
 * @returns {Promise<Message | null>}
 */
export async function post(path, body) {
  try {
    const answer = await fetch(`${path}?lang=${language}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const response = await answer.json();
    return response.error ? { type: "refused", ...response.error } : response;
  } catch {
    return null;
  }
}

export class StatelessConnection {
  /**
   * @param {() => {position: string, last: string | null}} where the position on the board
   * @param {(turn: string) => Promise<Message | null>} play what a whole turn does
   */
  constructor(where, play) {
    this.where = where;
    this.play = play;
  }

  /** What `GameConnection` is asked by those who choose a turn. @param {Message} message */
  async ask(message) {
    if (message.do === "turn") return this.play(message.turn);
    const { steps, turned = 0, territory = false } = message;
    const tried = await post("/board", { ...this.where(), steps, turned, territory });
    return tried && { type: "tried", ...tried };
  }
}

/** What `TurnInput` and `Keyboard` need to know of a game, for a board that is none. */
export class StatelessGame {
  /** @param {Message} view with `moves_kind`, `players`, and who is `to_move` */
  constructor(view) {
    this.view = view;
    this.shown = /** @type {number | null} */ (null);
    this.number = 0;
    /** Whether nothing may be played now. */
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
