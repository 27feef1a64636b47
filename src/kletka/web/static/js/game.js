// @ts-check
// The game page: connects its parts.

import { Absence } from "./absence.js";
import { Actions, dialog } from "./actions.js";
import { Board } from "./board.js";
import { TargetChooser } from "./target-chooser.js";
import { TurnInput } from "./turn-input.js";
import { announce, Keyboard } from "./keyboard.js";
import { GameConnection } from "./game-connection.js";
import { GameHint } from "./game-hint.js";
import { byId } from "./dom.js";
import { StatusPanel } from "./status-panel.js";
import { canUnpack, Pictures } from "./board-pictures.js";
import { playerName, Seats } from "./seats.js";
import { forgetSubmitted } from "./submitted-draft.js";
import { toggle, isOn } from "./preferences.js";
import { play } from "./sound.js";
import { Game } from "./game-state.js";
import { GameStory } from "./game-story.js";
import { UnsentTurn } from "./unsent-turn.js";
import { showVerdict } from "./verdict.js";
import { TurnList, turnText } from "./turn-list.js";
import { say, spoken } from "./words.js";

const game = new Game(JSON.parse(byId("game").textContent ?? "{}"));
/** @typedef {import("./game-state.js").Message} Message */
const CHANGES_BOARD = ["game", "turn", "takeback", "over"];
let turned = 0;
let drawing = 0;
/** Which parts of the last turn the next picture shows in motion.
 * @type {((item: import("./motion.js").Item) => boolean) | null} */
let unseen = null;

const pictures = new Pictures(game.view.id);
const panel = new StatusPanel();
const story = new GameStory(game);
const seats = new Seats(byId("seats"), game, story);
const turns = new TurnList(game, show, story);
const connection = new GameConnection(
  `/g/${game.view.id}/live?lang=${document.documentElement.lang}`,
  () => game.view.event,
  {
    message: receive,
    state(connected) {
      byId("connection").textContent = say(connected ? "connected" : "reconnecting");
      byId("connection").classList.toggle("lost", !connected);
      const detail = { connected, game, panel, unsent };
      document.dispatchEvent(new CustomEvent("kletka-connection", { detail }));
      if (!connected) return;
      tellLook();
      catchUp();
      unsent.send();
    },
  },
);
const unsent = new UnsentTurn(game, connection, panel);
const board = new Board(byId("board"), {
  cell: (name) => input.cell(name),
  move: (move) => input.move(move),
  tap: (name) => chooser.tap(name),
  drag: (from, to) => input.drag(from, to),
  hover: (move) => input.hover(move),
  focus(name) {
    keyboard.focus(name);
    input.hoverCell(name);
  },
});
const LAND = `territory-${game.view.game}`; // each game has its own switch
const landIsUsual = byId("page").dataset.land === "true";
const landTitle = byId("territory").title;
const endShowsLand = () => landIsUsual && game.over && game.shown === null;
const look = () => ({ turned, territory: endShowsLand() || isOn(LAND, landIsUsual) });
const turnInput = new TurnInput({ game, board, server: unsent, panel, look, draw, redraw });
const hint = document.getElementById("hint") && new GameHint({ board, turnInput, game, position });
const input = hint ? hint.group : turnInput;
const chooser = new TargetChooser({ board, panel, turnInput, input: () => input });
const keyboard = new Keyboard({
  board,
  turnInput: input,
  game,
  walk: (step) => show(turns.target(step)),
});
const actions = new Actions(game, connection, panel, turnInput);
const absence = new Absence(game, connection, panel);

/** The position on the board, with the steps of an unfinished turn; null if the turn is complete. */
async function position() {
  const number = game.number;
  const tried = await connection.ask({ do: "try", number, steps: turnInput.steps, ...look() });
  return tried?.type === "tried" && !tried.complete ? tried.position : null;
}

/**
 * Show a picture; requests for earlier ones are ignored.
 * @param {string} picture
 * @param {boolean} [series] whether it is in the middle of a turn
 */
function draw(picture, series) {
  drawing += 1;
  board.draw(picture, series);
  board.frame.classList.toggle("quiet", !isOn("targets"));
  keyboard.enter();
  hint?.drawn();
}

/** Draw the current position with its legal moves. */
async function redraw() {
  const mine = ++drawing;
  const { shownNumber: number, markedSince: since } = game;
  const newest = number === game.number;
  const targets = newest && game.myTurn && game.shown === null;
  try {
    const picture = await pictures.fetch({ number, since, targets, ...look() }, keyOf(number));
    await board.motion.done;
    if (mine !== drawing) return; // a newer picture was requested
    draw(picture);
    if (unseen) board.replayTurn(unseen);
    unseen = null;
    board.frame.dataset.number = String(number);
    board.frame.dataset.ready = targets ? "mine" : "seen";
  } catch {
    // The server does not answer; the page catches up when it reconnects.
  }
}

/** Distinguishes positions with the same number of turns. @param {number} number */
function keyOf(number) {
  return game.view.turns.slice(0, number).join(" ");
}

/** Tell the server how the board is looked at, so that events come with pictures. */
function tellLook() {
  if (canUnpack) connection.tell({ do: "look", turned, territory: isOn(LAND, landIsUsual) });
}

/** The connection is back: request what is missing. */
function catchUp() {
  if (turnInput.underWay) return;
  turnInput.begin();
  if (board.frame.dataset.number !== String(game.shownNumber)) redraw();
}

/** Show the position after so many turns. @param {number} number */
function show(number) {
  board.motion.finish();
  unseen = number === game.shownNumber + 1 ? () => true : null;
  game.shown = number === game.number ? null : number;
  if (turnInput.underWay) turnInput.cancel();
  update();
}

/** Update everything but the board. */
function updatePanel() {
  panel.status(game);
  seats.update();
  turns.update();
  actions.update();
  absence.update();
  hint?.update();
  const { comments } = game.view.notes;
  byId("comment").textContent = comments[game.shownNumber] ?? "";
  byId("comment").hidden = !(game.shownNumber in comments);
  byId("told").textContent = story.sentences(game.markedSince, game.shownNumber);
  const land = /** @type {HTMLButtonElement} */ (byId("territory"));
  land.disabled = endShowsLand();
  land.title = land.disabled ? say("land_at_end") : landTitle;
  land.setAttribute("aria-pressed", String(look().territory));
  if (game.over) showVerdict(game);
  byId("page").dataset.number = String(game.number);
  byId("page").dataset.over = String(game.over);
  byId("page").dataset.mine = String(game.myTurn);
  byId("page").dataset.playing = String(game.playing.length > 0);
}

/** Update everything; cancels an unfinished turn. */
function update() {
  updatePanel();
  return Promise.all([redraw(), turnInput.begin()]);
}

/** @param {import("./game-state.js").Message} message */
function receive(message) {
  if (message.type === "presence") {
    seats.present = message.seats;
    seats.update();
    absence.hear(message);
    const others = message.watchers - (game.mine.length ? 0 : 1);
    byId("watchers").textContent = others > 0 ? say("watchers", { count: others }) : "";
    return;
  }
  const looking = game.shown;
  if (!game.apply(message)) return;
  story.apply(message);
  announceEvent(message);
  if (message.type === "game") loadStory();
  if (CHANGES_BOARD.includes(message.type)) {
    panel.showMessage("");
    panel.choices();
    panel.markPreview(false);
    // A visitor who looks at an earlier position stays there, unless it was taken back.
    game.shown = looking !== null && looking < game.number ? looking : null;
    if (message.re === undefined) board.motion.finish(); // but a move made here may arrive
    if (message.picture) pictures.receive(message.picture, keyOf(game.number));
    if (message.type !== "over") unseen = message.type === "turn" ? unseenOf(message) : null;
    update();
  } else updatePanel();
  if (message.type === "rematch" && game.mine.length) location.assign(`/g/${message.game}`);
  if (message.type === "reminded") absence.showReminder();
  if (message.type === "declined") panel.showMessage(say("declined"));
}

/** What the page has not shown of a turn: all of it, unless it was made here. */
function unseenOf(/** @type {Message} */ message) {
  const { taken } = turnInput.expected;
  if (message.re === undefined) return () => true;
  return (/** @type {import("./motion.js").Item} */ { kind, at }) =>
    kind === "close" || (kind === "vanish" && !taken.has(at));
}

/** Announce an event in words and with a sound. @param {import("./game-state.js").Message} message */
function announceEvent(message) {
  if (message.type === "turn") {
    const player = playerName(game.view.players[message.seat]);
    const yours = game.myTurn ? ` ${say("your_turn")}.` : "";
    const words = message.words && `${spoken(message.words)}.`;
    announce((words || say("announce_turn", { player, turn: turnText(message.turn) })) + yours);
    if (message.turn === "pass") play("pass"); // other turns are heard when they are seen
  } else if (message.type === "takeback") {
    announce(say("announce_takeback", { number: message.number }));
  } else if (message.type === "over") {
    panel.status(game);
    announce(byId("status").textContent ?? "");
    play("over");
  }
}

/** A switch that is kept. @param {string} id @param {() => unknown} then @param {string} [name]
 * @param {boolean} [usual] */
function switchOf(id, then, name = id, usual = undefined) {
  const button = byId(id);
  const press = () => button.setAttribute("aria-pressed", String(isOn(name, usual)));
  button.addEventListener("click", () => {
    toggle(name, usual);
    press();
    then();
  });
  press();
}

/** Read the story, and show what it tells. */
async function loadStory() {
  await story.load();
  updatePanel();
}

async function lookAgain() {
  tellLook();
  if (turnInput.steps.length) await turnInput.cancel();
  await redraw();
}

switchOf("territory", lookAgain, LAND, landIsUsual);
switchOf("targets", () => board.frame.classList.toggle("quiet", !isOn("targets")));
switchOf("sound", () => play("place"));
switchOf("confirm", () => undefined);
byId("rotate").addEventListener("click", () => {
  turned = (turned + 1) % game.view.symmetries;
  lookAgain();
});
byId("keys").addEventListener("click", () => dialog("help").showModal());
if (game.view.imported) forgetSubmitted();
update();
loadStory();
