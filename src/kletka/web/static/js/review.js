// @ts-check
// The review of a game: a graph that grows with the analysis, and the decisive moves.

import { Board } from "./board.js";
import { ChancesGraph } from "./chances-graph.js";
import { drawHeatMap } from "./heat-map.js";
import { byId, make, markCurrent } from "./dom.js";
import { Pictures } from "./board-pictures.js";
import { playerName } from "./seats.js";
import { percent, showChances } from "./chances-bar.js";
import { Game } from "./game-state.js";
import { GameStory } from "./game-story.js";
import { post } from "./stateless-board.js";
import { moveText } from "./suggestions.js";
import { TurnList, turnText } from "./turn-list.js";
import { say, spoken } from "./words.js";

/** @typedef {Record<string, any>} Message */

const view = JSON.parse(byId("review").textContent ?? "{}");
const game = new Game(view);
const count = view.turns.length;
const names = view.players.map((/** @type {Message} */ player) => playerName(player));
const pictures = new Pictures(view.id);
const quiet = () => undefined;
const reports = { cell: quiet, move: quiet, drag: quiet, hover: quiet, focus: quiet };
const board = new Board(byId("board"), reports, false);
const graph = new ChancesGraph(
  /** @type {any} */ (document.getElementById("graph")),
  count,
  view.colours,
  show,
);
const story = new GameStory(game);
const turns = new TurnList(game, show, story);
/** Judgements by turn and part. @type {Map<string, Message>} */
const judged = new Map();
/** @type {number[] | null} */
let ended = null;
let drawing = 0;
/** The turns that are looked at again at the end. */
let again = false;

/** @param {Message} response */
function key(response) {
  return `${response.turn}.${response.part}`;
}

/** All judgements in order, each with its place on the graph. */
function points() {
  const all = [...judged.values()].sort((a, b) => a.turn - b.turn || a.part - b.part);
  const parts = new Map();
  for (const { turn, part } of all) parts.set(turn, part + 1);
  const known = all.map((response) => ({
    at: response.turn + response.part / parts.get(response.turn),
    shares: response.shares,
  }));
  return ended ? [...known, { at: count, shares: ended }] : known;
}

/** @param {number} turn the number of turns played */
async function show(turn) {
  const wanted = Math.max(0, Math.min(count, turn));
  game.shown = wanted === count ? null : wanted;
  update();
  const mine = ++drawing;
  for (const moment of document.querySelectorAll(".moment")) markCurrent(moment, false);
  const look = {
    number: wanted,
    since: game.markedSince,
    targets: false,
    territory: false,
    turned: 0,
  };
  const picture = await pictures.fetch(look, "");
  if (mine === drawing) board.draw(picture);
}

function update() {
  const here = game.shownNumber;
  turns.update();
  byId("told").textContent = story.sentences(game.markedSince, here);
  graph.points = points();
  graph.draw(here);
  const response = judged.get(`${here}.0`);
  const shares = response?.shares ?? (here === count ? ended : null);
  showChances(shares, names, view.colours);
  byId("caption").textContent = shares
    ? say("graph_point", { number: here, chances: chancesText(shares) })
    : "";
  /** @type {HTMLInputElement} */ (byId("play-number")).value = String(here);
  /** @type {HTMLButtonElement} */ (byId("play-on")).disabled = here === count;
  byId("to-analysis").setAttribute(
    "href",
    `/analysis/${encodeURIComponent(view.spec)}?game=${view.id}&number=${here}`,
  );
  byId("page").dataset.number = String(here);
}

/** @param {number[]} shares */
function chancesText(shares) {
  return shares
    .map((share, seat) => say("chance_of", { player: names[seat], percent: percent(share) }))
    .join(", ");
}

/** Show the position before a move, the move, and the better one. @param {Message} moment
 * @param {HTMLElement} entry */
async function showMoment(moment, entry) {
  game.shown = moment.turn;
  update();
  const mine = ++drawing;
  for (const other of document.querySelectorAll(".moment")) markCurrent(other, other === entry);
  const response = await post("/board", { position: moment.position, steps: [] });
  if (mine !== drawing || !response?.svg) return;
  board.draw(response.svg, true);
  drawHeatMap(board, [
    { move: moment.best, warmth: 1, labels: ["✓"], best: true },
    { move: moment.move, warmth: 0.5, labels: ["?"], best: false },
  ]);
}

/** @param {Message} moment */
function momentEntry(moment) {
  const turn = view.turns[moment.turn];
  const whole = moment.move === turn || (moment.part === 0 && moment.move === turn);
  const head = say("moment_head", {
    number: moment.turn + 1,
    player: names[moment.seat],
    move: turnText(moveText(moment.move)),
  });
  const step = whole ? "" : ` (${say("moment_step", { part: moment.part + 1, turn })})`;
  const button = make("button", { type: "button" }, head + step);
  const query = new URLSearchParams({ position: moment.position });
  const link = make(
    "a",
    { href: `/analysis/${encodeURIComponent(view.spec)}?${query}` },
    say("show_better"),
  );
  const line = moment.line.map(moveText).join(" ");
  const entry = make(
    "li",
    { className: "moment sheet" },
    make("h3", {}, button),
    make("p", { className: "why" }, spoken(moment.text)),
    make("p", { className: "hint" }, say("better_line", { line })),
    make("p", { className: "go" }, link),
  );
  button.addEventListener("click", () => showMoment(moment, entry));
  return entry;
}

/** @param {Message} message */
function receive(message) {
  if (message.type === "judged") {
    again ||= judged.has(key(message));
    judged.set(key(message), message);
    byId("progress").textContent = again
      ? say("review_again")
      : say("review_thinking", { done: message.turn + 1, count });
  } else if (message.type === "reviewed") {
    ended = message.ended;
    graph.turning = message.moments.map((/** @type {Message} */ moment) => moment.turn);
    byId("moments").replaceChildren(...message.moments.map(momentEntry));
    byId("progress").textContent = message.moments.length ? "" : say("review_none");
    byId("page").dataset.reviewed = "true";
  } else if (message.type === "end" && byId("page").dataset.reviewed !== "true")
    byId("progress").textContent = say("review_broken");
  else if (message.type === "refused") byId("progress").textContent = message.text;
  update();
}

function connect() {
  const url = new URL(
    `/g/${view.id}/review/live?lang=${document.documentElement.lang}`,
    location.href,
  );
  url.protocol = url.protocol.replace("http", "ws");
  const socket = new WebSocket(url);
  socket.onmessage = (event) => receive(JSON.parse(event.data));
  socket.onclose = () => {
    if (byId("page").dataset.reviewed !== "true") setTimeout(connect, 2000);
  };
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, textarea, select")) return;
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
  if (!step) return;
  show(turns.target(step));
  event.preventDefault();
});
byId("graph").setAttribute("aria-label", say("graph_label", { players: names.join(", ") }));
show(count);
story.load().then(update);
connect();
