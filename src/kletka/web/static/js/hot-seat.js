// @ts-check
// A game at one screen goes on without the server, if this device has the rules. The game page tells
// of its connection by an event, and has this script only in such games.

import { addressOf, draftKey, newDeviceGame } from "./device-games.js";
import { engineHere } from "./device-engine.js";
import { isSpacious, keepHere } from "./device-keeping.js";
import { byId } from "./dom.js";
import { say } from "./words.js";

/** @typedef {{connected: boolean, game: import("./game-state.js").Game,
 *   panel: import("./status-panel.js").StatusPanel,
 *   unsent: import("./unsent-turn.js").UnsentTurn}} Told */

const PATIENCE = 1500; // milliseconds: most breaks are shorter
let waiting = 0;
let offered = false;

/** @param {Told} told */
async function offer({ game, panel, unsent }) {
  if (game.over || !(await engineHere())) return;
  offered = true;
  const act = () => goOn(game, unsent);
  panel.choices(say("server_away"), [{ text: say("go_on_here"), primary: true, act }]);
}

/** Copy the game to this device, with the turn that could not be sent.
 * @param {Told["game"]} game @param {Told["unsent"]} unsent */
function goOn({ view: { spec, turns } }, unsent) {
  const name = newDeviceGame();
  const last = unsent.waiting;
  /** @type {string[]} */
  const all = last && last.number === turns.length ? [...turns, last.turn] : turns;
  localStorage.setItem(draftKey(spec, name), JSON.stringify(all.map((turn) => ({ turn }))));
  unsent.forget();
  location.assign(addressOf(spec, name));
}

document.addEventListener("kletka-connection", (event) => {
  /** @type {Told} */
  const told = /** @type {CustomEvent} */ (event).detail;
  clearTimeout(waiting);
  if (!told.connected) waiting = setTimeout(() => offer(told), PATIENCE);
  else if (offered) told.panel.choices();
  offered = false;
});
// The page on which the game would go on is kept when nothing else is to be done.
setTimeout(() => {
  const { spec } = JSON.parse(byId("game").textContent ?? "{}");
  keepHere([addressOf(spec, "")], isSpacious());
}, PATIENCE);
