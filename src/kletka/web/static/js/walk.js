// @ts-check
// The four buttons that walk through a game.

import { byId } from "./page.js";

const STEPS = { first: -Infinity, back: -1, forward: 1, last: Infinity };

/** Hear how far to walk. @param {(step: number) => void} go */
export function onWalk(go) {
  for (const [id, step] of Object.entries(STEPS))
    byId(id).addEventListener("click", () => go(step));
}

/**
 * Where a step leads from a number of turns.
 * @param {number} from @param {number} step @param {number} last
 */
export function walked(from, step, last) {
  return Math.max(0, Math.min(last, from + step));
}

/** Only what leads anywhere can be pressed. @param {number} shown @param {number} last */
export function showEnds(shown, last) {
  for (const [id, step] of Object.entries(STEPS))
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = walked(shown, step, last) === shown;
}
