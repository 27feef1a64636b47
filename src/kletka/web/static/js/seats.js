// @ts-check
// The players: names, points, reserves, presence, clocks.

import { clockText, isShort } from "./clock.js";
import { markCurrent } from "./dom.js";
import { number, say, spoken } from "./words.js";

/** @typedef {import("./game-state.js").Message} Message */

/** What a player is called: their name, what bot it is, or the colour. @param {Message} player */
export function playerName(player) {
  if (player.name) return player.name;
  return player.bot ? botName(player.bot) : spoken(player.colour);
}

/** @param {string} bot */
function botName(bot) {
  return bot === "inventor"
    ? say("bot_inventor")
    : say("bot_level", { level: bot.slice("level".length) });
}

export class Seats {
  /**
   * @param {HTMLElement} list with the points that win in its data, if there are such
   * @param {import("./game-state.js").Game} game @param {import("./game-story.js").GameStory} story
   */
  constructor(list, game, story) {
    this.story = story;
    this.goal = list.dataset.goal;
    this.rows = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-seat]")]);
    this.game = game;
    this.present = game.view.players.map((/** @type {Message} */ player) => Boolean(player.online));
    setInterval(() => this.tick(), 200);
  }

  update() {
    this.rows.forEach((row, seat) => this.#updateRow(row, seat));
    this.tick();
  }

  /** @param {HTMLElement} row @param {number} seat */
  #updateRow(row, seat) {
    const { view, mine } = this.game;
    const player = view.players[seat];
    const moving = view.to_move === seat && !this.game.over;
    row.classList.toggle("moving", moving);
    row.classList.toggle("gone", Boolean(player.retired));
    part(row, "name").textContent = playerName(player);
    part(row, "remark").textContent = this.#remark(player, mine.includes(seat));
    const { points, stocks } = this.story.score(this.game.shownNumber);
    const count = number(points[seat]);
    part(row, "points").textContent = this.goal
      ? say("points_of", { points: count, goal: this.goal })
      : count;
    part(row, "stocks").textContent = stockText(stocks[seat]);
    const dot = part(row, "presence");
    dot.classList.toggle("bot", Boolean(player.bot) || view.imported);
    dot.classList.toggle("on", Boolean(this.present[seat]));
    dot.title = say(this.present[seat] ? "online" : "offline");
    markCurrent(row, moving);
  }

  /** @param {Message} player @param {boolean} mine */
  #remark(player, mine) {
    if (player.retired) return say(`retired_${player.retired}`);
    const named = playerName(player) !== spoken(player.colour);
    const words = [...(named ? [spoken(player.colour)] : [])];
    if (mine && this.game.view.players.length > this.game.mine.length) words.push(say("you"));
    return words.join(", ");
  }

  /** Let the clocks show the time. */
  tick() {
    const { view, ticking, heardAt } = this.game;
    const { kind, remaining } = view.clocks;
    this.rows.forEach((row, seat) => {
      const face = part(row, "time");
      face.hidden = kind === "none" || !remaining;
      if (face.hidden) return;
      const running = ticking && view.to_move === seat;
      const left = Math.max(0, remaining[seat] - (running ? performance.now() - heardAt : 0));
      face.textContent = clockText(left, kind);
      face.classList.toggle("short", isShort(left, kind));
    });
  }
}

/** @param {HTMLElement} row @param {string} name */
function part(row, name) {
  return /** @type {HTMLElement} */ (row.querySelector(`.${name}`));
}

/** Reserves and supplies, in words. @param {Record<string, number>} stock */
function stockText(stock) {
  const response = Object.entries(stock).filter(([key]) => say(`stock_${key}`) !== `stock_${key}`);
  return response.map(([key, count]) => `${say(`stock_${key}`)} ${count}`).join(" · ");
}
