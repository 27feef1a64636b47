// @ts-check
// The connection to the engine: reports about one position at a time.

const WAIT = 1500;
const PING_EVERY = 25000;

/** @typedef {Record<string, any>} Message */

export class EngineConnection {
  #socket = /** @type {WebSocket | null} */ (null);
  #key = 0;
  /** The current requests, to be sent again after a lost connection. @type {Message[]} */
  #wanted = [];

  /** @param {{message: (message: Message) => void, away: () => void}} on */
  constructor(on) {
    this.on = on;
    setInterval(() => this.#send({ do: "ping" }), PING_EVERY);
    // The page is hidden: the engine need not think.
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#send({ do: "stop" });
      else this.#ask();
    });
  }

  /** Start to think about a position. @param {string} position @param {Message[]} requests */
  about(position, requests) {
    this.#key += 1;
    this.#wanted = requests.map((request) => ({ ...request, position, key: this.#key }));
    this.#ask();
  }

  /** Make a request about the same position anew; the others go on. @param {Message} request */
  change(request) {
    const last = this.#wanted.find((wanted) => wanted.do === request.do);
    if (!last) return;
    const message = { ...request, position: last.position, key: last.key };
    this.#wanted = this.#wanted.map((wanted) => (wanted === last ? message : wanted));
    this.#send(message);
  }

  /** Stop thinking. */
  rest() {
    this.#key += 1;
    this.#wanted = [];
    this.#send({ do: "stop" });
  }

  #ask() {
    if (!this.#wanted.length) return;
    if (!this.#socket) this.#connect();
    this.#send({ do: "stop" });
    for (const message of this.#wanted) this.#send(message);
  }

  /** @param {Message} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    const url = new URL(`/analysis/live?lang=${document.documentElement.lang}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => this.#ask();
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.key === this.#key) this.on.message(message);
    };
    socket.onclose = () => {
      this.#socket = null;
      if (!this.#wanted.length) return;
      this.on.away();
      setTimeout(() => this.#ask(), WAIT);
    };
  }
}
