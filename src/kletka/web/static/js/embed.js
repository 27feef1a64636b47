// @ts-check
// A bare board in somebody else's page, with arrows.

import { readPicture } from "./board.js";
import { byId } from "./page.js";
import { Pictures } from "./pictures.js";

const view = JSON.parse(byId("game").textContent ?? "{}");
const pictures = new Pictures(view.id);
const last = view.turns.length;
let number = last;

async function draw() {
  const wanted = number;
  const look = { number, targets: false, territory: false, turned: 0 };
  const picture = readPicture(await pictures.fetch(look, ""));
  if (wanted === number) byId("board").replaceChildren(picture);
  for (const [id, end] of /** @type {const} */ ([["first", 0], ["back", 0], ["forward", last], ["last", last]]))
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = number === end;
}

/** @param {number} step */
function walk(step) {
  number = Math.max(0, Math.min(last, number + step));
  draw();
}

for (const [id, step] of /** @type {const} */ ([["first", -Infinity], ["back", -1], ["forward", 1], ["last", Infinity]]))
  byId(id).addEventListener("click", () => walk(step));
document.addEventListener("keydown", ({ key }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key];
  if (step) walk(step);
});
draw();
