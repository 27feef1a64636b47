// @ts-check
// Keeps pages that were seen, and shows them while the server is away. Pages come from the server
// if it answers, files with a version in their address from the device. Nothing else is kept: no
// games, no answers to forms, nothing of the API. The server writes `self.kletka` before this.

/** @type {any} */
const worker = self;
/** @type {{version: string, words: Record<string, {away: string, back: string}>}} */
const { version, words } = worker.kletka;
const FILES = `kletka-files-${version}`;
const STATE = "kletka-state";
const DEVICE = "kletka-device"; // Python and our rules, for boards without the server
const ENGINE = "/device/engine.json";
const KEPT = /^\/(?:$|new(?:\/|$)|learn(?:\/|$)|puzzles(?:\/|$)|rules\/|paper\/|offline$|device$)/;
const STATIC = /\/static\/[\w./+-]+/g;
const AWAY_STATUS = [502, 504]; // what a proxy says for a server that is away
const SLOW = 4000; // milliseconds after which a kept page is shown
const MOST_PAGES = 400;
const ANY_VARIANT = { ignoreVary: true };

/** The kept pages in a language. @param {string} language */
const pagesIn = (language) => `kletka-pages-${language}-${version}`;

/** @param {string} name */
const isOld = (name) =>
  name.startsWith("kletka-") && ![STATE, DEVICE].includes(name) && !name.endsWith(`-${version}`);

/** @param {number} time @returns {Promise<void>} */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** The language of the page that was seen last. */
async function language() {
  const kept = await (await caches.open(STATE)).match("/language");
  const known = kept ? await kept.text() : worker.navigator.language.slice(0, 2);
  return known in words ? known : "en";
}

/** @param {string} chosen */
async function setLanguage(chosen) {
  if (chosen in words && chosen !== (await language()))
    await (await caches.open(STATE)).put("/language", new Response(chosen));
}

/** Whether an answer of the server may be kept as a page. @param {string} url @param {Response} page */
function mayKeep(url, page) {
  const { origin, pathname } = new URL(url);
  return (
    page.ok &&
    !page.redirected &&
    origin === worker.location.origin &&
    KEPT.test(pathname) &&
    !page.headers.get("Cache-Control")?.includes("no-store") &&
    (page.headers.get("Content-Type") ?? "").startsWith("text/html")
  );
}

/** Keep a page and the files that it loads. @param {string} url @param {Response} page */
async function keep(url, page) {
  const text = await page.clone().text();
  const cache = await caches.open(pagesIn(page.headers.get("Content-Language") ?? "en"));
  await cache.put(url, page);
  const known = await cache.keys();
  for (const old of known.slice(0, Math.max(0, known.length - MOST_PAGES))) await cache.delete(old);
  await Promise.all([...new Set(text.match(STATIC))].map((file) => fileOf(new Request(file))));
}

/** Ask for a page and keep it; false if the server does not answer.
 * @param {string} url @param {boolean} [again] whether a busy server is asked once more
 * @returns {Promise<boolean>} */
async function fetchAndKeep(url, again = true) {
  try {
    const page = await fetch(url);
    const pause = Number(page.headers.get("Retry-After"));
    if (again && pause) return await wait(pause * 1000).then(() => fetchAndKeep(url, false));
    if (mayKeep(url, page)) await keep(url, page);
    return page.status < 429;
  } catch {
    return false;
  }
}

/** A file with a version in its address. @param {Request} request */
async function fileOf(request) {
  const kept = await caches.match(request, ANY_VARIANT);
  if (kept) return kept;
  const file = await fetch(request);
  const ours = new URL(request.url).pathname.startsWith(`/static/${version}/`);
  if (ours && file.ok) await (await caches.open(FILES)).put(request, file.clone());
  return file;
}

/** The kept copy of a page, in the language of the last page if there is one.
 * @param {string} url @returns {Promise<Response | undefined>} */
async function copyOf(url) {
  const now = await language();
  const names = (await caches.keys()).filter((name) => name.startsWith("kletka-pages-"));
  const liked = (/** @type {string} */ name) =>
    Number(name.startsWith(`kletka-pages-${now}-`)) * 2 + Number(!isOld(name));
  for (const name of names.sort((one, other) => liked(other) - liked(one))) {
    const found = await (await caches.open(name)).match(url, ANY_VARIANT);
    if (found) return found;
  }
}

/** The address of a kept page below this one, such as a lesson of a game. @param {URL} url */
async function keptBelow(url) {
  const cache = await caches.open(pagesIn(await language()));
  const start = `${url.origin}${url.pathname}/`;
  return (await cache.keys()).find((request) => request.url.startsWith(start))?.url;
}

/** A kept page with changes to its text. @param {Response} page @param {(text: string) => string} change */
async function changed(page, change) {
  const headers = new Headers(page.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(change(await page.text()), { headers });
}

/** A kept page with a line that says so. @param {Response} page */
function withNote(page) {
  const { away, back } = words[page.headers.get("Content-Language") ?? "en"];
  const note =
    `<p class="away" id="away" role="status" data-back="${back}">${away}</p>` +
    `<script type="module" src="/static/${version}/js/back-again.js"></script>`;
  return changed(page, (text) => text.replace("</header>", `</header>${note}`));
}

/** The page that stands in for others.
 * @param {{action: string, fields: [string, FormDataEntryValue][]} | null} unsent a form */
async function standIn(unsent) {
  const page = await copyOf(`${worker.location.origin}/offline?lang=${await language()}`);
  if (!page) return Response.error();
  const data = JSON.stringify(unsent).replaceAll("<", "\\u003c");
  const script = `<script type="application/json" id="unsent">${data}</script></head>`;
  return changed(page, (text) => text.replace("</head>", () => script));
}

/** What a form was to send, without its files; null if it was none. @param {Request} request */
async function formIn(request) {
  try {
    const fields = [...(await request.formData())];
    return { action: request.url, fields: fields.filter(([, value]) => typeof value === "string") };
  } catch {
    return null;
  }
}

/** What is shown in place of a page that the server does not send. @param {Request} request */
async function withoutServer(request) {
  const url = new URL(request.url);
  if (request.method !== "GET") return standIn(await formIn(request));
  const chosen = /^\/lang\/(\w+)$/.exec(url.pathname)?.[1];
  if (chosen) {
    await setLanguage(chosen);
    const back = new URL(url.searchParams.get("back") || "/", url);
    back.searchParams.delete("lang");
    return Response.redirect(back.origin === url.origin ? back.href : url.origin);
  }
  const kept = await copyOf(url.href);
  if (kept) return withNote(kept);
  const below = await keptBelow(url);
  return below ? Response.redirect(below) : standIn(null);
}

/** The server's answer to a navigation; keeps it if it may. @param {any} event */
async function fromServer(event) {
  const { request } = event;
  const page = /** @type {Response} */ ((await event.preloadResponse) ?? (await fetch(request)));
  if (AWAY_STATUS.includes(page.status)) throw new Error(`the server is away: ${page.status}`);
  if (mayKeep(request.url, page)) {
    await setLanguage(page.headers.get("Content-Language") ?? "en");
    event.waitUntil(keep(request.url, page.clone()));
  }
  event.waitUntil(replaceOld());
  return page;
}

/** A page: the server's, or the kept one if there is one and the server is slow. @param {any} event */
async function pageOf(event) {
  const { request } = event;
  const again = request.clone(); // what a form sends can be read only once
  const sent = fromServer(event);
  event.waitUntil(sent.catch(() => undefined));
  const kept = request.method === "GET" ? await copyOf(request.url) : undefined;
  try {
    if (!kept) return await sent;
    return (await Promise.race([sent, wait(SLOW)])) ?? withNote(kept);
  } catch {
    return withoutServer(again);
  }
}

let replacing = false;

/** Whether no newer worker is about to take over, whose pages would look like old ones. */
function isNewest() {
  const { installing, waiting } = worker.registration;
  return !installing && !waiting && worker.serviceWorker.state !== "redundant";
}

/** Ask for the pages that an older version has kept, then forget the older version. */
async function replaceOld() {
  const old = (await caches.keys()).filter(isOld);
  if (replacing || !old.length || !isNewest()) return;
  replacing = true;
  try {
    for (const name of old.filter((name) => name.startsWith("kletka-pages-")))
      for (const { url } of await (await caches.open(name)).keys())
        if (!(await fetchAndKeep(url))) return; // later
    if (isNewest()) await Promise.all(old.map((name) => caches.delete(name)));
  } finally {
    replacing = false;
  }
}

/** Keep the page that is open while the worker is being installed. */
async function keepOpenPages() {
  const open = await worker.clients.matchAll({ includeUncontrolled: true, type: "window" });
  const urls = open.map((/** @type {{url: string}} */ client) => client.url.split("#")[0]);
  for (const url of new Set(urls)) if (KEPT.test(new URL(url).pathname)) await fetchAndKeep(url);
}

/** A file of the rules on this device. @param {Request} request */
async function deviceFile(request) {
  return (await (await caches.open(DEVICE)).match(request, ANY_VARIANT)) ?? fetch(request);
}

/** Keep what boards need without the server, if it has it. */
async function keepEngine() {
  const answer = await fetch(ENGINE);
  if (!answer.ok) return answer.status === 404;
  const cache = await caches.open(DEVICE);
  /** @type {{files: string[]}} */
  const { files } = await answer.clone().json();
  for (const file of files) if (!(await cache.match(file, ANY_VARIANT))) await cache.add(file);
  await cache.put(ENGINE, answer); // last: all that it names is there
  for (const request of await cache.keys())
    if (![...files, ENGINE].includes(new URL(request.url).pathname)) await cache.delete(request);
  return true;
}

/** Bring the rules on this device up to date, if there are any. */
async function updateEngine() {
  const cache = await caches.open(DEVICE);
  if (await cache.match(ENGINE)) await keepEngine();
}

/** Do what a page asks for: keep pages, and the rules. @param {any} event */
async function keepAsked({ data: { pages, engine }, ports: [port] }) {
  const jobs = pages.map(
    (/** @type {string} */ page) => () => fetchAndKeep(new URL(page, worker.location.href).href),
  );
  if (engine) jobs.unshift(keepEngine);
  const progress = { done: 0, failed: 0, count: jobs.length };
  for (const job of jobs) {
    const kept = await job().catch(() => false);
    progress[kept ? "done" : "failed"] += 1;
    port?.postMessage(progress);
  }
}

async function install() {
  const offline = Object.keys(words).map((name) => `/offline?lang=${name}`);
  const kept = offline.map((path) => fetchAndKeep(new URL(path, worker.location.href).href));
  if ((await Promise.all(kept)).includes(false)) throw new Error("the server is away");
  for (const name of ["back-again", "device-worker"])
    await fileOf(new Request(`/static/${version}/js/${name}.js`));
  await worker.skipWaiting();
}

async function activate() {
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(activate());
  event.waitUntil(keepOpenPages().then(replaceOld));
  event.waitUntil(updateEngine().catch(() => undefined));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageOf(event));
  else if (request.method === "GET" && pathname.startsWith("/static/"))
    event.respondWith(fileOf(request));
  else if (/^\/device\/(?:pyodide|code)\//.test(pathname)) event.respondWith(deviceFile(request));
});
worker.addEventListener("message", (/** @type {any} */ event) => event.waitUntil(keepAsked(event)));
