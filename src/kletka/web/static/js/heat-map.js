// @ts-check
// Marks on moves over the board: the warmer, the better the engine or the inventor finds them.

const SVG = "http://www.w3.org/2000/svg";
const FEW = 40; // ways at most, besides the best: they cross each other

/** `labels` are written one below the other, the first one large.
 * @typedef {{move: string, warmth: number, labels: string[], best: boolean}} Mark */

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function shape(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text) element.textContent = text;
  return element;
}

/**
 * Draw marks on the moves that have a place on the board, in place of earlier marks.
 * @param {import("./board.js").Board} board @param {Mark[]} marks
 */
export function drawHeatMap(board, marks) {
  board.frame.querySelector(".heat")?.remove();
  const picture = board.frame.querySelector("svg");
  if (!picture || !marks.length) return;
  const layer = shape("g", { class: "heat", "aria-hidden": "true" });
  /** @type {Element[][]} */
  const ways = [];
  /** @type {Element[][]} */
  const spots = [];
  for (const mark of marks) {
    const placed = place(board, mark.move);
    if (!placed) continue;
    if (!placed.from) spots.push(spot(mark, placed));
    else if (mark.best || ways.length < FEW) ways.push(way(mark, placed));
  }
  // Spots are on top of ways, and the best move of each on top of the others.
  for (const shapes of [...ways.reverse(), ...spots.reverse()]) layer.append(...shapes);
  picture.append(layer);
}

/** The place of a move on the board. @param {import("./board.js").Board} board @param {string} move */
function place(board, move) {
  const target = board.targets.find((found) => found.move === move);
  if (target) {
    const to = middle(board.cells.get(target.to) ?? target.element);
    const from = board.cells.get(target.from);
    return { ...to, from: from ? middle(from) : null };
  }
  const cell = board.cells.get(move);
  return cell ? { ...middle(cell), from: null } : null;
}

/** @param {SVGElement} element */
function middle(element) {
  const box = /** @type {SVGGraphicsElement} */ (element).getBBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width };
}

/** @param {Mark} mark @param {{x: number, y: number}} at */
function spot(mark, { x, y }) {
  const kind = `heat-spot${mark.best ? " best" : ""}`;
  return [
    shape("circle", { class: kind, cx: x, cy: y, r: 15, "fill-opacity": opacity(mark) }),
    ...labels(mark, x, y),
  ];
}

/** @param {Mark} mark @param {number} x @param {number} y */
function labels({ labels: [first = "", second = ""] }, x, y) {
  if (!second) return [shape("text", { class: "heat-text", x, y }, first)];
  return [
    shape("text", { class: "heat-text", x, y: y - 6 }, first),
    shape("text", { class: "heat-text small", x, y: y + 7 }, second),
  ];
}

/** @param {Mark} mark
 * @param {{x: number, y: number, from: {x: number, y: number, width: number} | null}} at */
function way(mark, { x, y, from }) {
  const kind = `heat-way${mark.best ? " best" : ""}`;
  const start = from ?? { x, y };
  // Near the start, where no other mark is: stones are not placed beside it, other ways part there.
  const length = Math.hypot(x - start.x, y - start.y) || 1;
  const share = Math.min(0.62, (0.8 * (from?.width ?? length)) / length);
  const [mx, my] = [start.x + (x - start.x) * share, start.y + (y - start.y) * share];
  const d = `M${start.x} ${start.y}L${x} ${y}`;
  const width = 3 + 6 * mark.warmth;
  return [
    shape("path", { class: kind, d, "stroke-width": width, "stroke-opacity": opacity(mark) }),
    ...labels(mark, mx, my),
  ];
}

/** @param {Mark} mark */
function opacity(mark) {
  return (0.18 + 0.6 * mark.warmth).toFixed(2);
}
