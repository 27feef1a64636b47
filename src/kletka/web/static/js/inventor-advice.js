// @ts-check
// The inventor's advice: its sentence beside the board, and its marks on it.

import { byId, make } from "./dom.js";

/** @typedef {Record<string, any>} Message */

/** Show the advice and what its numbers mean, or nothing. @param {Message | null} response */
export function showAdvice(response) {
  const legend = byId("legend");
  legend.hidden = !response;
  if (response) legend.replaceChildren(response.advice, make("br"), `${response.legend}.`);
}

/** @param {Message} response @returns {import("./heat-map.js").Mark[]} */
export function inventorMarks(response) {
  const places = Math.max(...response.moves.map((/** @type {Message} */ view) => view.place));
  return response.moves.map((/** @type {Message} */ view) => ({
    move: view.move,
    warmth: places > 1 ? 1 - (view.place - 1) / (places - 1) : 0.3,
    labels: view.numbers,
    best: places > 1 && view.place === 1, // where all moves are equal, none stands out
  }));
}
