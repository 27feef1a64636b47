// @ts-check
// The view of a tree of turns: the main line, with indented variations.

import { byId, make, markCurrent, swatch } from "./dom.js";
import { turnText } from "./turn-list.js";
import { say } from "./words.js";

/** @typedef {import("./turn-tree.js").Node} Node */

export class TreeView {
  #list = byId("tree");
  /** @type {Map<Element, Node>} */
  #nodes = new Map();

  /** @param {(node: Node) => void} go */
  constructor(go) {
    this.#list.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      const node = button && this.#nodes.get(button);
      if (node) go(node);
    });
  }

  /** @param {import("./turn-tree.js").TurnTree} tree */
  update(tree) {
    this.#nodes.clear();
    const line = this.#line(tree.root, 1, tree.here);
    this.#list.replaceChildren(line ?? make("p", { className: "hint" }, say("tree_empty")));
    const here = this.#list.querySelector("[aria-current]");
    here?.scrollIntoView({ block: "nearest" });
  }

  /**
   * A line from a node on; variations stand below the turn that they replace.
   * @param {Node} from @param {number} number @param {Node} here
   */
  #line(from, number, here) {
    if (!from.after.length) return null;
    const line = make("div", { className: "line" });
    for (let node = from; node.after.length; node = node.after[0], number += 1) {
      const [main, ...others] = node.after;
      line.append(this.#turn(main, number, here));
      for (const other of others) {
        const aside = make("div", { className: "variation" }, this.#turn(other, number, here));
        const rest = this.#line(other, number + 1, here);
        if (rest) aside.append(...rest.childNodes);
        line.append(aside);
      }
    }
    return line;
  }

  /** @param {Node} node @param {number} number @param {Node} here */
  #turn(node, number, here) {
    const count = make("span", { className: "count" }, `${number}.`);
    const button = make(
      "button",
      { type: "button", title: node.turn },
      count,
      swatch(node.seat ?? 0),
      turnText(node.turn),
    );
    markCurrent(button, node === here);
    this.#nodes.set(button, node);
    if (!node.comment) return button;
    return make(
      "span",
      { className: "commented" },
      button,
      make("q", { className: "comment" }, node.comment),
    );
  }
}
