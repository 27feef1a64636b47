// @ts-check
// Which puzzles are solved and how many in a row, kept in the browser's storage.

/** @template T @param {string} key @param {T} usual @returns {T} */
function kept(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(`kletka-${key}`) ?? "null") ?? usual;
  } catch {
    return usual; // storage may be blocked
  }
}

/** @param {string} key @param {unknown} value */
function keep(key, value) {
  try {
    localStorage.setItem(`kletka-${key}`, JSON.stringify(value));
  } catch {
    // Storage may be blocked.
  }
}

/** The numbers of the solved puzzles of a game. @param {string} game @returns {number[]} */
export function solvedOf(game) {
  return kept(`solved-${game}`, []);
}

/** @param {string} game @param {number} number */
export function keepSolved(game, number) {
  const solved = new Set(solvedOf(game));
  solved.add(number);
  keep(`solved-${game}`, [...solved]);
}

/** @returns {{now: number, best: number}} */
export function streak() {
  return kept("streak", { now: 0, best: 0 });
}

/** One more in a row, or none any more. @param {boolean} right */
export function count(right) {
  const { now, best } = streak();
  const next = right ? now + 1 : 0;
  keep("streak", { now: next, best: Math.max(best, next) });
}
