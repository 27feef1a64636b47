// @ts-check
// Typing in a game that was played on paper: each turn is checked and kept at once.

import { createInteractiveBoard } from "./interactive-board.js";
import { announce } from "./keyboard.js";
import { draftKey } from "./device-games.js";
import { byId, make, swatch } from "./dom.js";
import { keepDraft } from "./form-draft.js";
import { markSubmitted } from "./submitted-draft.js";
import { StatusPanel } from "./status-panel.js";
import { StatelessGame, post, StatelessConnection } from "./stateless-board.js";
import { turnText } from "./turn-list.js";
import { say } from "./words.js";

/** @typedef {import("./game-state.js").Message} Message */
/** @typedef {{turn: string, seat: number, position: string}} Entered */

const entry = JSON.parse(byId("entry").textContent ?? "{}");
/** Whether this is not a game from paper, but one that is played on this device. */
const played = Boolean(location.hash);
const KEY = draftKey(entry.spec, location.hash);
const MOST_AT_ONCE = 3000; // letters
const field = /** @type {HTMLInputElement} */ (byId("typed"));
const panel = new StatusPanel();
const game = new StatelessGame(entry.board);
/** @type {Entered[]} */
let entered = [];

const where = () => entered.at(-1)?.position ?? entry.position;
const look = () => ({ turned: 0, territory: false });
const server = new StatelessConnection(
  () => ({ position: where(), last: entered.at(-1)?.turn ?? null }),
  async (turn) => ((await enter(turn)) ? { type: "turn" } : null),
);
const { turnInput, draw } = createInteractiveBoard({
  game,
  server,
  panel,
  look,
  redraw,
  confirms: false,
});

/** Show the position after the entered turns. */
async function redraw() {
  const response = await server.ask({ do: "try", steps: [], ...look() });
  if (response?.type === "tried") show(response);
  else panel.refuse(response?.text ?? say("entry_lost"));
}

/** Enter typed or clicked turns; false if the server does not answer. @param {string} text */
async function enter(text) {
  const response = await post("/paper/turns", { position: where(), text, ...look() });
  if (!response || response.type === "refused") {
    panel.refuse(response?.text ?? say("entry_lost"));
    return false;
  }
  entered.push(...response.played);
  remember();
  panel.showMessage("");
  panel.choices();
  panel.markPreview(false);
  show(response);
  field.value = response.refused ? leftOver(text, response.played.length) : "";
  if (response.refused)
    panel.refuse(response.refused.why, response.refused.rule, response.refused.link);
  await turnInput.begin();
  return true;
}

/** The part of a text that has not been played. @param {string} text @param {number} count */
function leftOver(text, count) {
  const words = text.replace(/(^|\s)[0-9]+\s*\.+/g, " ").trim();
  return words.split(/\s+/).slice(count).join(" ");
}

/** Update the page with the server's answer. @param {Message} response */
function show(response) {
  game.closed = response.over;
  game.number = entered.length;
  draw(response.svg);
  const status = `${response.status.slice(0, 1).toUpperCase()}${response.status.slice(1)}`;
  byId("status").textContent = status;
  byId("pass").hidden = !response.can_pass;
  for (const id of ["undo", "clear", "store"])
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = !entered.length;
  byId("turns").replaceChildren(...entered.map(line));
  byId("turns").scrollTop = byId("turns").scrollHeight;
  /** @type {HTMLInputElement} */ (byId("all-turns")).value = entered.map((e) => e.turn).join(" ");
  byId("board").dataset.number = String(entered.length);
  announce(`${say("entered", { count: entered.length })}. ${status}.`);
}

/** @param {Entered} one @param {number} index */
function line({ turn, seat }, index) {
  const count = make("span", { className: "count" }, String(index + 1));
  const button = make("button", { type: "button" }, count, swatch(seat), turnText(turn));
  const number = index + 1;
  button.title = turn;
  button.disabled = number === entered.length; // no turns come after the last one
  button.addEventListener("click", () => ask(say("cut_sure", { number }), say("cut_yes"), number));
  return make("li", { className: turn.length > 7 ? "long" : "" }, button);
}

/** Keep only the first `count` turns. @param {number} count */
async function keepFirst(count) {
  entered = entered.slice(0, count);
  remember();
  panel.showMessage("");
  panel.choices();
  if (turnInput.underWay) await turnInput.cancel();
  await redraw();
  await turnInput.begin();
  readyToType();
}

/** Focus the input, but not on a phone, where the keyboard would cover the board. */
function readyToType() {
  if (!played && matchMedia("(pointer: fine)").matches) field.focus();
}

/** Keep the entered turns in the browser's storage. */
function remember() {
  try {
    if (entered.length) localStorage.setItem(KEY, JSON.stringify(entered));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be blocked; the page still has the turns.
  }
}

/** @returns {Entered[]} */
function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** Ask before several turns are removed. @param {string} question @param {string} yes @param {number} left */
function ask(question, yes, left) {
  panel.choices(question, [
    { text: yes, primary: true, act: () => keepFirst(left) },
    { text: say("confirm_no"), act: () => panel.choices() },
  ]);
  panel.focusChoice();
}

let entering = Promise.resolve();

/** Requests wait for each other, however fast the visitor types. */
function enterTyped() {
  entering = entering.then(async () => {
    const text = field.value.trim();
    if (text) await enter(text);
  });
}

byId("typing").addEventListener("submit", (event) => {
  event.preventDefault();
  enterTyped();
});
field.addEventListener("input", (event) => {
  const { data, inputType } = /** @type {InputEvent} */ (event);
  if (data === " " || inputType === "insertFromPaste") enterTyped();
});
byId("pass").addEventListener("click", () => turnInput.pass());
byId("undo").addEventListener("click", () => keepFirst(entered.length - 1));
byId("clear").addEventListener("click", () => ask(say("clear_sure"), say("clear_yes"), 0));
byId("keep").addEventListener("submit", () => markSubmitted(KEY));

/** Show what was entered before. Turns of a game that began on the server have no positions yet. */
async function begin() {
  const kept = entry.turns ? [] : remembered();
  const known = kept.every(({ position }) => position);
  entered = known ? kept : [];
  await redraw();
  const typed = known ? entry.turns : kept.map(({ turn }) => turn).join(" ");
  for (const part of parts(typed)) if (!(await enter(part))) return;
  if (!typed) await turnInput.begin();
}

/** A text in parts that the server takes at once. @param {string} text */
function parts(text) {
  return text.match(new RegExp(`\\S.{0,${MOST_AT_ONCE}}(?=\\s|$)`, "gs")) ?? [];
}

keepDraft(byId("keep"), `${KEY}-form`);
if (played) {
  byId("page").dataset.device = "";
  byId("enter-lead").textContent = say("device_game");
}
readyToType();
begin();
