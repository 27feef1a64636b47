// @ts-check
// The WebSocket of a game: delivers all events in order and reconnects by itself.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20000;
const NO_ANSWER = 10000;
const FINAL = [4403, 4404]; // the server refuses the connection

/** @typedef {Record<string, any>} Message */

export class GameConnection {
  #socket = /** @type {WebSocket | null} */ (null);
  #asked = 0;
  #wait = FIRST_WAIT;
  /** @type {Map<number, (answer: Message) => void>} */
  #open = new Map();
  #silence = 0;
  /** Requests that wait until the socket is open. @type {string[]} */
  #unsent = [];

  /**
   * @param {string} address of the socket, without `since`
   * @param {() => number} since the number of the last event that is known
   * @param {{message: (message: Message) => void, state: (connected: boolean) => void}} on
   */
  constructor(address, since, on) {
    this.address = address;
    this.since = since;
    this.on = on;
    this.#connect();
    setInterval(() => this.#ping(), PING_EVERY);
    addEventListener("online", () => this.#connectNow());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#connectNow();
    });
  }

  get connected() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /**
   * Send a request; the answer is the resulting event or a refusal, or null if the
   * connection broke before.
   * @param {Message} message
   * @returns {Promise<Message | null>}
   */
  ask(message) {
    const re = ++this.#asked;
    const socket = this.#socket;
    if (!socket || socket.readyState > WebSocket.OPEN) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#open.set(re, resolve);
      const text = JSON.stringify({ ...message, re });
      if (this.connected) socket.send(text);
      else this.#unsent.push(text);
    });
  }

  /** Send a message that is not answered, if the socket is open. @param {Message} message */
  tell(message) {
    if (this.connected) this.#socket?.send(JSON.stringify(message));
  }

  /** Close the connection and open another. */
  reconnect() {
    this.#socket?.close();
  }

  #connect() {
    const url = new URL(this.address, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("since", String(this.since()));
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      for (const text of this.#unsent.splice(0)) socket.send(text);
      this.on.state(true);
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data));
    socket.onclose = (event) => this.#lost(socket, FINAL.includes(event.code));
  }

  /** @param {Message} message */
  #receive(message) {
    clearTimeout(this.#silence);
    const answer = this.#open.get(message.re);
    this.#open.delete(message.re);
    this.on.message(message);
    answer?.(message);
  }

  /** @param {WebSocket} socket @param {boolean} final */
  #lost(socket, final) {
    if (socket !== this.#socket) return;
    this.#socket = null;
    this.#unsent = [];
    this.on.state(false);
    for (const answer of this.#open.values()) answer({ type: "lost" });
    this.#open.clear();
    if (final) return;
    // A random delay, so that not all clients reconnect at once.
    setTimeout(() => this.#connectNow(), this.#wait * (0.7 + 0.6 * Math.random()));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #connectNow() {
    if (!this.#socket) this.#connect();
  }

  #ping() {
    if (!this.connected) return;
    this.#socket?.send(JSON.stringify({ do: "ping" }));
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#socket?.close(), NO_ANSWER);
  }
}
