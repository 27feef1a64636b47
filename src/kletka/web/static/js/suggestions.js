// @ts-check
// The moves that the engine and the inventor suggest, beside the board and on it.

import { drawHeatMap } from "./heat-map.js";
import { inventorMarks, showAdvice } from "./inventor-advice.js";
import { byId, make } from "./dom.js";
import { percent, showChances } from "./chances-bar.js";
import { number, say, spoken } from "./words.js";

/** @typedef {Record<string, any>} Message */

// Of the engine's moves so many are always marked, and those that are warm enough, up to a few.
const [ALWAYS, WARM, FEW] = [5, 0.0064, 40];

/** The move that ends a turn of several moves; empty where there is none. */
export const END_MOVE = byId("board").dataset.endMove ?? "";

export class Suggestions {
  /** @type {Message | null} */
  #engine = null;
  /** @type {Message | null} */
  #inventor = null;

  /**
   * @param {import("./board.js").Board} board
   * @param {Message} description the players, and whether they have colours
   * @param {(move: string) => void} play
   */
  constructor(board, { players, colours }, play) {
    this.board = board;
    this.names = players.map((/** @type {Message} */ player) => spoken(player.colour));
    this.colours = colours;
    byId("best").addEventListener("click", (event) => {
      const row = /** @type {Element} */ (event.target).closest("button");
      if (row) play(row.dataset.move ?? "");
    });
  }

  /** Clear the suggestions for the last position. */
  forget() {
    this.#engine = this.#inventor = null;
    this.show();
  }

  /** @param {Message} message */
  update(message) {
    if (message.type === "analysis") this.#engine = message;
    else if (message.type === "inventor") this.#inventor = message;
    else if (message.type === "end" && message.kind === "analysis" && this.#engine)
      this.#engine.ended = true;
    this.show();
  }

  show() {
    const best = byId("best");
    best.classList.toggle("advice", !this.#engine);
    if (this.#engine) best.replaceChildren(...this.#engine.moves.map(engineRow));
    else if (this.#inventor) best.replaceChildren(...this.#inventor.moves.map(inventorRow));
    else best.replaceChildren();
    showChances(this.#engine?.moves[0]?.shares ?? null, this.names, this.colours);
    byId("effort").textContent = this.#engine ? effort(this.#engine) : "";
    showAdvice(this.#inventor);
    this.draw();
  }

  /** Draw the suggestions on the board. */
  draw() {
    drawHeatMap(
      this.board,
      this.#inventor ? inventorMarks(this.#inventor) : engineMarks(this.#engine),
    );
  }
}

/** @param {Message | null} found */
function engineMarks(found) {
  if (!found) return [];
  const proved = new Map(found.moves.map((/** @type {Message} */ m) => [m.move, m.proved]));
  const order = found.moves.map((/** @type {Message} */ m) => m.move);
  const all = [...new Set([...order, ...Object.keys(found.heat)])];
  const warm = all.filter((move, i) => i < ALWAYS || found.heat[move][0] >= WARM).slice(0, FEW);
  return warm.map((move) => {
    const [warmth, value] = found.heat[move];
    const sure = proved.get(move);
    const known = sure !== undefined && sure !== null;
    const label = known ? (sure > 0 ? "✓" : sure < 0 ? "✗" : "=") : String(percent(value));
    // The square root, as few moves get nearly all of the visits.
    const best = move === order[0];
    return { move, warmth: best ? 1 : Math.sqrt(warmth), labels: [label], best };
  });
}

/** @param {Message} found */
function effort(found) {
  const count = say("simulations", {
    count: found.simulations.toLocaleString(document.documentElement.lang),
  });
  if (found.done) return `${count}, ${say("solved")}`;
  return found.ended ? `${count}, ${say("stopped")}` : count;
}

/** @param {Message} found */
function engineRow(found) {
  const value = `${percent(found.result)} %`;
  return row(found.move, value, points(found), found.line.slice(1).map(moveText).join(" "));
}

/** @param {Message} view */
function inventorRow(view) {
  return row(view.move, view.numbers.join(" "), "", view.reason);
}

/** @param {string} move @param {string} value @param {string} more @param {string} line */
function row(move, value, more, line) {
  const button = make(
    "button",
    { type: "button" },
    make("span", { className: "best-move" }, moveText(move)),
    make("span", { className: "best-value" }, value),
    make("span", { className: "best-points" }, more),
    make("span", { className: "best-line" }, line),
  );
  button.dataset.move = move;
  return make("li", {}, button);
}

/** The expected lead, or the proved one. @param {Message} found */
function points({ proved, points: lead, spread }) {
  if (proved === null)
    return say("expected_points", { lead: signed(lead), spread: number(round(spread)) });
  const outcome = say(proved > 0 ? "proved_win" : proved < 0 ? "proved_loss" : "proved_draw");
  return proved !== 0 && Math.abs(proved) !== 1 ? `${signed(proved)}, ${outcome}` : outcome;
}

/** @param {number} value */
function round(value) {
  return Math.round(10 * value) / 10;
}

/** @param {number} value */
function signed(value) {
  const rounded = round(value);
  return `${rounded > 0 ? "+" : ""}${number(rounded)}`.replace("-", "−");
}

/** A move in the page's language. @param {string} move */
export function moveText(move) {
  if (move === "pass") return say("pass").toLowerCase();
  return move === END_MOVE ? say("stop_move") : move;
}
