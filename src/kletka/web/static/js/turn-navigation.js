// @ts-check
// The four buttons that walk through a game.

import { byId } from "./dom.js";

const STEPS = { first: -Infinity, back: -1, forward: 1, last: Infinity };

/** Hear how far to walk. @param {(step: number) => void} go */
export function onNavigate(go) {
  for (const [id, step] of Object.entries(STEPS))
    byId(id).addEventListener("click", () => go(step));
}

/**
 * Where a step leads from a number of turns.
 * @param {number} from @param {number} step @param {number} last
 */
export function turnAfterStep(from, step, last) {
  return Math.max(0, Math.min(last, from + step));
}

/** Only what leads anywhere can be pressed. @param {number} shown @param {number} last */
export function updateNavigation(shown, last) {
  for (const [id, step] of Object.entries(STEPS))
    /** @type {HTMLButtonElement} */ (byId(id)).disabled =
      turnAfterStep(shown, step, last) === shown;
}
