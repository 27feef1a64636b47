// @ts-check
// Keyboard input: arrow keys move on the board or through the turns, letters do the rest.

import { byId } from "./dom.js";
import { say, spoken } from "./words.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The object that handles input on the board.
 * @typedef {Pick<import("./turn-input.js").TurnInput,
 *   "underWay" | "cell" | "move" | "drag" | "hover" | "hoverCell" | "cancel" | "finish">} Choice */
/** @typedef {{[part in keyof Choice]: Choice[part] extends (...given: infer Given) => unknown ?
 *   (...given: Given) => unknown : Choice[part]}} BoardInput */
/**
 * @typedef {{board: import("./board.js").Board, turnInput: BoardInput,
 *   game: import("./game-state.js").Playable, walk: (step: number) => void}} Parts
 */

export class Keyboard {
  /** The cell that Tab goes to. @type {string | null} */
  #home = null;

  /** @param {Parts} parts */
  constructor(parts) {
    this.parts = parts;
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** The board was drawn: label its cells for screen readers and make one reachable by Tab. */
  enter() {
    const { board, game } = this.parts;
    for (const [name, cell] of board.cells) cell.setAttribute("aria-label", this.#label(name));
    const names = [...board.cells.keys()];
    if (!this.#home || !board.cells.has(this.#home)) this.#home = names[names.length >> 1] ?? null;
    if (this.#home) board.cells.get(this.#home)?.setAttribute("tabindex", "0");
    board.frame.classList.toggle("past", game.shown !== null);
  }

  /** A cell has the focus: Tab will come back to it. @param {string} name */
  focus(name) {
    const { board } = this.parts;
    if (this.#home) board.cells.get(this.#home)?.setAttribute("tabindex", "-1");
    this.#home = name;
    board.cells.get(name)?.setAttribute("tabindex", "0");
  }

  /** @param {string} name */
  #label(name) {
    const { board, game } = this.parts;
    const words = [name];
    const owner = board.owners.get(name);
    if (owner !== undefined) words.push(spoken(game.view.players[owner].colour));
    const secret = board.frame.classList.contains("secret"); // the visitor is to find them
    if (board.placements.has(name) && !secret) words.push(say("cell_can"));
    if (board.from(name).length && !secret) words.push(say("cell_from"));
    return words.join(", ");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, textarea, select, dialog")) return;
    const cell = target.dataset?.cell;
    const done = cell
      ? this.#onBoard(event.key, cell) || this.#anywhere(event.key)
      : this.#anywhere(event.key);
    if (done) event.preventDefault();
  }

  /** @param {string} key @param {string} cell */
  #onBoard(key, cell) {
    const { turnInput } = this.parts;
    if (key in ARROWS) this.#step(cell, ARROWS[key]);
    else if (key === "Enter") turnInput.cell(cell);
    else if (key === " ") turnInput.cell(cell, true);
    else return false;
    return true;
  }

  /** @param {string} key */
  #anywhere(key) {
    const { turnInput, walk } = this.parts;
    switch (key) {
      case "ArrowLeft":
        walk(-1);
        break;
      case "ArrowRight":
        walk(1);
        break;
      case "Home":
        walk(-Infinity);
        break;
      case "End":
        walk(Infinity);
        break;
      case "Escape":
        if (!turnInput.underWay) return false;
        turnInput.cancel();
        break;
      case "e":
        turnInput.finish();
        break;
      case "f":
        press("rotate");
        break;
      case "t":
        press("territory");
        break;
      case "h":
        press("hint");
        break;
      case "g":
        press("group");
        break;
      case "?":
        press("keys");
        break;
      default:
        return false;
    }
    return true;
  }

  /**
   * Go to the nearest cell in a direction.
   * @param {string} from @param {[number, number]} way
   */
  #step(from, [dx, dy]) {
    const { board } = this.parts;
    const start = centre(board.cells.get(from));
    let best = /** @type {SVGElement | null} */ (null);
    let least = Infinity;
    for (const cell of board.cells.values()) {
      const there = centre(cell);
      const along = (there.x - start.x) * dx + (there.y - start.y) * dy;
      const aside = Math.abs((there.x - start.x) * dy) + Math.abs((there.y - start.y) * dx);
      if (along < 5 || aside > along) continue;
      const cost = along + 2 * aside;
      if (cost < least) [least, best] = [cost, cell];
    }
    best?.focus();
  }
}

/** @param {SVGElement | undefined} cell */
function centre(cell) {
  const box = /** @type {SVGGraphicsElement} */ (cell).getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Press a button of the page, if it can be seen. @param {string} id */
function press(id) {
  const button = document.getElementById(id);
  if (button?.checkVisibility()) button.click();
}

/** Announce a text to screen readers. @param {string} text */
export function announce(text) {
  byId("announce").textContent = text;
}
