// @ts-check
// The page about playing offline: saves everything on this device, and lists the games there.

import { byId, make } from "./dom.js";
import { deviceGames, newDeviceGame } from "./device-games.js";
import { engineHere } from "./device-engine.js";
import { keepHere } from "./device-keeping.js";
import { number, say } from "./words.js";

const button = /** @type {HTMLButtonElement} */ (byId("prepare"));
/** @type {string[]} */
const pages = JSON.parse(byId("pages").textContent ?? "[]");

/** @param {string} key @param {Record<string, number>} [values] */
const tell = (key, values) => (byId("prepared").textContent = say(key, values));

/** What the server offers, or null. @returns {Promise<{bytes: number} | null>} */
async function offered() {
  try {
    const answer = await fetch("/device/engine.json");
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function offer() {
  if (!navigator.serviceWorker) return tell("device_unsupported");
  if (await engineHere()) return tell("device_ready");
  const engine = await offered();
  byId("device-new").hidden = !engine;
  if (!engine) return tell("device_absent");
  const megabytes = Math.round(engine.bytes / 1e5) / 10;
  button.textContent = say("device_prepare", { size: number(megabytes) });
  button.hidden = false;
}

async function prepare() {
  button.disabled = true;
  const all = await keepHere(pages, true, (progress) => tell("device_preparing", progress));
  tell(all ? "device_ready" : "device_failed");
  button.hidden = all;
  button.disabled = false;
}

function listGames() {
  const games = deviceGames();
  byId("device-games").hidden = !games.length;
  byId("device-games-list").replaceChildren(
    ...games.map(({ address, spec, turns }) => {
      const title = document.querySelector(`[data-game="${spec.replace(/\(.*/, "")}"]`);
      const name = /** @type {HTMLElement | null} */ (title)?.dataset.title ?? spec;
      const count = say("device_turns", { count: turns });
      return make("li", {}, make("a", { href: address }, name), ` ${spec} · ${count}`);
    }),
  );
}

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (
  document.querySelectorAll("[data-spec]")
))
  link.addEventListener("click", () => (link.hash = newDeviceGame()));
button.addEventListener("click", prepare);
addEventListener("pageshow", listGames);
offer();
