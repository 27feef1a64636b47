// @ts-check
// Which lessons are done, kept in the browser's storage.

const KEY = "kletka-lessons";

/** @returns {Record<string, number[]>} the numbers of the lessons done, by game */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {}; // storage may be blocked or contain something else
  }
}

/** The lessons of a game that are done. @param {string} game @returns {number[]} */
export function done(game) {
  const numbers = kept()[game];
  return Array.isArray(numbers) ? numbers : [];
}

/** @param {string} game @param {number} number */
export function keepDone(game, number) {
  const numbers = [...new Set([...done(game), number])].sort((a, b) => a - b);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...kept(), [game]: numbers }));
  } catch {
    // It is still shown on this page.
  }
  return numbers;
}

/** Mark the entries of a list whose lessons are done. @param {ParentNode} list @param {number[]} numbers */
export function markDone(list, numbers) {
  for (const entry of /** @type {NodeListOf<HTMLElement>} */ (
    list.querySelectorAll("[data-number]")
  ))
    entry.classList.toggle("done", numbers.includes(Number(entry.dataset.number)));
}
