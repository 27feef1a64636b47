// @ts-check
// A board of no game made ready to play on, by mouse, finger or keys, as on the page of a game.

import { Board } from "./board.js";
import { TurnInput } from "./turn-input.js";
import { Keyboard } from "./keyboard.js";
import { byId } from "./dom.js";

/**
 * `judge` is asked what a move does, `redraw` shows the position without what was being chosen,
 * `closed` hears of clicks while nothing may be played, `drawn` of every new picture. What is
 * done on the board can be handed to somebody else (`routeInputTo`), who then hears of all of it.
 * @param {{game: import("./stateless-board.js").StatelessGame, server: import("./game-state.js").TurnServer,
 *   panel: import("./status-panel.js").StatusPanel, look: () => {turned: number, territory: boolean},
 *   redraw: () => Promise<void>, confirms?: boolean, walk?: (step: number) => void,
 *   closed?: () => unknown, drawn?: () => void}} parts
 */
export function createInteractiveBoard({
  game,
  server,
  panel,
  look,
  redraw,
  confirms,
  walk,
  closed,
  drawn,
}) {
  const board = new Board(byId("board"), {
    cell: (name) => (game.closed && closed ? closed() : input.cell(name)),
    move: (move) => input.move(move),
    drag: (from, to) => input.drag(from, to),
    hover: (move) => game.closed || input.hover(move), // what was said of the answer stays
    focus(name) {
      keyboard.focus(name);
      if (!game.closed) input.hoverCell(name);
    },
  });
  /** @param {string} picture @param {boolean} [series] whether it is in the middle of a turn */
  function draw(picture, series) {
    board.draw(picture, series);
    keyboard.enter();
    drawn?.();
  }
  const turnInput = new TurnInput({
    game,
    board,
    server,
    panel,
    look,
    confirms,
    draw,
    redraw,
  });
  /** @type {import("./keyboard.js").BoardInput} */
  let input = turnInput;
  const keyboard = new Keyboard({
    board,
    get turnInput() {
      return input;
    },
    game,
    walk: walk ?? (() => undefined),
    press: (id) => document.getElementById(id)?.click(),
  });
  /** @param {import("./keyboard.js").BoardInput} other */
  const routeInputTo = (other) => (input = other);
  return { board, turnInput, draw, routeInputTo };
}
