// @ts-check
// The list of turns, which can be clicked and navigated.

import { byId, make, markCurrent, swatch } from "./dom.js";
import { onNavigate, updateNavigation, turnAfterStep } from "./turn-navigation.js";
import { say } from "./words.js";

const LONG = 7; // turns with more letters take two places

export class TurnList {
  #list = byId("turns");
  /** @type {string[]} */
  #written = [];

  /** @param {import("./game-state.js").Game} game @param {(number: number) => void} go */
  constructor(game, go) {
    this.game = game;
    this.#list.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      if (button) go(Number(button.dataset.number));
    });
    onNavigate((step) => go(this.target(step)));
  }

  /** The number of turns after a step. @param {number} step */
  target(step) {
    return turnAfterStep(this.game.shownNumber, step, this.game.number);
  }

  update() {
    this.#write();
    const shown = this.game.shownNumber;
    for (const button of this.#list.querySelectorAll("button")) {
      const here = Number(button.dataset.number) === shown;
      if (here === button.hasAttribute("aria-current")) continue;
      markCurrent(button, here);
      if (here) keepInSight(button, this.#list);
    }
    updateNavigation(shown, this.game.number);
  }

  /** Update the entries that have changed. */
  #write() {
    const { turns, turn_seats, notes } = this.game.view;
    let same = 0;
    while (same < turns.length && turns[same] === this.#written[same]) same += 1;
    while (this.#list.children.length > same) this.#list.lastElementChild?.remove();
    for (let i = same; i < turns.length; i += 1) {
      const line = entry(i + 1, turn_seats[i], turns[i]);
      line.classList.toggle("commented", Boolean(notes?.comments[i + 1]));
      this.#list.append(line);
    }
    this.#written = [...turns];
  }
}

/** A turn in the page's language. @param {string} turn */
export function turnText(turn) {
  return turn === "pass" ? say("pass").toLowerCase() : turn;
}

/** @param {number} number @param {number} seat @param {string} turn */
function entry(number, seat, turn) {
  const count = make("span", { className: "count" }, String(number));
  const button = make(
    "button",
    { type: "button", title: turn },
    count,
    swatch(seat),
    turnText(turn),
  );
  button.dataset.number = String(number);
  return make("li", { className: turn.length > LONG ? "long" : "" }, button);
}

/** Scroll the list, but not the page. @param {HTMLElement} entry @param {HTMLElement} list */
function keepInSight(entry, list) {
  const top = entry.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  const bottom = top + entry.offsetHeight - list.clientHeight;
  if (bottom > list.scrollTop) list.scrollTop = bottom + 6;
}
