// @ts-check
// The pages that the service worker has kept on this device.

/** @typedef {{url: string, title: string}} KeptPage */

/** All kept pages in a language, by address. @param {string} language @returns {Promise<KeptPage[]>} */
export async function keptPages(language) {
  if (!("caches" in window)) return []; // not a secure context
  const names = (await caches.keys()).filter((name) =>
    name.startsWith(`kletka-pages-${language}-`),
  );
  /** @type {Map<string, KeptPage>} */
  const found = new Map();
  for (const name of names) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const page = await cache.match(url, { ignoreVary: true });
      const { pathname, search } = new URL(url);
      if (page && pathname !== "/offline")
        found.set(url, { url: pathname + search, title: titleIn(await page.text()) });
    }
  }
  const order = new Intl.Collator("en", { numeric: true });
  return [...found.values()].sort((one, other) => order.compare(one.url, other.url));
}

/** The title of a page without the name of the site. @param {string} html */
function titleIn(html) {
  const title = new DOMParser().parseFromString(html, "text/html").title;
  return title.replace(/ · Kletka$/, "");
}
