// @ts-check
// Enlarges a board whose cells are too small for a finger. A finger then moves it about.

import { make } from "./dom.js";
import { say } from "./words.js";

const ROOM = 1.2; // enlarged cells are a little larger than they must be
const PULL = 10; // pixels after which a touch moves the board

export class TouchZoom {
  #scale = 1;
  #left = 0;
  #top = 0;
  #pull = /** @type {{x: number, y: number} | null} */ (null);
  /** Whether the last touch moved the board. */
  pulled = false;
  #back = make("button", { type: "button", className: "whole-board", hidden: true }, "");

  /** @param {HTMLElement} frame @param {(cell: string) => boolean} drags whether moves start there */
  constructor(frame, drags) {
    this.frame = frame;
    this.drags = drags;
    this.#back.addEventListener("click", () => this.shrink());
    frame.after(this.#back);
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#moved(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"]))
      frame.addEventListener(end, () => (this.#pull = null));
  }

  get #picture() {
    return /** @type {SVGSVGElement} */ (this.frame.querySelector("svg"));
  }

  /** Enlarge the board around a cell if it is too small to be tapped; whether that was needed.
   * @param {SVGElement} cell */
  enlarge(cell) {
    const least = Number(
      /** @type {HTMLElement | null} */ (cell.closest("[data-tap]"))?.dataset.tap ?? 0,
    );
    const box = cell.getBoundingClientRect();
    const size = Math.min(box.width, box.height);
    if (size >= least) return false;
    const at = this.#picture.getBoundingClientRect();
    const middle = { x: box.x + box.width / 2 - at.x, y: box.y + box.height / 2 - at.y };
    const { clientWidth, clientHeight } = this.frame;
    this.#scale = (ROOM * least) / size;
    this.#left = clientWidth / 2 - this.#indent(at.width) - this.#scale * middle.x;
    this.#top = clientHeight / 2 - this.#scale * middle.y;
    this.#place();
    this.#back.textContent = say("whole_board");
    this.#back.hidden = false;
    return true;
  }

  /** Show the whole board. */
  shrink() {
    this.#scale = 1;
    this.#back.hidden = true;
    this.frame.classList.remove("enlarged");
  }

  /** The space beside a picture of a width, which stands in the middle of its frame.
   * @param {number} width */
  #indent(width) {
    return Math.max(0, (this.frame.clientWidth - width) / 2);
  }

  /** Move the picture to its place, but never away from the edges of the frame. */
  #place() {
    const { clientWidth, clientHeight } = this.frame;
    this.frame.classList.remove("enlarged");
    const { width, height } = this.#picture.getBoundingClientRect();
    const indent = this.#indent(width);
    this.#left = within(this.#left, clientWidth - indent - this.#scale * width, -indent);
    this.#top = within(this.#top, clientHeight - this.#scale * height, 0);
    this.frame.style.setProperty("--zoom", String(this.#scale));
    this.frame.style.setProperty("--zoom-x", `${this.#left}px`);
    this.frame.style.setProperty("--zoom-y", `${this.#top}px`);
    this.frame.classList.add("enlarged");
  }

  /** @param {PointerEvent} event */
  #down(event) {
    this.pulled = false;
    const cell = /** @type {SVGElement} */ (event.target).dataset?.cell;
    if (this.#scale === 1 || (cell && this.drags(cell))) return;
    this.#pull = { x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const pull = this.#pull;
    if (!pull) return;
    const [dx, dy] = [event.clientX - pull.x, event.clientY - pull.y];
    this.pulled ||= Math.hypot(dx, dy) > PULL;
    if (!this.pulled) return;
    this.#left += dx;
    this.#top += dy;
    [pull.x, pull.y] = [event.clientX, event.clientY];
    this.#place();
  }
}

/** @param {number} value @param {number} least @param {number} most */
function within(value, least, most) {
  return Math.max(Math.min(least, most), Math.min(most, value));
}
