// @ts-check
// The board: shows the server's picture and reports clicks. It knows no rules.

import { Motion } from "./motion.js";
import { patch } from "./patch-picture.js";
import { TouchZoom } from "./touch-zoom.js";

/** @typedef {{move: string, from: string, to: string, element: SVGElement}} Target */
/** @typedef {{cell: (name: string) => void, move: (move: string) => void,
 *   drag: (from: string, to: string) => void, hover: (move: string | null) => void,
 *   focus: (name: string) => void, tap?: (name: string) => void}} Reports */

const DRAG = 10; // pixels after which a press is a drag

const FINGER = 40; // pixels that a target needs for a finger

/** The space around the board and its coordinates. @param {Element | null} frame */
const margin = (frame) => ((frame?.clientWidth ?? 0) < 560 ? 1 : 12);

/** Crop the margin around the board. @param {SVGSVGElement} picture */
export function crop(picture) {
  const shown = /** @type {NodeListOf<SVGGraphicsElement>} */ (
    picture.querySelectorAll(".kletka-board, .kletka-label")
  );
  const around = margin(picture.parentElement);
  const boxes = [...shown].map((part) => part.getBBox());
  const left = Math.min(...boxes.map((box) => box.x)) - around;
  const top = Math.min(...boxes.map((box) => box.y)) - around;
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + around - left;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + around - top;
  if (!shown.length || !(width > 0)) return;
  picture.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
  fit(picture, width, height);
}

/** Set a large intrinsic size, which the page scales down in proportion. */
function fit(
  /** @type {Element} */ picture,
  /** @type {number} */ width,
  /** @type {number} */ height,
) {
  picture.setAttribute("width", String(20 * width));
  picture.setAttribute("height", String(20 * height));
}

/** Parse an SVG text and drop its style, which the page already has. */
export function readPicture(/** @type {string} */ text) {
  const bare = text.replace(/<style>[^]*?<\/style>/, "");
  const picture = new DOMParser().parseFromString(bare, "image/svg+xml").documentElement;
  const [, , width, height] = (picture.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
  fit(picture, width, height);
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.adoptNode(picture)));
}

/** Let screen readers see the cells, which are no parts of an image. */
function makeButtons(/** @type {SVGSVGElement} */ picture) {
  picture.setAttribute("role", "application");
  for (const cell of picture.querySelectorAll("[data-cell]")) {
    cell.setAttribute("tabindex", "-1");
    cell.setAttribute("role", "button");
  }
}

export class Board {
  /** @type {Map<string, SVGElement>} */
  cells = new Map();
  /** Whose piece is in a cell. @type {Map<string, number>} */
  owners = new Map();
  /** @type {Target[]} */
  targets = [];
  /** Moves that are just a cell. @type {Map<string, string>} */
  placements = new Map();
  /** The cell that was chosen as the start of a move. @type {string | null} */
  chosen = null;
  /** Whether a turn is under way: all its next moves can be clicked at once. */
  series = false;
  #press = /** @type {{cell: string | null, move: string | null, x: number, y: number} | null} */ (
    null
  );

  /**
   * @param {HTMLElement} frame
   * @param {Reports} on
   * @param {boolean} [clickable] whether its cells are buttons, or it is only looked at
   */
  constructor(frame, on, clickable = true) {
    this.frame = frame;
    this.on = on;
    this.clickable = clickable;
    this.motion = new Motion(frame);
    this.zoom = new TouchZoom(frame, (cell) => this.from(cell).length > 0);
    // A click must not move the focus to the board: the arrow keys would change their meaning.
    frame.addEventListener("mousedown", (event) => event.preventDefault());
    frame.addEventListener("touchstart", (event) => this.#touched(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.#down(event));
    frame.addEventListener("pointermove", (event) => this.#moved(event));
    frame.addEventListener("pointerup", (event) => this.#up(event));
    frame.addEventListener("pointercancel", () => (this.#press = null));
    frame.addEventListener("pointerover", (event) => this.#over(event));
    frame.addEventListener("focusin", (event) => {
      const name = /** @type {SVGElement} */ (event.target).dataset?.cell;
      if (name) this.on.focus(name);
    });
  }

  /** @param {string} text the picture @param {boolean} series whether a series is under way */
  draw(text, series = false) {
    this.motion.finish();
    this.frame.classList.remove("sent");
    const picture = this.#change(readPicture(text));
    crop(picture);
    this.chosen = null;
    this.series = series;
    this.#read(picture);
    for (const target of this.targets) target.element.classList.toggle("on", series);
  }

  /** Change the picture on the page into a new one. @param {SVGSVGElement} picture */
  #change(picture) {
    if (this.clickable) makeButtons(picture);
    const shown = this.frame.querySelector("svg");
    if (!shown) this.frame.append(picture);
    else patch(shown, picture);
    return shown ?? picture;
  }

  /** @param {SVGSVGElement} picture */
  #read(picture) {
    this.cells.clear();
    this.owners.clear();
    this.placements.clear();
    const owners =
      /** @type {SVGElement | null} */ (picture.querySelector("[data-of]"))?.dataset.of ?? "";
    for (const cell of /** @type {NodeListOf<SVGElement>} */ (
      picture.querySelectorAll("[data-cell]")
    )) {
      const name = cell.dataset.cell ?? "";
      const owner = owners[this.cells.size] ?? ".";
      if (owner !== ".") this.owners.set(name, Number(owner));
      this.cells.set(name, cell);
      if (cell.dataset.move) this.placements.set(name, cell.dataset.move);
    }
    const found = /** @type {NodeListOf<SVGElement>} */ (
      picture.querySelectorAll(".kletka-target")
    );
    this.targets = [...found].map((element) => ({
      move: element.dataset.move ?? "",
      from: element.dataset.from ?? "",
      to: element.dataset.to ?? "",
      element,
    }));
    for (const { from } of this.targets) this.cells.get(from)?.classList.add("origin");
  }

  /**
   * Show how the last turn came about, as far as it has not been seen.
   * @param {(item: import("./motion.js").Item) => boolean} unseen
   */
  replayTurn(unseen) {
    /** @type {import("./motion.js").Item[][]} */
    const beats = JSON.parse(this.frame.querySelector("svg")?.dataset.motion ?? "[]");
    this.motion.play(beats.map((beat) => beat.filter(unseen)).filter((beat) => beat.length));
  }

  /** The elements of the piece in a cell. @param {string} cell */
  piecesAt(cell) {
    return [...this.frame.querySelectorAll(`[data-at="${cell}"]`)];
  }

  /** The middle of a cell in the picture. @param {string} cell */
  centre(cell) {
    const element = /** @type {SVGGraphicsElement | undefined} */ (this.cells.get(cell));
    const { x, y, width, height } = element?.getBBox() ?? new DOMRect();
    return { x: x + width / 2, y: y + height / 2 };
  }

  /** The targets that begin in a cell. @param {string} cell */
  from(cell) {
    return this.targets.filter((target) => target.from === cell);
  }

  /** Choose the cell where a move begins, or none. @param {string | null} cell */
  choose(cell) {
    if (this.chosen) this.cells.get(this.chosen)?.classList.remove("chosen");
    this.chosen = cell;
    if (cell) this.cells.get(cell)?.classList.add("chosen");
    for (const name of this.cells.values()) name.classList.remove("goal");
    for (const target of this.targets) {
      const on = target.from === cell;
      target.element.classList.toggle("on", on);
      if (on) this.cells.get(target.to)?.classList.add("goal");
    }
    this.#showWhole(cell);
  }

  /** Show what belongs to a cell. @param {string | null} cell */
  #showWhole(cell) {
    for (const part of /** @type {NodeListOf<SVGElement>} */ (
      this.frame.querySelectorAll("[data-with]")
    ))
      part.classList.toggle("on", (part.dataset.with ?? "").split(" ").includes(cell ?? ""));
  }

  /** Mark the cells whose pieces a move would take. @param {string[]} cells */
  markTaken(cells) {
    for (const [name, cell] of this.cells) cell.classList.toggle("taken", cells.includes(name));
  }

  /** Mark the cells whose pieces are chosen for an attack. @param {string[]} cells */
  markChosen(cells) {
    for (const [name, cell] of this.cells) {
      cell.classList.toggle("attacked", cells.includes(name));
      if (cells.includes(name)) cell.setAttribute("aria-pressed", "true");
      else cell.removeAttribute("aria-pressed");
    }
  }

  // Pointer events.

  /** A finger that can drag a move from here must not scroll the page. @param {TouchEvent} event */
  #touched(event) {
    const cell = /** @type {SVGElement} */ (event.target).dataset?.cell;
    if (cell && event.touches.length === 1 && this.from(cell).length) event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) return;
    const { cell, move } = this.#at(event);
    this.#press = { cell, move, x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const press = this.#press;
    if (
      press?.cell &&
      this.#far(event) &&
      this.from(press.cell).length &&
      this.chosen !== press.cell
    )
      this.choose(press.cell);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    this.#press = null;
    if (!press || this.zoom.pulled) return;
    const { cell, move } = this.#at(event);
    const dragged = this.#dragged(press, event) && press.cell && cell && cell !== press.cell;
    if (dragged && press.cell && cell && this.from(press.cell).length)
      this.on.drag(press.cell, cell);
    else if (dragged) return;
    else if (move && move === press.move && !this.#tooSmall(event)) this.#pick(move);
    else if (cell && cell === press.cell) this.#pressed(cell, event);
  }

  /** @param {string} cell @param {PointerEvent} event */
  #pressed(cell, event) {
    if (event.pointerType === "touch" && this.on.tap) this.on.tap(cell);
    else this.on.cell(cell);
  }

  /**
   * Whether a finger touches a target that is too small for it, where cells can be tapped instead.
   * @param {PointerEvent} event
   */
  #tooSmall(event) {
    if (event.pointerType !== "touch" || !this.frame.querySelector("[data-tap]")) return false;
    const [top] = document.elementsFromPoint(event.clientX, event.clientY);
    const { width, height } = top.getBoundingClientRect();
    return Math.min(width, height) < FINGER;
  }

  /** A target was clicked, together with all that overlap it. @param {string} move */
  #pick(move) {
    const picked = this.targets.find((target) => target.move === move);
    const alike = this.targets.filter((t) => t.from === picked?.from && t.to === picked?.to);
    if (picked && alike.length > 1) this.on.cell(picked.to);
    else this.on.move(move);
  }

  /** @param {PointerEvent} event */
  #far(event) {
    return this.#press !== null && this.#dragged(this.#press, event);
  }

  /** @param {{x: number, y: number}} press @param {PointerEvent} event */
  #dragged(press, event) {
    return Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG;
  }

  /** @param {PointerEvent} event */
  #over(event) {
    const { move, from, cell } = /** @type {SVGElement} */ (event.target).dataset ?? {};
    this.on.hover(move ?? null);
    if (event.pointerType === "mouse") this.#showWhole(this.chosen ?? from ?? cell ?? null);
  }

  /** The cell and the target under a pointer; targets are on top. @param {PointerEvent} event */
  #at(event) {
    const under = /** @type {SVGElement[]} */ (
      /** @type {unknown} */ (document.elementsFromPoint(event.clientX, event.clientY))
    );
    const target = under[0]?.classList.contains("kletka-target") ? under[0] : null;
    const cell = under.find((element) => element.dataset?.cell);
    return { cell: cell?.dataset.cell ?? null, move: target?.dataset.move ?? null };
  }
}
