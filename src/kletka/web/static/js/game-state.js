// @ts-check
// The state of a game: the server's view of it, changed by events. It knows no rules.

/** @typedef {Record<string, any>} Message */
/** What `TurnInput` and `Keyboard` need to know about a game.
 * @typedef {{view: Message, shown: number | null, number: number, over: boolean,
 *   mine: number[], myTurn: boolean}} Playable */
/** Answers what a move would do. @typedef {{ask: (message: Message) =>
 *   Promise<Message | null>}} TurnServer */

export class Game {
  /** @param {Message} view the server's view of the whole game */
  constructor(view) {
    this.view = view;
    /** The number of turns after which the position is shown, or null for the newest. */
    this.shown = /** @type {number | null} */ (null);
    this.heardAt = performance.now();
  }

  get number() {
    return this.view.turns.length;
  }

  get shownNumber() {
    return this.shown ?? this.number;
  }

  /**
   * The number of turns before those to mark: since the last turn of the visitor's own, or of the
   * player to move for watchers and at one screen.
   */
  get markedSince() {
    const { players, turn_seats: seats, to_move: mover } = this.view;
    const number = this.shownNumber;
    const next = number < this.number ? seats[number] : mover;
    const elsewhere = this.mine.length > 0 && this.mine.length < players.length;
    const own = elsewhere ? this.mine : [next];
    let since = number - 1;
    const isOwn = (/** @type {number} */ turn) => own.includes(seats[turn]) || own[0] === null;
    while (since > 0 && !isOwn(since) && !isOwn(since - 1)) since -= 1;
    return Math.max(0, since);
  }

  get over() {
    return Boolean(this.view.result);
  }

  get mine() {
    return /** @type {number[]} */ (this.view.mine);
  }

  /** Whether a player at this screen is to move. */
  get myTurn() {
    const { to_move: seat, players } = this.view;
    return !this.over && seat !== null && this.mine.includes(seat) && !players[seat].retired;
  }

  /** My seats that still play. */
  get playing() {
    return this.over || this.view.halted
      ? []
      : this.mine.filter((seat) => !this.view.players[seat].retired);
  }

  /** Whether the clock of the player to move is running. */
  get ticking() {
    const { clocks, players } = this.view;
    const seated = players.every((/** @type {Message} */ player) => player.taken);
    return clocks.kind !== "none" && this.number > 0 && !this.over && !this.view.halted && seated;
  }

  /**
   * Change the state by an event; false for one that is known already.
   * @param {Message} message
   */
  apply(message) {
    if (message.type === "game") {
      this.view = message;
      this.shown = null;
      this.heardAt = performance.now();
      return true;
    }
    if (typeof message.event !== "number" || message.event <= this.view.event) return false;
    this.view.event = message.event;
    this.#state(message);
    CHANGES[message.type]?.(this.view, message);
    return true;
  }

  /** @param {Message} message */
  #state(message) {
    for (const name of ["to_move", "points", "stocks"])
      if (name in message) this.view[name] = message[name];
    if (!("clocks" in message)) return;
    this.view.clocks.remaining = message.clocks;
    this.heardAt = performance.now();
  }
}

/**
 * How each kind of event changes the view.
 * @type {Record<string, (view: Message, message: Message) => void>}
 */
const CHANGES = {
  turn(view, { turn, seat }) {
    view.turns.push(turn);
    view.turn_seats.push(seat);
    view.offer = view.claim = view.reminder = null;
  },
  takeback(view, { number }) {
    view.turns.length = view.turn_seats.length = number;
    view.offer = view.claim = view.reminder = null;
  },
  joined(view, { seat, name }) {
    view.players[seat].taken = true;
    if (name) view.players[seat].name = name;
  },
  reminded: (view, { seat, by }) => (view.reminder = { seat, by }),
  retired: (view, { seat, why }) => (view.players[seat].retired = why),
  offer: (view, { offer, seat }) => (view.offer = { offer, seats: [seat] }),
  accepted: (view, { seat }) => view.offer?.seats.push(seat),
  declined: (view) => (view.offer = null),
  over(view, { result, winners, shares, why, reason }) {
    Object.assign(view, { result, winners, shares, why, reason, offer: null, to_move: null });
  },
  rematch: (view, { game }) => (view.rematch = game),
};
