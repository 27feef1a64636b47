// @ts-check
// The pages that the service worker has kept on this device.

/** @typedef {{url: string, title: string}} KeptPage */

const MOST = 40;
const TITLE = /<title>(.*?) · Kletka<\/title>/s;

/** All kept pages in a language, by address; if they are many, without those that others list.
 * @param {string} language @returns {Promise<KeptPage[]>} */
export async function keptPages(language) {
  if (!("caches" in window)) return []; // not a secure context
  const names = await caches.keys();
  const caching = names.filter((name) => name.startsWith(`kletka-pages-${language}-`));
  const urls = await Promise.all(caching.map(async (name) => (await caches.open(name)).keys()));
  const all = [...new Set(urls.flat().map(({ url }) => url))].filter(isListed);
  const shown = all.length > MOST ? all.filter(isGeneral) : all;
  const order = new Intl.Collator("en", { numeric: true });
  return Promise.all(shown.sort(order.compare).map(described));
}

/** @param {string} url */
const isListed = (url) => new URL(url).pathname !== "/offline";

/** Whether a page is not one lesson, puzzle or board of many. @param {string} url */
const isGeneral = (url) => !/\/\d+$|\?|\/enter$/.test(url);

/** @param {string} url @returns {Promise<KeptPage>} */
async function described(url) {
  const page = await caches.match(url, { ignoreVary: true });
  const [, title] = TITLE.exec((await page?.text()) ?? "") ?? [];
  const { pathname, search } = new URL(url);
  return { url: pathname + search, title: title ? plain(title) : pathname };
}

/** A text without HTML's escapes. @param {string} html */
function plain(html) {
  return new DOMParser().parseFromString(html, "text/html").body.textContent ?? "";
}
