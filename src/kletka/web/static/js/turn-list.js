// @ts-check
// The list of turns, which can be clicked and navigated.

import { byId, make, markCurrent, swatch } from "./dom.js";
import { ListScrolling } from "./list-scrolling.js";
import { onNavigate, updateNavigation, turnAfterStep } from "./turn-navigation.js";
import { isOn, toggle } from "./preferences.js";
import { say } from "./words.js";

const PASS = "pass";
const LONG = 7; // turns with more letters take two places

export class TurnList {
  #list = byId("turns");
  #scrolling = new ListScrolling(this.#list);
  /** @type {string[]} */
  #written = [];
  /** The number of turns that was shown before. */
  #shown = 0;

  /**
   * @param {import("./game-state.js").Game} game @param {(number: number) => void} go
   * @param {import("./game-story.js").GameStory} story
   */
  constructor(game, go, story) {
    this.game = game;
    this.story = story;
    byId("words-switch").addEventListener("click", () => {
      toggle("words");
      this.update();
    });
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
    const words = isOn("words");
    const before = this.#written.length;
    this.#list.classList.toggle("in-words", words);
    this.#list.classList.toggle("in-pairs", !words && this.game.view.players.length === 2);
    byId("words-switch").setAttribute("aria-pressed", String(words));
    this.#write(words);
    const shown = this.game.shownNumber;
    for (const button of this.#list.querySelectorAll("button")) {
      const here = Number(button.dataset.number) === shown;
      if (here === button.hasAttribute("aria-current")) continue;
      markCurrent(button, here);
      if (here) this.#scrollTo(button, this.#written.length > before);
    }
    if (shown === 0 && this.#shown > 0) this.#list.scrollTop = 0;
    this.#shown = shown;
    updateNavigation(shown, this.game.number);
  }

  /** @param {HTMLElement} current @param {boolean} grown whether turns were played meanwhile */
  #scrollTo(current, grown) {
    if (this.game.shownNumber < this.game.number) this.#scrolling.show(current);
    else if (grown) this.#scrolling.follow();
    else this.#scrolling.toEnd();
  }

  /** Update the entries that have changed. @param {boolean} words instead of notation */
  #write(words) {
    const { turns, turn_seats, notes } = this.game.view;
    const texts = turns.map(
      (/** @type {string} */ turn, /** @type {number} */ i) =>
        (words && this.story.words(i + 1)) || turnText(turn),
    );
    let same = 0;
    while (same < turns.length && texts[same] === this.#written[same]) same += 1;
    while (this.#list.children.length > same) this.#list.lastElementChild?.remove();
    for (let i = same; i < turns.length; i += 1) {
      const line = entry(i + 1, turn_seats[i], turns[i], texts[i]);
      line.classList.toggle("commented", Boolean(notes?.comments[i + 1]));
      this.#list.append(line);
    }
    this.#written = texts;
  }
}

/** A turn in the page's language. @param {string} turn */
export function turnText(turn) {
  return turn === PASS ? say("pass").toLowerCase() : turn;
}

/** @param {number} number @param {number} seat @param {string} turn @param {string} text */
function entry(number, seat, turn, text) {
  const count = make("span", { className: "count" }, String(number));
  const button = make(
    "button",
    { type: "button", title: turn },
    count,
    swatch(seat),
    make("span", {}, text),
  );
  button.dataset.number = String(number);
  const line = make("li", {}, button);
  line.classList.toggle("long", turn.length > LONG);
  line.classList.toggle("pass", turn === PASS);
  line.dataset.seat = String(seat);
  return line;
}
