// @ts-check
// Shows a move before the server has answered. It knows no rules: the picture says what a move
// draws. A placement puts a copy of the picture's sample on the cell; a target slides the piece
// from its start to its end, or draws the line that it grows.

/** @typedef {import("./motion.js").Stroke} Stroke */

const SVG = "http://www.w3.org/2000/svg";

/** @param {string | undefined} paths separated by bars */
function split(paths) {
  return paths ? paths.split("|") : [];
}

/** A group with one path. @param {string} path @param {string | undefined} kind its classes */
function drawnPath(path, kind) {
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", kind ?? "");
  group.append(line);
  return group;
}

export class ExpectedMove {
  /** The cells of the pieces that the turn has taken so far. @type {Set<string>} */
  taken = new Set();
  /** @type {Element[]} */
  #moved = [];
  /** @type {Element[]} */
  #hidden = [];
  /** @type {Element | null} */
  #layer = null;

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
  }

  /** Show a move and the pieces that it takes. @param {string} move @param {string[]} takes */
  show(move, takes) {
    const { board } = this;
    const target = board.targets.find((found) => found.move === move);
    if (!target && !board.cells.has(move)) return; // it has no place on the board
    this.undo();
    board.motion.finish();
    board.frame.classList.add("sent");
    if (!target) this.#put(move);
    else if (target.element.dataset.grows) this.#grow(target.element.dataset);
    else this.#slide(target, takes);
  }

  /** Show the position as it was. */
  undo() {
    this.#layer?.remove();
    for (const piece of this.#moved) piece.removeAttribute("transform");
    for (const piece of this.#hidden) piece.removeAttribute("visibility");
    this.board.frame.classList.remove("sent");
    this.#layer = null;
    this.#moved = this.#hidden = [];
  }

  /** Put a piece of the player to move on a cell. @param {string} cell */
  #put(cell) {
    const sample = this.#sample;
    if (!sample) return;
    const { x, y } = this.board.centre(cell);
    const way = Number(sample.dataset.hands?.[[...this.board.cells.keys()].indexOf(cell)]);
    for (const part of sample.children) {
      const copy = /** @type {SVGElement} */ (part.cloneNode(false));
      copy.append(part.children[way].cloneNode(true));
      copy.setAttribute("transform", `translate(${x} ${y})`);
      this.#draw(copy);
    }
    this.board.motion.play([[{ kind: "appear", at: cell }]]);
  }

  /** @param {import("./board.js").Target} target @param {string[]} takes */
  #slide({ from, to, element }, takes) {
    const { board } = this;
    const [start, end] = [board.centre(from), board.centre(to)];
    this.#moved = board.piecesAt(from);
    const gone = from === to ? takes : [to, ...takes];
    this.#hidden = gone.flatMap((cell) => board.piecesAt(cell));
    for (const cell of gone) if (board.owners.has(cell)) this.taken.add(cell);
    for (const piece of this.#hidden) piece.setAttribute("visibility", "hidden");
    for (const piece of this.#moved)
      piece.setAttribute("transform", `translate(${end.x - start.x} ${end.y - start.y})`);
    /** @type {Stroke[]} */
    const along = JSON.parse(element.dataset.along ?? "null") ?? [
      [
        [start.x, start.y],
        [end.x, end.y],
      ],
    ];
    const vanishing = takes.length ? [{ kind: "vanish", at: "" }] : [];
    board.motion.play([[{ kind: "slide", at: from, along, from: true }, ...vanishing]]);
  }

  /** @param {DOMStringMap} data of the target */
  #grow({ grows, tips, hides }) {
    const { line, tip } = this.#sample?.dataset ?? {};
    for (const path of split(hides))
      this.#hidden.push(...this.board.frame.querySelectorAll(`path[d="${path}"]`));
    for (const piece of this.#hidden) piece.setAttribute("visibility", "hidden");
    for (const path of split(grows)) this.#draw(drawnPath(path, line));
    for (const path of split(tips)) this.#draw(drawnPath(path, tip));
    this.board.motion.play([[{ kind: "grow", at: "", curves: split(grows) }]]);
  }

  get #sample() {
    return /** @type {SVGElement | null} */ (this.board.frame.querySelector(".kletka-sample"));
  }

  /** Draw an element below the cells, which are clicked. @param {Element} element */
  #draw(element) {
    if (!this.#layer) {
      this.#layer = document.createElementNS(SVG, "g");
      this.#layer.setAttribute("class", "expected");
      this.board.frame.querySelector(".kletka-cells")?.before(this.#layer);
    }
    this.#layer.append(element);
  }
}
