// @ts-check
// Choosing opponents' pieces, by mouse or by keys, to see the inventor's numbers for an attack on
// them. All other input on the board is played as usual.

import { byId } from "./dom.js";
import { say } from "./words.js";

export class GroupChoice {
  /** Whether a click on an opponent's piece chooses it. */
  on = false;
  /** @type {Set<string>} */
  #chosen = new Set();
  #button = byId("group");
  #text = byId("group-text");

  /**
   * `changed` is called when other pieces are chosen.
   * @param {{board: import("./board.js").Board, turnInput: import("./turn-input.js").TurnInput,
   *   game: import("./game-state.js").Playable, changed: () => void}} parts
   */
  constructor(parts) {
    this.parts = parts;
    this.#button.addEventListener("click", () => this.switch(!this.on));
  }

  /** The chosen pieces that the player to move can attack; undefined if there are none. */
  get names() {
    const names = [...this.#chosen].filter((name) => this.#canChoose(name));
    return this.on && names.length ? names : undefined;
  }

  /** @param {boolean} on */
  switch(on) {
    if (on === this.on) return;
    this.on = on;
    this.#chosen.clear();
    this.#button.setAttribute("aria-pressed", String(on));
    this.show();
    this.parts.changed();
  }

  /** Mark the chosen pieces on the board, and name them beside it. */
  show() {
    const names = this.names ?? [];
    this.parts.board.markChosen(names);
    this.#text.hidden = !this.on;
    this.#text.textContent = names.length
      ? say("group_chosen", { cells: names.join(", ") })
      : say("group_empty");
  }

  /** Whether there is an opponent's piece in a cell. @param {string} cell */
  #canChoose(cell) {
    const owner = this.parts.board.owners.get(cell);
    return owner !== undefined && owner !== this.parts.game.view.to_move;
  }

  // Input on the board.

  get underWay() {
    return this.on || this.parts.turnInput.underWay;
  }

  /** @param {string} cell @param {boolean} [onward] */
  cell(cell, onward) {
    if (!this.on || !this.#canChoose(cell)) return this.parts.turnInput.cell(cell, onward);
    if (!this.#chosen.delete(cell)) this.#chosen.add(cell);
    this.show();
    this.parts.changed();
  }

  /** @param {string} move */
  move(move) {
    return this.parts.turnInput.move(move);
  }

  /** @param {string} from @param {string} to */
  drag(from, to) {
    return this.parts.turnInput.drag(from, to);
  }

  /** @param {string | null} move */
  hover(move) {
    this.parts.turnInput.hover(move);
  }

  /** @param {string} cell */
  hoverCell(cell) {
    this.parts.turnInput.hoverCell(cell);
  }

  /** Esc cancels an unfinished turn first, then the choice of pieces. */
  cancel() {
    if (this.parts.turnInput.underWay) return this.parts.turnInput.cancel();
    this.switch(false);
  }

  finish() {
    return this.parts.turnInput.finish();
  }
}
