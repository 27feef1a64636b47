// @ts-check
// The rules on this device, for boards while the server is away. They are there if the visitor has
// made the site available offline; then a worker runs the server's own Python.

import { language } from "./words.js";

/** @typedef {Record<string, any>} Message */

const ENGINE = "/device/engine.json";
/** @type {Worker | null} */
let worker = null;
/** @type {Map<number, (answer: string) => void>} */
const open = new Map();
let asked = 0;

/** What the service worker has kept for this, or null.
 * @returns {Promise<{pyodide: string, code: string} | null>} */
export async function engineHere() {
  if (!("caches" in window)) return null;
  const kept = await caches.match(ENGINE);
  return kept ? kept.json() : null;
}

/**
 * What the server would answer; null if this device cannot tell.
 * @param {string} path @param {Message} body
 * @returns {Promise<Message | null>}
 */
export async function answerHere(path, body) {
  const engine = await engineHere();
  if (!engine) return null;
  const number = ++asked;
  const text = new Promise((resolve) => open.set(number, resolve));
  running().postMessage({ number, engine, path, body: JSON.stringify(body), language });
  return JSON.parse(/** @type {string} */ (await text));
}

/** The worker, which is started when it is needed first. */
function running() {
  if (worker) return worker;
  // It lies beside the page's own script.
  const script = /** @type {HTMLScriptElement} */ (
    document.querySelector("script[type=module][src]")
  );
  const address = new URL("../js/device-worker.js", script.src);
  worker = new Worker(address, { type: "module" });
  worker.addEventListener("message", ({ data }) => {
    open.get(data.number)?.(data.answer);
    open.delete(data.number);
  });
  worker.addEventListener("error", () => {
    for (const answer of open.values()) answer("null");
    open.clear();
    worker = null;
  });
  return worker;
}
