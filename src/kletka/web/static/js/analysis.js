// @ts-check
// The analysis board: a tree of turns, an engine that looks at where we are in it.

import { dialog } from "./actions.js";
import { Arranging } from "./arranging.js";
import { Branches } from "./branches.js";
import { equip } from "./equip.js";
import { announce } from "./keyboard.js";
import { byId, make } from "./page.js";
import { Panel } from "./panel.js";
import { flip, isOn } from "./settings.js";
import { Desk, post, Stateless } from "./stateless.js";
import { Thinking } from "./thinking.js";
import { Thoughts } from "./thoughts.js";
import { Tree } from "./tree.js";
import { onWalk } from "./walk.js";
import { number, say } from "./words.js";

/** @typedef {import("./state.js").Message} Message */

const STORED = "kletka-study"; // a tree that was read, on its way to the page of its game
const study = { ...JSON.parse(byId("study").textContent ?? "{}"), ...brought() };
const tree = new Tree(study.start, study.tree);
tree.walk(study.shown ?? Infinity);
const panel = new Panel();
const desk = new Desk(study.desk);
let turned = 0;
let drawing = 0;
/** The position on the board: of the tree, or in the middle of a turn. */
let position = study.start;

const stateless = new Stateless(
  () => ({ position: tree.here.position, last: tree.here.turn || null }),
  playTurn,
);
const look = () => ({ turned, territory: isOn("territory") });
const { board, choosing, draw, handTo } = equip({
  desk,
  judge: { ask },
  panel,
  look,
  redraw,
  asks: false,
  walk: (step) => go(() => tree.walk(step)),
  drawn() {
    drawing += 1; // what was asked for before is not wanted any more
    think();
  },
});
const branches = new Branches((node) => go(() => (tree.here = node)));
const thoughts = new Thoughts(board, study.desk, study.game, playMove);
const thinking = new Thinking({
  hear(message) {
    if (message.type === "refused") byId("effort").textContent = message.text;
    else thoughts.hear(message);
  },
  away: () => (byId("effort").textContent = say("engine_away")),
});

const arranging = new Arranging({
  board,
  panel,
  draw,
  turned: () => turned,
  done: (start) => open(study.spec, start),
  over() {
    handTo(choosing);
    update();
  },
});

/** A tree that was read on another page of this tab. */
function brought() {
  if (location.hash !== "#read") return {};
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORED) ?? "{}");
    sessionStorage.removeItem(STORED);
    return kept;
  } catch {
    return {}; // storage may be forbidden
  }
}

/** Ask for what a click means, and remember the position in the middle of a turn. */
async function ask(/** @type {Message} */ message) {
  const answer = await stateless.ask(message);
  if (answer?.type === "tried" && message.steps?.length) position = answer.position;
  return answer;
}

/** @param {string} turn */
async function playTurn(turn) {
  const told = await post("/analysis/turn", { position: tree.here.position, turn });
  if (!told || told.type === "refused") return told;
  tree.play(told);
  await update();
  return { type: "turn" };
}

/** A move of the list was clicked. @param {string} move */
function playMove(move) {
  if (move === "stop") return choosing.finish();
  if (move === "pass") return playTurn("pass");
  return choosing.move(move);
}

/** Draw the position of the tree where we are. */
async function redraw() {
  const mine = ++drawing;
  const told = await stateless.ask({ do: "try", steps: [], ...look() });
  if (mine !== drawing || arranging.on) return;
  if (told?.type !== "tried") return void panel.refuse(told?.text ?? say("reconnecting"));
  position = told.position;
  desk.closed = told.over;
  desk.view.to_move = told.to_move;
  draw(told.svg, told.in_turn);
  tell(told);
}

/** Say whose turn it is and how it stands. @param {Message} told */
function tell(told) {
  byId("status").textContent = told.status.slice(0, 1).toUpperCase() + told.status.slice(1);
  byId("pass").hidden = !told.can_pass;
  for (const [seat, points] of told.points.entries()) {
    const row = document.querySelector(`.seat[data-seat="${seat}"]`);
    row?.classList.toggle("moving", told.to_move === seat);
    const shown = row?.querySelector(".points");
    if (shown) shown.textContent = number(points);
  }
  byId("page").dataset.number = String(tree.path.length);
  byId("page").dataset.over = String(told.over);
  byId("board").dataset.number = String(tree.path.length);
  byId("board").dataset.ready = "mine";
  /** @type {HTMLButtonElement} */ (byId("play-on")).disabled = told.over;
}

/** Let the engine look at the position on the board, if it is on. */
function think() {
  thoughts.forget();
  if (arranging.on) return thinking.rest();
  const kinds = ["analyse", "inventor"].filter((kind) => isOn(`study-${kind}`));
  if (!kinds.length || desk.closed) {
    thinking.rest();
    byId("effort").textContent = kinds.length ? "" : say("engine_off");
    return;
  }
  byId("effort").textContent = say("engine_starts");
  thinking.about(position, kinds);
}

/** Go somewhere in the tree. @param {() => unknown} move */
async function go(move) {
  if (arranging.on) return void arranging.redraw();
  if (choosing.underWay) await choosing.giveUp();
  panel.tell("");
  panel.choices();
  move();
  await update();
  announce(`${tree.here.turn} ${byId("status").textContent}`);
}

/** Bring everything up to date. */
async function update() {
  desk.number = tree.path.length;
  desk.closed = false;
  branches.update(tree);
  showEnds();
  writeAddress();
  panel.ghost(false);
  await redraw();
  await choosing.begin();
}

function showEnds() {
  const { before, after } = tree.here;
  const off = { first: !before, back: !before, forward: !after.length, last: !after.length };
  const idle = { ...off, promote: !before || tree.isMain, remove: !before };
  for (const [id, disabled] of Object.entries(idle))
    /** @type {HTMLButtonElement} */ (byId(id)).disabled = disabled;
  /** @type {HTMLInputElement} */ (byId("play-position")).value = tree.here.position;
}

/** The address always leads back to what is on the board. */
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

// Reading and keeping.

byId("set-up-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = /** @type {HTMLTextAreaElement} */ (byId("written"));
  const told = await post("/analysis/read", { text: field.value });
  const faults = told?.faults ?? (told?.type === "refused" ? [told.text] : []);
  field.setAttribute("aria-invalid", String(faults.length > 0));
  byId("faults").replaceChildren(
    ...(faults.length ? [make("p", { className: "problem" }, say("faults")), listOf(faults)] : []),
  );
  if (told?.type !== "read") return;
  const { spec, start, tree: nodes, names } = told;
  try {
    const kept = { spec, start, tree: nodes, names, usual: false, shown: 0 };
    sessionStorage.setItem(STORED, JSON.stringify(kept));
  } catch {
    // Without storage only the position comes along.
  }
  open(spec, start, "read");
});

/** Go to the page of a position. @param {string} spec @param {string} start @param {string} hash */
function open(spec, start, hash = "") {
  const url = new URL(`/analysis/${encodeURIComponent(spec)}`, location.href);
  url.searchParams.set("position", start);
  url.hash = hash;
  // The address may differ in its hash alone, which would not load the page.
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
  const whole = { spec: study.spec, start: study.start, tree: tree.told() };
  save(JSON.stringify(whole, null, 1), `kletka-${study.game}.json`, "application/json");
});
byId("export-record").addEventListener("click", async () => {
  const answer = await fetch(`/analysis/record?lang=${document.documentElement.lang}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ start: study.start, tree: tree.told(), players: study.names }),
  });
  if (answer.ok) save(await answer.text(), `kletka-${study.game}.txt`, "text/plain");
  else panel.refuse((await answer.json()).error.text);
});

// Buttons and keys.

/** @param {string} id @param {string} name @param {() => unknown} then */
function switchOf(id, name, then) {
  const press = () => byId(id).setAttribute("aria-pressed", String(isOn(name)));
  byId(id).addEventListener("click", () => {
    flip(name);
    press();
    then();
  });
  press();
}

switchOf("engine", "study-analyse", think);
switchOf("inventor", "study-inventor", think);
switchOf("territory", "territory", () => go(() => undefined));
byId("rotate").addEventListener("click", () => {
  turned = (turned + 1) % study.desk.symmetries;
  go(() => undefined);
});
byId("keys").addEventListener("click", () => dialog("help").showModal());
byId("arrange").addEventListener("click", async () => {
  if (choosing.underWay) await choosing.giveUp();
  panel.choices();
  desk.closed = false; // a finished game can be set up too
  handTo(arranging);
  arranging.begin(tree.here.position);
});
byId("pass").addEventListener("click", () => playTurn("pass"));
byId("promote").addEventListener("click", () => go(() => tree.promote()));
byId("remove").addEventListener("click", () => go(() => tree.remove()));
onWalk((step) => go(() => tree.walk(step)));

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
  if (!(event.key in KEYS) || arranging.on) return;
  KEYS[event.key]();
  event.preventDefault();
});

if (study.problem) panel.refuse(study.problem);
update();
