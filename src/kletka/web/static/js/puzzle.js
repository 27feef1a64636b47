// @ts-check
// A puzzle: the only right move is followed by the opponent's reply, any other is refused.

import { createInteractiveBoard } from "./interactive-board.js";
import { announce } from "./keyboard.js";
import { byId } from "./dom.js";
import { StatusPanel } from "./status-panel.js";
import { toggle, isOn } from "./preferences.js";
import { play } from "./sound.js";
import { StatelessGame, post, StatelessConnection } from "./stateless-board.js";
import { count, keepSolved, solvedOf, streak } from "./puzzle-progress.js";
import { END_MOVE, moveText } from "./suggestions.js";
import { say } from "./words.js";

/** @typedef {import("./game-state.js").Message} Message */

const REPLY_AFTER = 600;
const puzzle = JSON.parse(byId("puzzle").textContent ?? "{}");
const panel = new StatusPanel();
// A turn of several moves is solved move by move, so no series is chosen here.
const series = puzzle.board.moves_kind === "series";
const game = new StatelessGame({
  ...puzzle.board,
  moves_kind: series ? "paths" : puzzle.board.moves_kind,
});
let position = puzzle.position;
let last = /** @type {string | null} */ (null);
let before = /** @type {string | undefined} */ (undefined);
let done = 0;
let turned = 0;
/** Whether this try counts for the streak: only the first answer does. */
let counts = !solvedOf(puzzle.game).includes(puzzle.number);

const stateless = new StatelessConnection(() => ({ position, last, before }), answerAlone);
const look = () => ({ turned, territory: isOn("territory") });
const { turnInput, draw } = createInteractiveBoard({ game, server: { ask }, panel, look, redraw });

/** A single move is a whole answer. @param {Message} message */
async function ask(message) {
  const response = await stateless.ask(message);
  if (response?.type !== "tried" || message.steps.length !== 1) return response;
  return { ...response, complete: true, turn: message.steps[0] };
}

/** Show the position; within a turn all next moves can be clicked at once. */
async function redraw() {
  const response = await stateless.ask({ do: "try", steps: [], ...look() });
  if (response?.type !== "tried") return void panel.refuse(response?.text ?? say("reconnecting"));
  draw(response.svg, response.in_turn);
  byId("pass").hidden = game.closed || !response.can_pass;
  byId("end-turn").hidden = game.closed || !response.can_stop;
  byId("board").dataset.ready = game.closed ? "solved" : "mine";
  byId("board").dataset.number = String(done);
}

/** Disable the solution button while a move and its reply are played. @param {string} move */
async function answerAlone(move) {
  const button = /** @type {HTMLButtonElement} */ (byId("give-up"));
  button.disabled = true;
  const response = await answer(move);
  button.disabled = false;
  return response;
}

/** TurnServer a move. @param {string} move @returns {Promise<Message | null>} */
async function answer(move) {
  const response = await post("/board", { position, steps: [move], last, ...look() });
  if (!response || response.type === "refused") return response;
  if (move !== puzzle.line[done]) return wrong(move);
  stepTo(response);
  await redraw();
  if (done === puzzle.line.length) solved();
  else if (response.to_move === puzzle.seat) praise(say("puzzle_go_on_same"));
  else await reply();
  return { type: "turn" };
}

/** @param {Message} response */
function stepTo(response) {
  // The move that ends a turn has no text.
  if (response.turn) [last, before] = [response.turn, position];
  position = response.position;
  done += 1;
}

/** Play the opponent's best reply. */
async function reply() {
  game.closed = true;
  await new Promise((resolve) => setTimeout(resolve, REPLY_AFTER));
  const played = [];
  for (let mover = -1; mover !== puzzle.seat && done < puzzle.line.length;) {
    const move = puzzle.line[done];
    const response = await post("/board", { position, steps: [move], last, ...look() });
    if (!response || response.type === "refused") return void panel.refuse(say("reconnecting"));
    stepTo(response);
    played.push(moveText(move));
    mover = response.to_move;
  }
  game.closed = false;
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
  game.closed = true;
  byId("onward").hidden = false;
  for (const id of ["pass", "end-turn", "give-up"]) byId(id).hidden = true;
  byId("board").dataset.ready = "solved";
  showStreak();
  byId("next").focus({ preventScroll: true });
}

/** @param {string} text */
function praise(text) {
  panel.choices();
  panel.showMessage(text);
  byId("message").classList.add("right");
  announce(text);
}

/** Play the whole solution; it does not count. */
async function showSolution() {
  if (counts) count(false);
  counts = false;
  if (turnInput.underWay) await turnInput.cancel();
  const line = puzzle.line.map(moveText).join(" ");
  while (done < puzzle.line.length) {
    const move = puzzle.line[done];
    const response = await post("/board", { position, steps: [move], last, ...look() });
    if (!response || response.type === "refused") return void panel.refuse(say("reconnecting"));
    stepTo(response);
  }
  close();
  await redraw();
  panel.showMessage(say("puzzle_shown", { line }));
}

function showSwitch() {
  byId("territory").setAttribute("aria-pressed", String(isOn("territory")));
}

function showStreak() {
  const { now, best } = streak();
  byId("streak").textContent = best
    ? `${say("streak", { count: now })}, ${say("streak_best", { count: best })}`
    : "";
}

byId("give-up").addEventListener("click", showSolution);
byId("pass").addEventListener("click", () => turnInput.pass());
byId("end-turn").addEventListener("click", () => turnInput.submit(END_MOVE));
byId("rotate").addEventListener("click", () => {
  turned = (turned + 1) % puzzle.board.symmetries;
  redraw();
});
byId("territory").addEventListener("click", () => {
  toggle("territory");
  showSwitch();
  redraw();
});
showStreak();
showSwitch();
redraw();
