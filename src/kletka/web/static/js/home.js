// @ts-check
// The boards of the home page, where bots play; updated only while they are visible.

import { crop, readPicture } from "./board.js";

const EVERY = 2000;
const boards = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-demo]"));
/** @type {Map<HTMLElement, string>} */
const shown = new Map();

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

async function refreshAll() {
  if (!document.hidden) await Promise.all([...boards].map(refresh));
  setTimeout(refreshAll, EVERY);
}

for (const board of boards) crop(/** @type {SVGSVGElement} */ (board.querySelector("svg")));
refreshAll();
