// @ts-check
// A board without a game that is played on with mouse, touch or keyboard, like a game's.

import { Board } from "./board.js";
import { TargetChooser } from "./target-chooser.js";
import { TurnInput } from "./turn-input.js";
import { Keyboard } from "./keyboard.js";
import { byId } from "./dom.js";

/**
 * `server` answers what a move does, `redraw` shows the position without an unfinished turn,
 * `closed` is called for clicks while nothing can be played, `drawn` after every new picture.
 * `routeInputTo` sends all further input to another object.
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
    tap: (name) => (game.closed && closed ? closed() : chooser.tap(name)),
    drag: (from, to) => input.drag(from, to),
    hover: (move) => game.closed || input.hover(move), // the comment on the answer stays
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
  const chooser = new TargetChooser({ board, panel, turnInput, input: () => input });
  const keyboard = new Keyboard({
    board,
    get turnInput() {
      return input;
    },
    game,
    walk: walk ?? (() => undefined),
  });
  /** @param {import("./keyboard.js").BoardInput} other */
  const routeInputTo = (other) => (input = other);
  return { board, turnInput, draw, routeInputTo };
}
