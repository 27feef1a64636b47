// @ts-check
// A board of no game made ready to play on, by mouse, finger or keys, as on the page of a game.

import { Board } from "./board.js";
import { Choosing } from "./choosing.js";
import { Keyboard } from "./keyboard.js";
import { byId } from "./page.js";

/**
 * `judge` is asked what a move does, `redraw` shows the position without what was being chosen,
 * `closed` hears of clicks while nothing may be played, `drawn` of every new picture. What is
 * done on the board can be handed to somebody else (`handTo`), who then hears of all of it.
 * @param {{desk: import("./stateless.js").Desk, judge: import("./state.js").Judge,
 *   panel: import("./panel.js").Panel, look: () => {turned: number, territory: boolean},
 *   redraw: () => Promise<void>, asks?: boolean, walk?: (step: number) => void,
 *   closed?: () => unknown, drawn?: () => void}} parts
 */
export function equip({ desk, judge, panel, look, redraw, asks, walk, closed, drawn }) {
  const board = new Board(byId("board"), {
    cell: (name) => (desk.closed && closed ? closed() : hand.cell(name)),
    move: (move) => hand.move(move),
    drag: (from, to) => hand.drag(from, to),
    aim: (move) => desk.closed || hand.aim(move), // what was said of the answer stays
    focus(name) {
      keyboard.focus(name);
      if (!desk.closed) hand.aimAtCell(name);
    },
  });
  /** @param {string} picture @param {boolean} [series] whether it is in the middle of a turn */
  function draw(picture, series) {
    board.draw(picture, series);
    keyboard.enter();
    drawn?.();
  }
  const choosing = new Choosing({
    game: desk,
    board,
    live: judge,
    panel,
    look,
    asks,
    draw,
    redraw,
  });
  /** @type {import("./keyboard.js").Hand} */
  let hand = choosing;
  const keyboard = new Keyboard({
    board,
    get choosing() {
      return hand;
    },
    game: desk,
    walk: walk ?? (() => undefined),
    press: (id) => document.getElementById(id)?.click(),
  });
  /** @param {import("./keyboard.js").Hand} other */
  const handTo = (other) => (hand = other);
  return { board, choosing, draw, handTo };
}
