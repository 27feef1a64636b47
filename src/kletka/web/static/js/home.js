// @ts-check
// The boards of the home page, where bots play; asked for only while somebody can see them.

import { crop, readPicture } from "./board.js";
import { showDailyPuzzle } from "./daily-puzzle.js";

const EVERY = 2000;
const boards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-demo]"));
/** @type {Map<HTMLElement, string>} */
const shown = new Map();
/** The boards on the screen. @type {Set<HTMLElement>} */
const inView = new Set();
/** The next round, if one is planned. @type {ReturnType<typeof setTimeout> | undefined} */
let next;

/** @param {HTMLElement} board */
async function refresh(board) {
  try {
    const answer = await fetch(
      `/demo/${board.dataset.demo}/board.svg?lang=${document.documentElement.lang}`,
    );
    if (!answer.ok) return;
    const text = await answer.text();
    if (text === shown.get(board)) return;
    shown.set(board, text);
    const picture = readPicture(text);
    board.replaceChildren(picture);
    crop(picture);
  } catch {
    // The board stays as it is until the connection is back.
  }
}

/** Refresh the boards in view, and again after a while; nothing happens while there are none. */
async function refreshInView() {
  clearTimeout(next);
  next = undefined;
  if (document.hidden || !inView.size) return;
  await Promise.all([...inView].map(refresh));
  if (next === undefined) next = setTimeout(refreshInView, EVERY);
}

const watcher = new IntersectionObserver((changes) => {
  const before = inView.size;
  for (const { target, isIntersecting } of changes) {
    const board = /** @type {HTMLElement} */ (target);
    if (isIntersecting) inView.add(board);
    else inView.delete(board);
  }
  if (inView.size > before) refreshInView();
});

for (const board of boards) {
  crop(/** @type {SVGSVGElement} */ (board.querySelector("svg")));
  watcher.observe(board);
}
document.addEventListener("visibilitychange", refreshInView);
showDailyPuzzle();
