// @ts-check
// The players' winning chances during a game, as bands that fill the whole height.

import { seatClass } from "./chances-bar.js";

const [WIDTH, HEIGHT] = [600, 160];
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{at: number, shares: number[]}} Point `at` is a number of turns, fractions included */

/** @param {string} name @param {Record<string, string | number>} attributes */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

export class ChancesGraph {
  /** @type {Point[]} */
  points = [];
  /** @type {number[]} */
  turning = [];

  /**
   * @param {SVGElement} picture @param {number} turns @param {boolean} colours
   * @param {(turn: number) => void} go
   */
  constructor(picture, turns, colours, go) {
    this.picture = picture;
    this.turns = turns;
    this.colours = colours;
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      const { clientX } = /** @type {MouseEvent} */ (event);
      go(Math.round(((clientX - box.left) / box.width) * turns));
    });
  }

  /** @param {number} at */
  #x(at) {
    return this.turns ? (at / this.turns) * WIDTH : 0;
  }

  /** @param {number} here the turn that is shown */
  draw(here) {
    const parts = [...this.#bands()];
    const half = `M0 ${HEIGHT / 2}H${WIDTH}`;
    parts.push(shape("path", { class: "half", d: half }));
    for (const at of this.turning)
      parts.push(shape("path", { class: "turning", d: `M${this.#x(at)} ${HEIGHT - 8}h0.01` }));
    parts.push(shape("path", { class: "cursor", d: `M${this.#x(here)} 0V${HEIGHT}` }));
    this.picture.replaceChildren(...parts);
  }

  /** One band for each player, the first at the bottom. */
  *#bands() {
    const seats = this.points[0]?.shares.length ?? 0;
    let below = this.points.map(() => 0);
    for (let seat = 0; seat < seats; seat += 1) {
      const above = this.points.map((point, i) => below[i] + point.shares[seat]);
      const down = this.#edge(below);
      const up = this.#edge(above).reverse();
      yield shape("polygon", {
        class: `band ${seatClass(seat, seats, this.colours)}`,
        points: [...down, ...up].join(" "),
      });
      below = above;
    }
  }

  /** @param {number[]} heights */
  #edge(heights) {
    return heights.map((height, i) => `${this.#x(this.points[i].at)},${HEIGHT * (1 - height)}`);
  }
}
