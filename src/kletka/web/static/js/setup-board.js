// @ts-check
// Setting up a position by hand. What was clicked goes to the server, which knows the rules; what
// comes back is drawn, with what still is wrong.

import { announce } from "./keyboard.js";
import { byId, make } from "./dom.js";
import { post } from "./stateless-board.js";
import { say } from "./words.js";

/** @typedef {import("./game-state.js").Message} Message */

/**
 * It hears of clicks and keys in place of those who choose a turn (`TurnInput`).
 */
export class SetupBoard {
  /** Whether a position is being set up. */
  on = false;
  /** What has been set up so far. @type {Message | null} */
  #state = null;
  /** What can be clicked between cells. @type {import("./board.js").Target[]} */
  #walls = [];
  /** One change after another: each is made to what the last one left. */
  #queue = Promise.resolve();
  /** How many changes have not been answered yet. */
  #waiting = 0;
  /** A number that somebody is typing: no answer overwrites it. @type {EventTarget | null} */
  #typed = null;
  #place = byId("arranging");

  /**
   * @param {{board: import("./board.js").Board, panel: import("./status-panel.js").StatusPanel,
   *   draw: (picture: string) => void, turned: () => number, done: (position: string) => void,
   *   over: () => void}} parts `over` hears that nothing is set up any more
   */
  constructor(parts) {
    this.parts = parts;
    this.#place.addEventListener("input", (event) => {
      this.#typed = event.target;
    });
    this.#place.addEventListener("change", (event) => {
      this.#typed = null;
      this.#chosen(/** @type {HTMLInputElement} */ (event.target));
    });
    this.#place.addEventListener("focusout", () => {
      this.#typed = null;
      if (!this.#waiting) this.#updateControls();
    });
    byId("arrange-clear").addEventListener("click", () => this.#change({ clear: true }));
    byId("arrange-cancel").addEventListener("click", () => this.#end());
    byId("arrange-done").addEventListener("click", () => this.#finish());
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Begin with a position. @param {string} position */
  begin(position) {
    this.on = true;
    this.#state = { arrangement: position };
    this.#show();
    this.redraw();
    if (!this.#tool) this.#tools[0].checked = true;
    this.#tool?.focus({ preventScroll: true });
  }

  redraw() {
    return this.#change({});
  }

  // What people do on the board.

  get underWay() {
    return this.parts.board.chosen !== null;
  }

  /** @param {string} cell */
  cell(cell) {
    const { chosen } = this.parts.board;
    if (chosen === cell) this.#choose(null);
    else if (chosen) this.#put(`${chosen}>${cell}`);
    else if (this.#tool?.dataset.cells === "1") this.#put(cell);
    else this.#choose(cell);
  }

  /** @param {string} place */
  move(place) {
    this.#put(place);
  }

  /** @param {string} from @param {string} to */
  drag(from, to) {
    this.#put(`${from}>${to}`);
  }

  hover() {}

  hoverCell() {}

  cancel() {
    this.#choose(null);
  }

  finish() {}

  /** Digits choose what to put, Delete takes away. @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (!this.on || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest('input[type="number"], textarea, select, dialog')) return;
    const { cell } = target.dataset;
    const tool = this.#tools[Number(event.key) - 1];
    if (event.key === "Delete" && cell) this.#change({ tool: "eraser", place: cell });
    else if (event.key === "f" && target.closest("input")) byId("rotate").click();
    else if (tool) {
      tool.checked = true;
      this.#chosen(tool);
      announce(tool.ariaLabel ?? tool.labels?.[0].textContent ?? "");
    } else return;
    event.preventDefault();
  }

  // What people do beside it.

  /** @type {HTMLInputElement[]} */
  get #tools() {
    return [...this.#place.querySelectorAll("input")].filter((input) => input.name === "tool");
  }

  get #tool() {
    return this.#tools.find((tool) => tool.checked);
  }

  /** @param {HTMLInputElement} input */
  #chosen(input) {
    const { count } = input.dataset;
    if (input.name === "tool") this.#choose(null);
    else if (input.name === "mover") this.#change({ to_move: input.value });
    else if (count && input.type === "checkbox")
      this.#change({ count, number: Number(input.checked) });
    else if (count) {
      const number = input.valueAsNumber;
      this.#change({ count, number: Number.isInteger(number) ? number : -1 }); // -1 is refused
    }
  }

  /** The cell from which something goes to a neighbour, or none. @param {string | null} cell */
  #choose(cell) {
    const { board, panel } = this.parts;
    board.targets = this.#tool?.dataset.walls === "1" ? this.#walls : [];
    board.choose(cell);
    for (const wall of this.#walls)
      wall.element.classList.toggle(
        "on",
        board.targets.length > 0 && (!cell || wall.from === cell),
      );
    panel.showMessage(cell ? say("vine_from", { cell }) : "");
  }

  /** @param {string} place */
  #put(place) {
    this.#choose(null);
    return this.#change({ tool: this.#tool?.value ?? "", place });
  }

  // How it goes on.

  /** @param {Message} change */
  #change(change) {
    this.#wait(1);
    this.#queue = this.#queue.then(() => this.#ask(change)).finally(() => this.#wait(-1));
    return this.#queue;
  }

  /** @param {number} more answers to wait for */
  #wait(more) {
    this.#waiting += more;
    this.#place.ariaBusy = String(this.#waiting > 0);
  }

  /** @param {Message} change */
  async #ask(change) {
    if (!this.on || !this.#state) return;
    const { arrangement } = this.#state;
    const turned = this.parts.turned();
    const response = await post("/analysis/arrange", { arrangement, turned, ...change });
    if (!this.on) return;
    const { chosen } = this.parts.board; // perhaps since we asked
    const known = response?.type === "arranged";
    if (known) {
      this.#state = response;
      this.parts.draw(response.svg);
      this.#walls = this.parts.board.targets;
    }
    this.#choose(chosen);
    this.#updateControls();
    if (!known) this.parts.panel.refuse(response?.text ?? say("not_sent"));
  }

  /** Bring what stands beside the board up to date. */
  #updateControls() {
    if (!this.#state?.counts) return;
    const { counts, faults, more_faults: more, to_move: mover } = this.#state;
    for (const input of this.#place.querySelectorAll("input"))
      if (input.name === "mover") input.checked = input.value === mover;
    for (const shown of /** @type {NodeListOf<HTMLInputElement>} */ (
      this.#place.querySelectorAll("[data-count]")
    )) {
      const count = counts[shown.dataset.count ?? ""];
      if (shown.type === "checkbox") shown.checked = Boolean(count);
      else if (shown !== this.#typed) shown.value = String(count);
    }
    const place = byId("arrange-faults");
    place.classList.toggle("wrong", faults.length > 0);
    place.replaceChildren(
      make("p", {}, say(faults.length ? "arrange_faults" : "arrange_right")),
      make("ul", {}, ...faults.map((/** @type {string} */ fault) => make("li", {}, fault))),
      ...(more ? [make("p", {}, say("more_faults", { count: more }))] : []),
    );
  }

  /** It becomes a position; or what is wrong is shown once more. */
  async #finish() {
    await this.#queue;
    if (this.#state?.position) return this.parts.done(this.#state.position);
    const place = byId("arrange-faults");
    place.classList.remove("insist");
    void place.offsetWidth; // so that it is seen each time
    place.classList.add("insist");
    place.focus();
  }

  #end() {
    this.on = false;
    this.parts.panel.showMessage("");
    this.#show();
    this.parts.over();
    byId("arrange").focus();
  }

  #show() {
    this.#place.hidden = !this.on;
    byId("page").classList.toggle("arranges", this.on);
    byId("arrange-faults").classList.remove("insist");
    /** @type {HTMLButtonElement} */ (byId("territory")).disabled = this.on; // nobody has any
    if (this.on) byId("status").textContent = say("arranging");
  }
}
