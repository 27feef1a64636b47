// @ts-check
// What happened turn by turn: each turn in words, and the score after it.

import { language, spoken } from "./words.js";

/** @typedef {{words: string, points: number[], stocks: Record<string, number>[]}} Row */

export class GameStory {
  /** The start, then one row for each turn. @type {Row[]} */
  #rows = [];

  /** @param {import("./game-state.js").Game} game */
  constructor(game) {
    this.game = game;
    const { points, stocks } = game.view;
    if (game.number === 0) this.#rows.push({ words: "", points, stocks });
  }

  /** Load what the page does not know yet. */
  async load() {
    if (this.#rows.length === this.game.number + 1) return;
    try {
      const answer = await fetch(`/g/${this.game.view.id}/story.json?lang=${language}`);
      if (answer.ok) this.#rows = await answer.json();
    } catch {
      // The page does without: it shows the notation, and the score of the newest position.
    }
  }

  /** An event has been applied to the game. @param {import("./game-state.js").Message} message */
  apply(message) {
    if (message.type === "takeback")
      this.#rows.length = Math.min(this.#rows.length, message.number + 1);
    if (message.type !== "turn" || this.#rows.length !== this.game.number) return;
    const { words, points, stocks } = message;
    this.#rows.push({ words: words ? spoken(words) : "", points, stocks });
  }

  /** A turn in words, or an empty text while it is not known. @param {number} number */
  words(number) {
    return this.#rows[number]?.words ?? "";
  }

  /** The turns after the first `since` up to `number` as sentences. */
  sentences(/** @type {number} */ since, /** @type {number} */ number) {
    return this.#rows
      .slice(since + 1, number + 1)
      .map((row) => row.words && `${row.words}.`)
      .join(" ");
  }

  /** The score after so many turns: points and stocks. @param {number} number */
  score(number) {
    return number === this.game.number ? this.game.view : (this.#rows[number] ?? this.game.view);
  }
}
