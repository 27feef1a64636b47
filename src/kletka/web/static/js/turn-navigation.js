// @ts-check
// The four buttons that navigate through a game.

import { byId } from "./dom.js";

const STEPS = { first: -Infinity, back: -1, forward: 1, last: Infinity };

/** Call `go` with the step of each pressed button. @param {(step: number) => void} go */
export function onNavigate(go) {
  for (const [id, step] of Object.entries(STEPS))
    byId(id).addEventListener("click", () => go(step));
}

/**
 * The number of turns after a step.
 * @param {number} from @param {number} step @param {number} last
 */
export function turnAfterStep(from, step, last) {
  return Math.max(0, Math.min(last, from + step));
}

/** Disable the buttons that lead nowhere. @param {number} shown @param {number} last */
export function updateNavigation(shown, last) {
  for (const [id, step] of Object.entries(STEPS))
    /** @type {HTMLButtonElement} */ (byId(id)).disabled =
      turnAfterStep(shown, step, last) === shown;
}
