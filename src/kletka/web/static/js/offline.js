// @ts-check
// The page that stands in for one that cannot be had: lists what can be opened without the server.

import { byId, make } from "./dom.js";
import { keptPages } from "./kept-pages.js";
import { language } from "./words.js";

/** Whether a form was sent, as the service worker has noted in the page. */
const unsent = "unsent" in document.documentElement.dataset;

async function list() {
  const pages = await keptPages(language);
  byId("kept-pages").replaceChildren(
    ...pages.map(({ url, title }) => make("li", {}, make("a", { href: url }, title))),
  );
  byId("kept").hidden = !pages.length;
  byId("nothing-kept").hidden = pages.length > 0;
}

byId("not-kept").hidden = byId("try-again").hidden = unsent;
byId("not-sent").hidden = !unsent;
byId("go-back").hidden = history.length < 2;
byId("go-back").addEventListener("click", () => history.back());
byId("try-again").addEventListener("click", () => location.reload());
list();
