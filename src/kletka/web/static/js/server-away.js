// @ts-check
// A game at one screen goes on without the server, if this device has the rules.

import { addressOf, draftKey, newDeviceGame } from "./device-games.js";
import { engineHere } from "./device-engine.js";
import { isSpacious, keepHere } from "./device-keeping.js";
import { say } from "./words.js";

const PATIENCE = 1500; // milliseconds: most breaks are shorter

export class ServerAway {
  #waiting = 0;
  #offered = false;

  /**
   * @param {import("./game-state.js").Game} game
   * @param {import("./status-panel.js").StatusPanel} panel
   * @param {import("./unsent-turn.js").UnsentTurn} unsent
   */
  constructor(game, panel, unsent) {
    this.game = game;
    this.panel = panel;
    this.unsent = unsent;
    if (this.#possible) addEventListener("load", () => setTimeout(() => this.#prepare(), PATIENCE));
  }

  /** Whether all players sit here, and the game can be told by its turns. */
  get #possible() {
    const { view, mine, over } = this.game;
    return !over && !view.set_up && !view.halted && mine.length === view.players.length;
  }

  /** Keep the page on which the game would go on. */
  #prepare() {
    keepHere([addressOf(this.game.view.spec, "")], isSpacious());
  }

  /** @param {boolean} connected */
  state(connected) {
    clearTimeout(this.#waiting);
    if (!connected) this.#waiting = setTimeout(() => this.#offer(), PATIENCE);
    else if (this.#offered) this.panel.choices();
    this.#offered = false;
  }

  async #offer() {
    if (!this.#possible || !(await engineHere())) return;
    this.#offered = true;
    const act = () => this.#goOn();
    this.panel.choices(say("server_away"), [{ text: say("go_on_here"), primary: true, act }]);
  }

  /** Copy the game to this device, with the turn that could not be sent. */
  #goOn() {
    const { spec, turns } = this.game.view;
    const name = newDeviceGame();
    const waiting = this.unsent.waiting;
    const all = waiting && waiting.number === turns.length ? [...turns, waiting.turn] : turns;
    localStorage.setItem(
      draftKey(spec, name),
      JSON.stringify(all.map((/** @type {string} */ turn) => ({ turn }))),
    );
    this.unsent.forget();
    location.assign(addressOf(spec, name));
  }
}
