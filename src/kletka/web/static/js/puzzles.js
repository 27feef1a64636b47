// @ts-check
// The list of puzzles: which are solved, and which is next.

import { crop } from "./board.js";
import { showDailyPuzzle } from "./daily-puzzle.js";
import { byId } from "./dom.js";
import { solvedOf, streak } from "./puzzle-progress.js";
import { say } from "./words.js";

for (const card of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-puzzles]")
)) {
  const game = card.dataset.puzzles ?? "";
  const all = Number(card.dataset.count);
  const solved = solvedOf(game);
  for (const number of solved)
    card.querySelector(`[data-number="${number}"]`)?.classList.add("done");
  const label = card.querySelector(".solved");
  if (label && solved.length)
    label.textContent = say("solved_count", { count: solved.length, all });
  const next = Array.from({ length: all }, (_, i) => i + 1).find((n) => !solved.includes(n)) ?? 1;
  card.querySelector(".start")?.setAttribute("href", `/puzzles/${game}/${next}`);
}
for (const picture of document.querySelectorAll(".demo svg"))
  crop(/** @type {SVGSVGElement} */ (picture));
showDailyPuzzle();
const { now, best } = streak();
if (best)
  byId("streak").textContent =
    `${say("streak", { count: now })}, ${say("streak_best", { count: best })}`;
