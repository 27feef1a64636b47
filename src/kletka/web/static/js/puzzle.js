// @ts-check
// A puzzle: single moves are played, the only right one leads on, and the reply comes by itself.

import { equip } from "./equip.js";
import { announce } from "./keyboard.js";
import { byId } from "./page.js";
import { Panel } from "./panel.js";
import { flip, isOn } from "./settings.js";
import { play } from "./sound.js";
import { Desk, post, Stateless } from "./stateless.js";
import { count, keepSolved, solvedOf, streak } from "./streak.js";
import { moveText } from "./thoughts.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Message} Message */

const REPLY_AFTER = 600;
const puzzle = JSON.parse(byId("puzzle").textContent ?? "{}");
const panel = new Panel();
// A turn of several moves is solved move by move, so no series is chosen here.
const series = puzzle.desk.moves_kind === "series";
const desk = new Desk({ ...puzzle.desk, moves_kind: series ? "paths" : puzzle.desk.moves_kind });
let position = puzzle.position;
let last = /** @type {string | null} */ (null);
let done = 0;
let turned = 0;
/** Whether this try counts for the streak: only the first answer does. */
let counts = !solvedOf(puzzle.game).includes(puzzle.number);

const stateless = new Stateless(() => ({ position, last }), answerAlone);
const look = () => ({ turned, territory: isOn("territory") });
const { choosing, draw } = equip({ desk, judge: { ask }, panel, look, redraw });

/** A single move is a whole answer here. @param {Message} message */
async function ask(message) {
  const told = await stateless.ask(message);
  if (told?.type !== "tried" || message.steps.length !== 1) return told;
  return { ...told, complete: true, turn: message.steps[0] };
}

/** Show the position; in the middle of a turn all ways on can be clicked at once. */
async function redraw() {
  const told = await stateless.ask({ do: "try", steps: [], ...look() });
  if (told?.type !== "tried") return void panel.refuse(told?.text ?? say("reconnecting"));
  draw(told.svg, told.in_turn);
  byId("pass").hidden = desk.closed || !told.can_pass;
  byId("stop").hidden = desk.closed || !told.can_stop;
  byId("board").dataset.ready = desk.closed ? "solved" : "mine";
  byId("board").dataset.number = String(done);
}

/** Nobody can ask for the solution while a move and its reply take place. @param {string} move */
async function answerAlone(move) {
  const button = /** @type {HTMLButtonElement} */ (byId("give-up"));
  button.disabled = true;
  const told = await answer(move);
  button.disabled = false;
  return told;
}

/** Judge a move. @param {string} move @returns {Promise<Message | null>} */
async function answer(move) {
  const told = await post("/board", { position, steps: [move], last, ...look() });
  if (!told || told.type === "refused") return told;
  if (move !== puzzle.line[done]) return wrong(move);
  stepTo(told, move);
  await redraw();
  if (done === puzzle.line.length) solved();
  else if (told.to_move === puzzle.seat) praise(say("puzzle_go_on_same"));
  else await reply();
  return { type: "turn" };
}

/** @param {Message} told @param {string} move */
function stepTo(told, move) {
  position = told.position;
  last = move === "stop" ? last : move;
  done += 1;
}

/** The other side answers as well as it can. */
async function reply() {
  desk.closed = true;
  await new Promise((resolve) => setTimeout(resolve, REPLY_AFTER));
  const played = [];
  for (let mover = -1; mover !== puzzle.seat && done < puzzle.line.length;) {
    const move = puzzle.line[done];
    const told = await post("/board", { position, steps: [move], last, ...look() });
    if (!told || told.type === "refused") return void panel.refuse(say("reconnecting"));
    stepTo(told, move);
    played.push(moveText(move));
    mover = told.to_move;
  }
  desk.closed = false;
  await redraw();
  praise(say("puzzle_go_on", { reply: played.join(" ") }));
}

/** @param {string} move */
function wrong(move) {
  if (counts) count(false);
  counts = false;
  showStreak();
  const key = done ? "puzzle_wrong_later" : "puzzle_wrong";
  return { type: "refused", text: say(key, { move: moveText(move), why: puzzle.why }) };
}

function solved() {
  if (counts) count(true);
  counts = false;
  keepSolved(puzzle.game, puzzle.number);
  close();
  praise(say("puzzle_solved"));
  play("over");
}

function close() {
  desk.closed = true;
  byId("onward").hidden = false;
  for (const id of ["pass", "stop", "give-up"]) byId(id).hidden = true;
  byId("board").dataset.ready = "solved";
  showStreak();
  byId("next").focus({ preventScroll: true });
}

/** @param {string} text */
function praise(text) {
  panel.choices();
  panel.tell(text);
  byId("message").classList.add("right");
  announce(text);
}

/** Play the whole solution; it does not count. */
async function giveUp() {
  if (counts) count(false);
  counts = false;
  if (choosing.underWay) await choosing.giveUp();
  const line = puzzle.line.map(moveText).join(" ");
  while (done < puzzle.line.length) {
    const move = puzzle.line[done];
    const told = await post("/board", { position, steps: [move], last, ...look() });
    if (!told || told.type === "refused") return void panel.refuse(say("reconnecting"));
    stepTo(told, move);
  }
  close();
  await redraw();
  panel.tell(say("puzzle_shown", { line }));
}

function showStreak() {
  const { now, best } = streak();
  byId("streak").textContent = best
    ? `${say("streak", { count: now })}, ${say("streak_best", { count: best })}`
    : "";
}

byId("give-up").addEventListener("click", giveUp);
byId("pass").addEventListener("click", () => choosing.pass());
byId("stop").addEventListener("click", () => choosing.move("stop"));
byId("rotate").addEventListener("click", () => {
  turned = (turned + 1) % puzzle.desk.symmetries;
  redraw();
});
byId("territory").addEventListener("click", () => {
  flip("territory");
  redraw();
});
showStreak();
redraw();
