// @ts-check
// A bare board in somebody else's page, with arrows.

import { readPicture } from "./board.js";
import { byId } from "./page.js";
import { Pictures } from "./pictures.js";
import { onWalk, showEnds, walked } from "./walk.js";

const view = JSON.parse(byId("game").textContent ?? "{}");
const pictures = new Pictures(view.id);
const last = view.turns.length;
let number = last;

async function draw() {
  const wanted = number;
  const look = { number, targets: false, territory: false, turned: 0 };
  const picture = readPicture(await pictures.fetch(look, ""));
  if (wanted === number) byId("board").replaceChildren(picture);
  showEnds(number, last);
}

/** @param {number} step */
function walk(step) {
  number = walked(number, step, last);
  draw();
}

onWalk(walk);
document.addEventListener("keydown", ({ key }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key];
  if (step) walk(step);
});
draw();
