// @ts-check
// Typing in a game that was played on paper: each turn is checked at once, none is lost.

import { equip } from "./equip.js";
import { announce } from "./keyboard.js";
import { byId, make, swatch } from "./page.js";
import { sentAway } from "./sent.js";
import { Panel } from "./panel.js";
import { play } from "./sound.js";
import { Desk, post, Stateless } from "./stateless.js";
import { turnText } from "./turns.js";
import { say } from "./words.js";

/** @typedef {import("./state.js").Message} Message */
/** @typedef {{turn: string, seat: number, position: string}} Entered */

const entry = JSON.parse(byId("entry").textContent ?? "{}");
const KEY = `kletka-paper-${entry.spec}`;
const field = /** @type {HTMLInputElement} */ (byId("typed"));
const panel = new Panel();
const desk = new Desk(entry.desk);
/** @type {Entered[]} */
let entered = [];

const where = () => entered.at(-1)?.position ?? entry.position;
const look = () => ({ turned: 0, territory: false });
const judge = new Stateless(
  () => ({ position: where(), last: entered.at(-1)?.turn ?? null }),
  async (turn) => ((await enter(turn)) ? { type: "turn" } : null),
);
const { choosing, draw } = equip({ desk, judge, panel, look, redraw, asks: false });

/** Show the position after all that was entered. */
async function redraw() {
  const told = await judge.ask({ do: "try", steps: [], ...look() });
  if (told?.type === "tried") show(told);
  else panel.refuse(told?.text ?? say("entry_lost"));
}

/** Enter what was typed or clicked; false if the server is away. @param {string} text */
async function enter(text) {
  const told = await post("/paper/turns", { position: where(), text, ...look() });
  if (!told || told.type === "refused") {
    panel.refuse(told?.text ?? say("entry_lost"));
    return false;
  }
  entered.push(...told.played);
  panel.tell("");
  panel.choices();
  panel.ghost(false);
  show(told);
  field.value = told.refused ? leftOver(text, told.played.length) : "";
  if (told.refused) panel.refuse(told.refused.text, told.refused.rule, told.refused.link);
  else play("mine");
  await choosing.begin();
  return true;
}

/** What of a text was not played yet. @param {string} text @param {number} count */
function leftOver(text, count) {
  const words = text.replace(/(^|\s)[0-9]+\s*\.+/g, " ").trim();
  return words.split(/\s+/).slice(count).join(" ");
}

/** Bring the page up to date with the server's word on the position. @param {Message} told */
function show(told) {
  desk.closed = told.over;
  desk.number = entered.length;
  draw(told.svg);
  const status = `${told.status.slice(0, 1).toUpperCase()}${told.status.slice(1)}`;
  byId("status").textContent = status;
  byId("pass").hidden = !told.can_pass;
  for (const id of ["undo", "clear", "store"])
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = !entered.length;
  byId("turns").replaceChildren(...entered.map(line));
  byId("turns").scrollTop = byId("turns").scrollHeight;
  /** @type {HTMLInputElement} */ (byId("all-turns")).value = entered.map((e) => e.turn).join(" ");
  byId("board").dataset.number = String(entered.length);
  announce(`${say("entered", { count: entered.length })}. ${status}.`);
  remember();
}

/** @param {Entered} one @param {number} index */
function line({ turn, seat }, index) {
  const count = make("span", { className: "count" }, String(index + 1));
  const button = make("button", { type: "button" }, count, swatch(seat), turnText(turn));
  button.title = turn;
  button.addEventListener("click", () => {
    const number = index + 1;
    if (number < entered.length) ask(say("cut_sure", { number }), say("cut_yes"), number);
  });
  return make("li", { className: turn.length > 7 ? "long" : "" }, button);
}

/** Take back all turns but the first so many. @param {number} count */
async function keepFirst(count) {
  entered = entered.slice(0, count);
  panel.tell("");
  panel.choices();
  if (choosing.underWay) await choosing.giveUp();
  await redraw();
  await choosing.begin();
  readyToType();
}

/** Where there are keys, the next turn can be typed at once; a phone's would cover the board. */
function readyToType() {
  if (matchMedia("(pointer: fine)").matches) field.focus();
}

/** Nothing that was entered gets lost when the page is closed. */
function remember() {
  try {
    if (entered.length) localStorage.setItem(KEY, JSON.stringify(entered));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden; the page itself still has it.
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

/** Ask before several turns go. @param {string} question @param {string} yes @param {number} left */
function ask(question, yes, left) {
  panel.choices(question, [
    { text: yes, primary: true, act: () => keepFirst(left) },
    { text: say("confirm_no"), act: () => panel.choices() },
  ]);
  panel.focusChoice();
}

let entering = Promise.resolve();

/** One after another, however fast somebody types. */
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
byId("pass").addEventListener("click", () => choosing.pass());
byId("undo").addEventListener("click", () => keepFirst(entered.length - 1));
byId("clear").addEventListener("click", () => ask(say("clear_sure"), say("clear_yes"), 0));
byId("keep").addEventListener("submit", () => sentAway(KEY));
entered = entry.turns ? [] : remembered();
redraw().then(async () => {
  if (entry.turns) await enter(entry.turns);
  else await choosing.begin();
});
readyToType();
