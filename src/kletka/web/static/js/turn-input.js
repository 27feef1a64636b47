// @ts-check
// Turns clicks into a whole turn: choose a start, add moves, confirm, send, or show why not.

import { isOn } from "./preferences.js";
import { say } from "./words.js";

/** @typedef {import("./game-state.js").Message} Message */

export class TurnInput {
  /** The single moves of the turn under way. @type {string[]} */
  steps = [];
  /** The turn that waits for confirmation. @type {string | null} */
  waiting = null;
  /** The turn as it would be sent if it ended here. @type {string | null} */
  ending = null;
  /** The possible next moves with the pieces that they take, by notation. @type {Map<string, Message>} */
  #known = new Map();
  /** The cell where the last move of the turn ended. @type {string | null} */
  #landed = null;
  #busy = false;
  /** Whether the message shows what a move takes. */
  #hovering = false;

  /**
   * @param {{game: import("./game-state.js").Playable, board: import("./board.js").Board,
   *   server: import("./game-state.js").TurnServer, panel: import("./status-panel.js").StatusPanel,
   *   look: () => {turned: number, territory: boolean}, confirms?: boolean,
   *   draw: (picture: string, series: boolean) => void, redraw: () => Promise<void>}} parts
   */
  constructor(parts) {
    this.parts = parts;
  }

  /** Whether there is something that Esc would cancel. */
  get underWay() {
    return this.steps.length > 0 || this.parts.board.chosen !== null;
  }

  /** A new position is on the board: forget the last one, and ask what its moves take. */
  async begin() {
    this.#forget();
    this.#known.clear();
    const { game, board } = this.parts;
    board.zoom.shrink();
    if (!game.myTurn || game.shown !== null || game.view.moves_kind !== "series") return;
    const number = game.number;
    const tried = await this.#try([]);
    if (tried?.type === "tried" && game.number === number && !this.steps.length)
      this.#remember(tried);
  }

  // Input.

  /** @param {string} cell @param {boolean} [onward] whether to move from the cell, not onto it */
  async cell(cell, onward = false) {
    if (!this.#mayPlay()) return;
    if (await this.settle(cell)) return;
    const { board } = this.parts;
    const { chosen, series } = board;
    const hits = board.targets.filter((t) => t.to === cell && (series || t.from === chosen));
    if (hits.length && !onward) return this.#oneOf(hits.map((hit) => hit.move));
    if (this.ending && cell === this.#landed) return this.finish();
    if (chosen === cell) return this.choose(null);
    const placement = board.placements.get(cell);
    if (placement && !chosen && !onward) return this.move(placement);
    if (board.from(cell).length && !series) return this.choose(cell);
    const origin = chosen;
    if (origin) this.choose(null);
    await this.#explain(origin ? `${origin}>${cell}` : cell);
  }

  /**
   * A cell is played on while a turn waits: the same one again confirms the turn, another one takes
   * it back. Whether it was confirmed.
   * @param {string} cell
   */
  async settle(cell) {
    if (!this.waiting) return false;
    if (cell === this.#landed) {
      await this.finish();
      return true;
    }
    await this.#takeBack();
    return false;
  }

  /** @param {string} move */
  async move(move) {
    if (!this.#mayPlay() || this.#busy) return;
    const { game, board } = this.parts;
    const stepwise = game.view.moves_kind === "series" && !board.placements.has(move);
    if (!stepwise && !this.#confirms) return this.#send(move);
    await this.#step(move);
  }

  /** Send a move without asking. @param {string} move */
  async submit(move) {
    if (this.#mayPlay()) await this.#send(move);
  }

  /** @param {string} from @param {string} to */
  async drag(from, to) {
    if (!this.#mayPlay()) return;
    const hits = this.parts.board.from(from).filter((target) => target.to === to);
    if (hits.length) return this.#oneOf(hits.map((hit) => hit.move));
    this.choose(null);
    await this.#explain(`${from}>${to}`);
  }

  /** @param {string | null} cell */
  choose(cell) {
    const { board, panel } = this.parts;
    board.choose(cell);
    panel.showMessage(cell ? say("chosen_from", { cell }) : "");
    panel.choices();
  }

  /** Show what a move would take. @param {string | null} move */
  hover(move) {
    const { board, panel } = this.parts;
    const known = move === null ? undefined : this.#known.get(move);
    board.markTaken(known?.takes ?? []);
    const hovering = Boolean(known?.takes?.length);
    if (hovering)
      panel.showMessage(say("takes", { move: known?.move, cells: known?.takes.join(", ") }));
    else if (this.#hovering)
      panel.showMessage(board.chosen ? say("chosen_from", { cell: board.chosen }) : "");
    this.#hovering = hovering;
  }

  /** `hover` for a cell that has the keyboard's focus. @param {string} cell */
  hoverCell(cell) {
    const { board } = this.parts;
    const hit = board.targets.find(
      (t) => t.to === cell && (board.series || t.from === board.chosen),
    );
    this.hover(hit?.move ?? null);
  }

  /** Cancel what has not been sent. */
  async cancel() {
    this.parts.board.zoom.shrink();
    await this.#takeBack();
  }

  async #takeBack() {
    const { panel, redraw } = this.parts;
    const drawn = this.steps.length > 0;
    this.#forget();
    this.choose(null);
    panel.markPreview(false);
    if (drawn) await redraw();
  }

  /** End a turn that could go on, or confirm the one that waits. */
  async finish() {
    if (this.waiting) await this.#send(this.waiting);
    else if (this.ending) await this.#send(this.ending);
  }

  /** Ask for confirmation of a pass. */
  pass() {
    if (!this.#mayPlay()) return;
    const { panel } = this.parts;
    panel.choices(say("pass_sure"), [
      { text: say("pass"), primary: true, act: () => this.#send("pass") },
      { text: say("confirm_no"), act: () => panel.choices() },
    ]);
    panel.focusChoice();
  }

  // Requests and answers.

  /** Whether a whole turn waits for confirmation. */
  get #confirms() {
    return this.parts.confirms !== false && isOn("confirm");
  }

  #mayPlay() {
    const { game, panel } = this.parts;
    if (this.#busy) return false;
    if (game.over) return false;
    if (game.shown !== null) return panel.refuse(say("past_position"));
    if (!game.mine.length) return panel.refuse(say("you_watch"));
    if (!game.myTurn) return panel.refuse(say("not_your_turn"));
    return true;
  }

  #forget() {
    this.steps = [];
    this.waiting = this.ending = this.#landed = null;
  }

  /** Play the only one of some moves, or ask which. @param {string[]} moves */
  async #oneOf(moves) {
    if (moves.length === 1) return this.move(moves[0]);
    const { panel } = this.parts;
    const offered = moves.map((move) => {
      const takes = this.#known.get(move)?.takes ?? [];
      const text = takes.length ? say("takes", { move, cells: takes.join(", ") }) : move;
      return { text, act: () => this.move(move), hover: () => this.hover(move) };
    });
    const back = { text: say("give_up_turn"), act: () => this.cancel() };
    panel.choices(say("which_one"), [...offered, back]);
    if (this.parts.board.frame.contains(document.activeElement)) panel.focusChoice();
  }

  /** Add a move to the turn and show a preview. @param {string} move */
  async #step(move) {
    const steps = [...this.steps, move];
    const landed = this.parts.board.targets.find((way) => way.move === move)?.to ?? move;
    this.#busy = true;
    const tried = await this.#try(steps);
    this.#busy = false;
    if (tried?.type !== "tried") return this.#refused(tried);
    const goesOn = !tried.complete;
    if (!goesOn && !this.#confirms) return this.#send(tried.turn);
    this.steps = steps;
    this.#landed = landed;
    this.waiting = goesOn ? null : tried.turn;
    this.ending = tried.can_stop ? tried.turn : null;
    this.parts.draw(tried.svg, goesOn);
    this.parts.panel.markPreview(true);
    this.#remember(tried);
    this.remind();
  }

  /** Show the choices for the unfinished turn, if there is one. */
  remind() {
    const { panel } = this.parts;
    if (!this.steps.length) return panel.choices();
    const goesOn = this.waiting === null;
    const turn = this.waiting ?? this.steps.join("");
    const back = { text: say(goesOn ? "give_up_turn" : "confirm_no"), act: () => this.cancel() };
    const yes = {
      text: say(goesOn ? "end_turn" : "confirm_play"),
      primary: true,
      act: () => this.finish(),
    };
    const words = goesOn ? (this.ending ? "turn_so_far" : "turn_must_go_on") : "confirm_move";
    panel.showMessage("");
    panel.choices(say(words, { turn }), this.ending || this.waiting ? [yes, back] : [back]);
  }

  /** @param {Message} tried */
  #remember(tried) {
    this.#known = new Map(tried.moves.map((/** @type {Message} */ move) => [move.move, move]));
  }

  /** @param {string[]} steps */
  #try(steps) {
    const { game, server, look } = this.parts;
    return server.ask({ do: "try", number: game.number, steps, ...look() });
  }

  /** Show why a click is not a move. @param {string} step */
  async #explain(step) {
    await this.#refused(await this.#try([...this.steps, step]));
  }

  /** @param {string} turn */
  async #send(turn) {
    const { game, board, server, panel } = this.parts;
    this.#busy = true;
    board.zoom.shrink();
    panel.showMessage("");
    panel.choices();
    panel.markPreview(false);
    const answer = await server.ask({ do: "turn", number: game.number, turn });
    this.#busy = false;
    this.#forget();
    if (answer?.type !== "turn") {
      await this.parts.redraw();
      this.#refused(answer);
    }
  }

  /** @param {Message | null} answer */
  #refused(answer) {
    const { panel } = this.parts;
    if (!answer || answer.type === "lost") panel.refuse(say("not_sent"));
    else if (answer.type === "refused")
      panel.refuse(answer.why ?? answer.text, answer.rule, answer.link);
  }
}
