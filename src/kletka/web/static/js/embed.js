// @ts-check
// A board with navigation buttons for embedding in other pages.

import { readPicture } from "./board.js";
import { byId } from "./dom.js";
import { Pictures } from "./board-pictures.js";
import { onNavigate, updateNavigation, turnAfterStep } from "./turn-navigation.js";

const view = JSON.parse(byId("game").textContent ?? "{}");
const pictures = new Pictures(view.id);
const last = view.turns.length;
let number = last;

async function draw() {
  const wanted = number;
  const look = {
    number,
    since: Math.max(0, number - 1),
    targets: false,
    territory: false,
    turned: 0,
  };
  const picture = readPicture(await pictures.fetch(look, ""));
  if (wanted === number) byId("board").replaceChildren(picture);
  updateNavigation(number, last);
}

/** @param {number} step */
function walk(step) {
  number = turnAfterStep(number, step, last);
  draw();
}

onNavigate(walk);
document.addEventListener("keydown", ({ key }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key];
  if (step) walk(step);
});
draw();
