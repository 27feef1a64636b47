// @ts-check
// Setting up a position by hand. Clicks go to the server, which knows the rules and answers with
// the new picture and what is still wrong.

import { announce } from "./keyboard.js";
import { byId, make } from "./dom.js";
import { post } from "./stateless-board.js";
import { say } from "./words.js";

/** @typedef {import("./game-state.js").Message} Message */

/**
 * Handles clicks and keys in place of `TurnInput`.
 */
export class SetupBoard {
  /** Whether a position is being set up. */
  on = false;
  /** The server's last answer. @type {Message | null} */
  #state = null;
  /** What can be clicked between cells. @type {import("./board.js").Target[]} */
  #walls = [];
  /** Changes wait for each other, as each is applied to the result of the last. */
  #queue = Promise.resolve();
  /** How many changes have not been answered yet. */
  #waiting = 0;
  /** The field that is being typed in, which answers must not overwrite. @type {EventTarget | null} */
  #typed = null;
  #place = byId("arranging");

  /**
   * @param {{board: import("./board.js").Board, panel: import("./status-panel.js").StatusPanel,
   *   draw: (picture: string) => void, turned: () => number, done: (position: string) => void,
   *   over: () => void}} parts `over` is called when the setup ends
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

  // Input on the board.

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

  /** Digits choose a tool, Delete clears a cell. @param {KeyboardEvent} event */
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

  // Input beside the board.

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

  /** Choose the first cell of something between two cells, or none. @param {string | null} cell */
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

  // Requests.

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
    const { chosen } = this.parts.board; // it may have been chosen meanwhile
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

  /** Update the controls beside the board. */
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

  /** Open the position, or point at what is wrong. */
  async #finish() {
    await this.#queue;
    if (this.#state?.position) return this.parts.done(this.#state.position);
    const place = byId("arrange-faults");
    place.classList.remove("insist");
    void place.offsetWidth; // restarts the animation
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
    /** @type {HTMLButtonElement} */ (byId("territory")).disabled = this.on; // there is none while setting up
    if (this.on) byId("status").textContent = say("arranging");
  }
}
