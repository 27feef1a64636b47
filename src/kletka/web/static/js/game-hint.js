// @ts-check
// The inventor's hint in a game: while it is on, the advice for each turn of the players here.

import { byId } from "./dom.js";
import { EngineConnection } from "./engine-connection.js";
import { GroupChoice } from "./group-choice.js";
import { drawHeatMap } from "./heat-map.js";
import { inventorMarks, showAdvice } from "./inventor-advice.js";
import { say } from "./words.js";

export class GameHint {
  #on = false;
  /** How often a position was asked for; only the newest answer counts. */
  #asked = 0;
  #button = byId("hint");

  /**
   * `position` asks the server for the position on the board.
   * @param {{board: import("./board.js").Board, turnInput: import("./turn-input.js").TurnInput,
   *   game: import("./game-state.js").Game, position: () => Promise<string | null>}} parts
   */
  constructor(parts) {
    this.parts = parts;
    this.group = new GroupChoice({ ...parts, changed: () => this.#change() });
    this.engine = new EngineConnection({
      message: (message) => this.#answer(message),
      away: () => this.#say(say("hint_away")),
    });
    this.#button.addEventListener("click", () => this.#switch());
  }

  /** The board was drawn. */
  drawn() {
    this.group.show();
    if (this.#on) this.#ask();
  }

  /** The hint is for players that are to move. */
  update() {
    this.#button.hidden = !this.parts.game.playing.length;
  }

  #switch() {
    this.#on = !this.#on;
    this.#button.setAttribute("aria-pressed", String(this.#on));
    byId("advice").hidden = !this.#on;
    if (!this.#on) this.group.switch(false);
    this.#ask();
  }

  /** Ask for advice on the position, if it is the turn of a player here. */
  async #ask() {
    const mine = ++this.#asked;
    const { game, position } = this.parts;
    showAdvice(null);
    drawHeatMap(this.parts.board, []);
    this.engine.rest();
    if (!this.#on || !game.myTurn || game.shown !== null) return;
    const text = await position();
    if (text && mine === this.#asked)
      this.engine.about(text, [{ do: "inventor", group: this.group.names }]);
  }

  #change() {
    if (this.#on) this.engine.change({ do: "inventor", group: this.group.names });
  }

  /** @param {import("./game-state.js").Message} message */
  #answer(message) {
    if (message.type === "refused") this.#say(message.text);
    if (message.type !== "inventor") return;
    showAdvice(message);
    drawHeatMap(this.parts.board, inventorMarks(message));
  }

  /** @param {string} text */
  #say(text) {
    byId("legend").hidden = false;
    byId("legend").textContent = text;
  }
}
