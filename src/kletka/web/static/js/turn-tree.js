// @ts-check
// A tree of turns with a current node.

/** @typedef {{turn: string, seat: number | null, position: string, comment: string,
 *   before: Node | null, after: Node[]}} Node */
/** @typedef {{turn: string, seat: number, position: string, comment: string,
 *   before: number}} JsonNode */

export class TurnTree {
  /** @param {string} start the position at the beginning @param {JsonNode[]} response */
  constructor(start, response) {
    /** @type {Node} */
    this.root = { turn: "", seat: null, position: start, comment: "", before: null, after: [] };
    /** The current node. */
    this.here = this.root;
    /** @type {Node[]} */
    const read = [];
    for (const node of response) {
      const before = node.before < 0 ? this.root : read[node.before];
      read.push(this.#grow(before, node));
    }
  }

  /** @param {Node} before @param {{turn: string, seat: number | null, position: string,
   *   comment: string}} response */
  #grow(before, { turn, seat, position, comment }) {
    const known = before.after.find((node) => node.turn === turn);
    if (known) return known;
    /** @type {Node} */
    const node = { turn, seat, position, comment, before, after: [] };
    before.after.push(node);
    return node;
  }

  /** Go to the node of a turn after the current one, which may be new. @param {any} response */
  play(response) {
    this.here = this.#grow(this.here, response);
  }

  /** The nodes from the root, which is left out, to the current one. */
  get path() {
    const path = [];
    for (let node = this.here; node.before; node = node.before) path.unshift(node);
    return path;
  }

  /** Go back, or forward along the main line. @param {number} step */
  walk(step) {
    for (let left = Math.abs(step); left > 0; left -= 1) {
      const next = step < 0 ? this.here.before : this.here.after[0];
      if (!next) return;
      this.here = next;
    }
  }

  /** Go to the variation beside this one. @param {number} step */
  aside(step) {
    const beside = this.here.before?.after ?? [];
    const place = beside.indexOf(this.here);
    this.here = beside[(place + step + beside.length) % beside.length] ?? this.here;
  }

  /** Make the line to the current node the main one. */
  promote() {
    for (let node = this.here; node.before; node = node.before) {
      const beside = node.before.after;
      beside.splice(beside.indexOf(node), 1);
      beside.unshift(node);
    }
  }

  /** Whether the line to the current node is the main one. */
  get isMain() {
    return this.path.every((node) => node.before?.after[0] === node);
  }

  /** Delete the current node and all that follow. */
  remove() {
    const { before } = this.here;
    if (!before) return;
    before.after.splice(before.after.indexOf(this.here), 1);
    this.here = before;
  }

  /** All turns as the server expects them. */
  toJson() {
    /** @type {{turn: string, comment: string, before: number}[]} */
    const response = [];
    /** @type {[Node, number][]} */
    const waiting = this.root.after.map((node) => /** @type {[Node, number]} */ ([node, -1]));
    waiting.reverse();
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [{ turn, comment, after }, before] = next;
      const place = response.push({ turn, comment, before }) - 1;
      for (const node of [...after].reverse()) waiting.push([node, place]);
    }
    return response;
  }
}
