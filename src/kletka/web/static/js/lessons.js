// @ts-check
// The list of lessons: finished ones are ticked, and Start leads to the first that is not.

import { done, markDone } from "./lesson-progress.js";

for (const card of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-lessons]")
)) {
  const numbers = done(card.dataset.lessons ?? "");
  markDone(card, numbers);
  const open = card.querySelector("[data-number]:not(.done) a");
  const start = card.querySelector("a.start");
  if (open && start) start.setAttribute("href", open.getAttribute("href") ?? "");
}
