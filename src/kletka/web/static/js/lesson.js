// @ts-check
// A lesson: a turn is played as in a game, and the server says whether it solves the task.

import { createInteractiveBoard } from "./interactive-board.js";
import { announce } from "./keyboard.js";
import { byId } from "./dom.js";
import { StatusPanel } from "./status-panel.js";
import { done, keepDone, markDone } from "./lesson-progress.js";
import { play } from "./sound.js";
import { StatelessGame, post, StatelessConnection } from "./stateless-board.js";
import { say } from "./words.js";

/** @typedef {import("./game-state.js").Message} Message */

const lesson = JSON.parse(byId("lesson").textContent ?? "{}");
const address = `/learn/${lesson.game}/${lesson.number}`;
const panel = new StatusPanel();
const game = new StatelessGame(lesson.board);
let turned = 0;
let territory = lesson.territory;
/** The turn that is shown and cannot be changed any more. @type {string | null} */
let answered = null;

const server = new StatelessConnection(
  () => ({ position: lesson.position, last: lesson.last }),
  answer,
);
const look = () => ({ turned, territory });
const { turnInput, draw } = createInteractiveBoard({
  game,
  server,
  panel,
  look,
  redraw,
  closed: again,
});

/** The board as it was when the lesson began. */
async function redraw() {
  const response = await server.ask({ do: "try", steps: [], ...look() });
  if (response?.type !== "tried") {
    panel.refuse(response?.text ?? say("no_answer"));
    return;
  }
  game.closed = false;
  draw(response.svg);
  byId("board").dataset.ready = "mine";
}

/** Start the lesson again. */
async function again() {
  if (!byId("onward").hidden) return; // it is already solved
  panel.showMessage("");
  panel.choices();
  panel.markPreview(false);
  answered = null;
  byId("pass").hidden = !lesson.can_pass;
  await redraw();
  await turnInput.begin();
}

/** Show the board after a turn. @param {Message} response @param {string} turn */
function show(response, turn) {
  answered = turn;
  game.closed = true;
  byId("pass").hidden = true;
  draw(response.svg);
}

/** Show the same board turned, or with territory. */
async function lookAgain() {
  if (answered === null) return again();
  const response = await post(address, { turn: answered, ...look() });
  if (response && response.type !== "refused") draw(response.svg);
}

/** What the server says of a whole turn. @param {string} turn @returns {Promise<Message | null>} */
async function answer(turn) {
  const response = await post(address, { turn, ...look() });
  if (!response || response.type === "refused") return response;
  show(response, turn);
  byId("board").dataset.ready = response.solved ? "solved" : "missed";
  if (response.solved) solved(response.text);
  else missed(response.text);
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
  panel.showMessage(text);
  byId("message").classList.add("right");
  announce(text);
}

/** @param {string} text */
function missed(text) {
  panel.refuse(text);
  panel.markPreview(true);
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
  if (turnInput.underWay) await turnInput.cancel();
  const response = await post(address, { turn: lesson.solution, ...look() });
  if (!response || response.type === "refused")
    return panel.refuse(response?.text ?? say("no_answer"));
  show(response, lesson.solution);
  praise(response.text);
  offerAgain();
}

/** @param {number[]} numbers */
function showProgress(numbers) {
  markDone(document, numbers);
  byId("progress").textContent = say("lessons_left", { done: numbers.length, count: lesson.count });
}

function showSwitch() {
  byId("territory").setAttribute("aria-pressed", String(territory));
}

showSwitch();
byId("pass").addEventListener("click", () => turnInput.pass());
byId("solution").addEventListener("click", showSolution);
byId("rotate").addEventListener("click", () => {
  turned = (turned + 1) % lesson.board.symmetries;
  lookAgain();
});
byId("territory").addEventListener("click", () => {
  territory = !territory;
  showSwitch();
  lookAgain();
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && game.closed) leave();
});
byId("board").classList.toggle("secret", lesson.find);
showProgress(done(lesson.game));
again();
