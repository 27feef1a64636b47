// @ts-check
// A lesson: one turn is chosen as in a game, and the server says whether it solves the task.

import { equip } from "./equip.js";
import { announce } from "./keyboard.js";
import { byId } from "./page.js";
import { Panel } from "./panel.js";
import { done, keepDone, markDone } from "./progress.js";
import { play } from "./sound.js";
import { Desk, post, Stateless } from "./stateless.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Message} Message */

const lesson = JSON.parse(byId("lesson").textContent ?? "{}");
const address = `/learn/${lesson.game}/${lesson.number}`;
const panel = new Panel();
const desk = new Desk(lesson.desk);
let turned = 0;
let territory = lesson.territory;

const judge = new Stateless(() => ({ position: lesson.position, last: lesson.last }), answer);
const look = () => ({ turned, territory });
const { choosing, draw } = equip({ desk, judge, panel, look, redraw, closed: again });

/** The board as it was when the lesson began. */
async function redraw() {
  const told = await judge.ask({ do: "try", steps: [], ...look() });
  if (told?.type !== "tried") {
    panel.refuse(told?.text ?? say("no_answer"));
    return;
  }
  desk.closed = false;
  draw(told.svg);
  byId("board").dataset.ready = "mine";
}

/** Begin the lesson anew. */
async function again() {
  if (!byId("onward").hidden) return; // it is solved, and the way leads on
  panel.tell("");
  panel.choices();
  panel.ghost(false);
  await redraw();
  await choosing.begin();
}

/** What the server says of a whole turn. @param {string} turn @returns {Promise<Message | null>} */
async function answer(turn) {
  const told = await post(address, { turn });
  if (!told || told.type === "refused") return told;
  desk.closed = true;
  draw(told.svg);
  byId("board").dataset.ready = told.solved ? "solved" : "missed";
  if (told.solved) solved(told.text);
  else missed(told.text);
  return { type: "turn" };
}

/** @param {string} text */
function solved(text) {
  showProgress(keepDone(lesson.game, lesson.number));
  praise(text);
  byId("onward").hidden = false;
  for (const id of ["pass", "solution"]) byId(id).hidden = true;
  byId("next").focus({ preventScroll: true });
  play("over");
}

/** @param {string} text */
function praise(text) {
  panel.tell(text);
  byId("message").classList.add("right");
  announce(text);
}

/** @param {string} text */
function missed(text) {
  panel.refuse(text);
  panel.ghost(true);
  offerAgain();
}

function offerAgain() {
  panel.choices("", [{ text: say("try_again"), primary: true, act: leave }]);
  panel.focusChoice();
}

function leave() {
  byId("message").classList.remove("right");
  return again();
}

/** Show how it is done, without counting it as done. */
async function showSolution() {
  if (choosing.underWay) await choosing.giveUp();
  const told = await post(address, { turn: lesson.solution });
  if (!told || told.type === "refused") return panel.refuse(told?.text ?? say("no_answer"));
  desk.closed = true;
  draw(told.svg);
  praise(told.text);
  offerAgain();
}

/** @param {number[]} numbers */
function showProgress(numbers) {
  markDone(document, numbers);
  byId("progress").textContent = say("lessons_left", { done: numbers.length, count: lesson.count });
}

byId("pass").hidden = !lesson.can_pass;
byId("pass").addEventListener("click", () => choosing.pass());
byId("solution").addEventListener("click", showSolution);
byId("rotate").addEventListener("click", () => {
  turned = (turned + 1) % lesson.desk.symmetries;
  again();
});
byId("territory").addEventListener("click", () => {
  territory = !territory;
  again();
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && desk.closed) leave();
});
showProgress(done(lesson.game));
again();
