// @ts-check
// The puzzle of the day: its board, and a mark if it is solved.

import { crop } from "./board.js";
import { byId } from "./dom.js";
import { solvedOf } from "./puzzle-progress.js";

export function showDailyPuzzle() {
  const { game = "", number } = byId("day").dataset;
  byId("day-solved").hidden = !solvedOf(game).includes(Number(number));
  crop(/** @type {SVGSVGElement} */ (document.querySelector(".day svg")));
}
