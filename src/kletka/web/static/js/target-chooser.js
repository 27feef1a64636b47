// @ts-check
// Input by finger: a small board is enlarged first, and a cell on which one can play and from which
// one can also move offers both.

import { say } from "./words.js";

export class TargetChooser {
  /**
   * `input` gets every other tap.
   * @param {{board: import("./board.js").Board, panel: import("./status-panel.js").StatusPanel,
   *   turnInput: import("./turn-input.js").TurnInput,
   *   input: () => {cell: (name: string) => unknown}}} parts
   */
  constructor(parts) {
    this.parts = parts;
  }

  /** @param {string} cell */
  async tap(cell) {
    const { board, panel, turnInput, input } = this.parts;
    const element = board.cells.get(cell);
    if (element && board.zoom.enlarge(element)) return panel.showMessage(say("enlarged"));
    if (await turnInput.settle(cell)) return;
    const { chosen, series } = board;
    const placement = board.placements.get(cell);
    const arrives = board.targets.some((way) => way.to === cell && way.from === chosen);
    if (series || arrives || !placement || !board.from(cell).length) return input().cell(cell);
    if (chosen === cell) return turnInput.submit(placement);
    this.#offer(cell, placement);
  }

  /** Offer to play on a cell or to move from it. @param {string} cell @param {string} placement */
  #offer(cell, placement) {
    const { board, panel, turnInput } = this.parts;
    turnInput.choose(cell);
    const words = /** @type {SVGElement | null} */ (board.frame.querySelector("[data-tap]"))
      ?.dataset;
    const text = (/** @type {string | undefined} */ pattern, /** @type {string} */ name) =>
      (pattern ?? "{cell}").replace("{cell}", name);
    panel.choices(say("chosen_or_again", { cell }), [
      {
        text: text(words?.placing, cell),
        primary: true,
        act: () => turnInput.submit(placement),
      },
      ...board.from(cell).map((way) => ({
        text: text(words?.moving, way.to),
        act: () => turnInput.submit(way.move),
      })),
      { text: say("give_up_turn"), act: () => turnInput.cancel() },
    ]);
    panel.showMessage("");
  }
}
