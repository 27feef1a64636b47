// @ts-check
// Pictures of a game's positions from the server; those of earlier turns are cached. The first one
// comes with the page, the next ones with events.

const MOST_KEPT = 300;
const PACKED = "deflate-raw";

/** Whether this browser can read pictures that come with events. */
export const canUnpack = "DecompressionStream" in window;

export class Pictures {
  /** @type {Map<string, string | Promise<string>>} */
  #kept = new Map();
  /** What came with the page. @type {{query: string, svg: string} | null} */
  #first = JSON.parse(document.getElementById("picture")?.textContent || "null");

  /** @param {string} game */
  constructor(game) {
    this.game = game;
  }

  /**
   * @param {{number: number, since: number, targets: boolean, territory: boolean, turned: number}} look
   * @param {string} key distinguishes positions with the same number
   */
  async fetch(look, key) {
    const query = new URLSearchParams({
      number: String(look.number),
      since: String(look.since),
      targets: look.targets ? "1" : "0",
      territory: look.territory ? "1" : "0",
      turned: String(look.turned),
      lang: document.documentElement.lang,
    });
    const kept = this.#kept.get(`${query} ${key}`);
    if (kept) return kept;
    const first = this.#first;
    this.#first = null; // the game may go on: only what is shown first is surely the same
    const text = first?.query === String(query) ? first.svg : await this.#ask(query);
    this.#keep(`${query} ${key}`, text);
    return text;
  }

  /**
   * Keep a picture that came with an event.
   * @param {{query: string, packed: string}} sent @param {string} key
   */
  receive({ query, packed }, key) {
    const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(PACKED));
    this.#keep(`${query} ${key}`, new Response(unpacked).text());
  }

  /** @param {string} name @param {string | Promise<string>} text */
  #keep(name, text) {
    if (this.#kept.size > MOST_KEPT) this.#kept.clear();
    this.#kept.set(name, text);
  }

  /** @param {URLSearchParams} query */
  async #ask(query) {
    const answer = await fetch(`/g/${this.game}/board.svg?${query}`);
    if (!answer.ok) throw new Error(`no picture: ${answer.status}`);
    return answer.text();
  }
}
