// @ts-check
// The analysis board: a tree of turns, and an engine that analyses the current position.

import { dialog } from "./actions.js";
import { GroupChoice } from "./group-choice.js";
import { SetupBoard } from "./setup-board.js";
import { TreeView } from "./tree-view.js";
import { createInteractiveBoard } from "./interactive-board.js";
import { announce } from "./keyboard.js";
import { byId, make } from "./dom.js";
import { StatusPanel } from "./status-panel.js";
import { toggle, isOn } from "./preferences.js";
import { StatelessGame, post, StatelessConnection } from "./stateless-board.js";
import { EngineConnection } from "./engine-connection.js";
import { END_MOVE, Suggestions } from "./suggestions.js";
import { TurnTree } from "./turn-tree.js";
import { onNavigate } from "./turn-navigation.js";
import { number, say } from "./words.js";

/** @typedef {import("./game-state.js").Message} Message */

const STORED = "kletka-study"; // passes a tree on to the page of its game
const study = { ...JSON.parse(byId("study").textContent ?? "{}"), ...brought() };
const tree = new TurnTree(study.start, study.tree);
tree.walk(study.shown ?? Infinity);
const panel = new StatusPanel();
const game = new StatelessGame(study.board);
let turned = 0;
let drawing = 0;
/** The position on the board, from the tree or within a turn. */
let position = study.start;

const stateless = new StatelessConnection(
  () => ({
    position: tree.here.position,
    last: tree.here.turn || null,
    before: tree.here.before?.position,
  }),
  playTurn,
);
const look = () => ({ turned, territory: isOn("territory") });
const { board, turnInput, draw, routeInputTo } = createInteractiveBoard({
  game,
  server: { ask },
  panel,
  look,
  redraw,
  confirms: false,
  walk: (step) => go(() => tree.walk(step)),
  drawn() {
    drawing += 1; // earlier requests are out of date
    group.show();
    think();
  },
});
const group = new GroupChoice({ board, turnInput, game, changed: askInventor });
routeInputTo(group);
const treeView = new TreeView((node) => go(() => (tree.here = node)));
const suggestions = new Suggestions(board, study.board, playMove);
const engine = new EngineConnection({
  message(message) {
    if (message.type === "refused") byId("effort").textContent = message.text;
    else suggestions.update(message);
  },
  away: () => (byId("effort").textContent = say("engine_away")),
});

const setupBoard = new SetupBoard({
  board,
  panel,
  draw,
  turned: () => turned,
  done: (start) => open(study.spec, start),
  over() {
    routeInputTo(group);
    update();
  },
});

/** The tree that another page of this tab has read. */
function brought() {
  if (location.hash !== "#read") return {};
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
    sessionStorage.removeItem(STORED);
    return kept;
  } catch {
    return {}; // storage may be blocked
  }
}

/** Ask the server about a move and remember the position within the turn. */
async function ask(/** @type {Message} */ message) {
  const answer = await stateless.ask(message);
  if (answer?.type === "tried" && message.steps?.length) position = answer.position;
  return answer;
}

/** @param {string} turn */
async function playTurn(turn) {
  const response = await post("/analysis/turn", { position: tree.here.position, turn });
  if (!response || response.type === "refused") return response;
  tree.play(response);
  await update();
  return { type: "turn" };
}

/** A move of the list was clicked. @param {string} move */
function playMove(move) {
  if (move === END_MOVE) return turnInput.finish();
  if (move === "pass") return playTurn("pass");
  return turnInput.move(move);
}

/** Draw the current position of the tree. */
async function redraw() {
  const mine = ++drawing;
  const response = await stateless.ask({ do: "try", steps: [], ...look() });
  if (mine !== drawing || setupBoard.on) return;
  if (response?.type !== "tried") return void panel.refuse(response?.text ?? say("reconnecting"));
  position = response.position;
  game.closed = response.over;
  game.view.to_move = response.to_move;
  draw(response.svg, response.in_turn);
  showStatus(response);
}

/** Show whose turn it is and the points. @param {Message} response */
function showStatus(response) {
  byId("told").textContent = response.words && `${response.words}.`;
  byId("status").textContent = response.status.slice(0, 1).toUpperCase() + response.status.slice(1);
  byId("pass").hidden = !response.can_pass;
  for (const [seat, points] of response.points.entries()) {
    const row = document.querySelector(`.seat[data-seat="${seat}"]`);
    row?.classList.toggle("moving", response.to_move === seat);
    const shown = row?.querySelector(".points");
    if (shown) shown.textContent = number(points);
  }
  byId("page").dataset.number = String(tree.path.length);
  byId("page").dataset.over = String(response.over);
  byId("board").dataset.number = String(tree.path.length);
  byId("board").dataset.ready = "mine";
  /** @type {HTMLButtonElement} */ (byId("play-on")).disabled = response.over;
}

/** Let the engine analyse the position on the board if it is on. */
function think() {
  suggestions.forget();
  if (setupBoard.on) return engine.rest();
  const requests = [
    ...(isOn("study-analyse") ? [{ do: "analyse" }] : []),
    ...(study.inventor && isOn("study-inventor") ? [{ do: "inventor", group: group.names }] : []),
  ];
  if (!requests.length || game.closed) {
    engine.rest();
    byId("effort").textContent = requests.length ? "" : say("engine_off");
    return;
  }
  byId("effort").textContent = say("engine_starts");
  engine.about(position, requests);
}

/** Other pieces were chosen: ask the inventor again, who is switched on for it. */
function askInventor() {
  if (group.on && !isOn("study-inventor")) byId("inventor").click();
  else engine.change({ do: "inventor", group: group.names });
}

/** Go somewhere in the tree. @param {() => unknown} move */
async function go(move) {
  if (setupBoard.on) return void setupBoard.redraw();
  if (turnInput.underWay) await turnInput.cancel();
  panel.showMessage("");
  panel.choices();
  move();
  await update();
  announce(`${tree.here.turn} ${byId("status").textContent}`);
}

/** Update the page. */
async function update() {
  game.number = tree.path.length;
  game.closed = false;
  treeView.update(tree);
  updateNavigation();
  writeAddress();
  panel.markPreview(false);
  await redraw();
  await turnInput.begin();
}

function updateNavigation() {
  const { before, after } = tree.here;
  const off = { first: !before, back: !before, forward: !after.length, last: !after.length };
  const idle = { ...off, promote: !before || tree.isMain, remove: !before };
  for (const [id, disabled] of Object.entries(idle))
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = disabled;
  /** @type {HTMLInputElement} */ (byId("play-position")).value = tree.here.position;
}

/** Keep the address in step with the board. */
function writeAddress() {
  const url = new URL(`/analysis/${encodeURIComponent(study.spec)}`, location.href);
  if (!study.usual) url.searchParams.set("position", study.start);
  if (tree.path.length) url.searchParams.set("moves", tree.path.map((node) => node.turn).join(" "));
  history.replaceState(null, "", url);
  for (const link of document.querySelectorAll(".corner a[hreflang]"))
    link.setAttribute(
      "href",
      `/lang/${link.getAttribute("hreflang")}?back=${encodeURIComponent(url.pathname + url.search)}`,
    );
}

// Import and export.

byId("set-up-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = /** @type {HTMLTextAreaElement} */ (byId("written"));
  const response = await post("/analysis/read", { text: field.value });
  const faults = response?.faults ?? (response?.type === "refused" ? [response.text] : []);
  field.setAttribute("aria-invalid", String(faults.length > 0));
  byId("faults").replaceChildren(
    ...(faults.length ? [make("p", { className: "problem" }, say("faults")), listOf(faults)] : []),
  );
  if (response?.type !== "read") return;
  const { spec, start, tree: nodes, names, problem } = response;
  try {
    const kept = { spec, start, tree: nodes, names, problem, usual: false, shown: 0 };
    sessionStorage.setItem(STORED, JSON.stringify(kept));
  } catch {
    // Without storage only the position is passed on.
  }
  open(spec, start, "read");
});

/** Go to the page of a position. @param {string} spec @param {string} start @param {string} hash */
function open(spec, start, hash = "") {
  const url = new URL(`/analysis/${encodeURIComponent(spec)}`, location.href);
  url.searchParams.set("position", start);
  url.hash = hash;
  // If only the hash differs, the browser would not load the page.
  location.assign(url);
  if (url.pathname + url.search === location.pathname + location.search) location.reload();
}

/** @param {string[]} texts */
function listOf(texts) {
  return make("ul", { className: "problem" }, ...texts.map((text) => make("li", {}, text)));
}

/** @param {string} text @param {string} name @param {string} type */
function save(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

byId("export-json").addEventListener("click", () => {
  const whole = { spec: study.spec, start: study.start, tree: tree.toJson() };
  save(JSON.stringify(whole, null, 1), `kletka-${study.game}.json`, "application/json");
});
byId("export-record").addEventListener("click", async () => {
  const answer = await fetch(`/analysis/record?lang=${document.documentElement.lang}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ start: study.start, tree: tree.toJson(), players: study.names }),
  });
  if (answer.ok) save(await answer.text(), `kletka-${study.game}.txt`, "text/plain");
  else panel.refuse((await answer.json()).error.text);
});

// Buttons and keys.

/** @param {string} id @param {string} name @param {() => unknown} then */
function switchOf(id, name, then) {
  const press = () => byId(id).setAttribute("aria-pressed", String(isOn(name)));
  byId(id).addEventListener("click", () => {
    toggle(name);
    press();
    then();
  });
  press();
}

switchOf("engine", "study-analyse", think);
switchOf("inventor", "study-inventor", () => {
  if (!isOn("study-inventor")) group.switch(false);
  think();
});
switchOf("territory", "territory", () => go(() => undefined));
byId("rotate").addEventListener("click", () => {
  turned = (turned + 1) % study.board.symmetries;
  go(() => undefined);
});
byId("keys").addEventListener("click", () => dialog("help").showModal());
byId("arrange").addEventListener("click", async () => {
  if (turnInput.underWay) await turnInput.cancel();
  group.switch(false);
  panel.choices();
  game.closed = false; // a finished game can be set up too
  routeInputTo(setupBoard);
  setupBoard.begin(tree.here.position);
});
byId("pass").addEventListener("click", () => playTurn("pass"));
byId("promote").addEventListener("click", () => go(() => tree.promote()));
byId("remove").addEventListener("click", () => go(() => tree.remove()));
onNavigate((step) => go(() => tree.walk(step)));

/** @type {Record<string, () => unknown>} */
const KEYS = {
  l: () => byId("engine").click(),
  i: () => byId("inventor").click(),
  m: () => byId("promote").click(),
  s: () => byId("arrange").click(),
  Delete: () => byId("remove").click(),
  ArrowUp: () => go(() => tree.aside(-1)),
  ArrowDown: () => go(() => tree.aside(1)),
};
document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (target.closest("input, textarea, select, dialog")) return;
  if (!(event.key in KEYS) || setupBoard.on) return;
  KEYS[event.key]();
  event.preventDefault();
});

if (study.problem) panel.refuse(study.problem);
update();
