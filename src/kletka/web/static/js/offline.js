// @ts-check
// The page that stands in for one that cannot be had: lists what can be opened without the server.

import { byId, make } from "./dom.js";
import { keptPages } from "./kept-pages.js";
import { language } from "./words.js";

/** The form that could not be sent, if the service worker has noted one.
 * @type {{action: string, fields: [string, string][]} | null} */
const unsent = JSON.parse(document.getElementById("unsent")?.textContent ?? "null");

async function list() {
  const pages = await keptPages(language);
  byId("kept-pages").replaceChildren(
    ...pages.map(({ url, title }) => make("li", {}, make("a", { href: url }, title))),
  );
  byId("kept").hidden = !pages.length;
  byId("nothing-kept").hidden = pages.length > 0;
}

/** Send the form once more, with all that was entered. */
function sendAgain() {
  if (!unsent) return location.reload();
  const fields = unsent.fields.map(([name, value]) =>
    make("input", { type: "hidden", name, value }),
  );
  const form = make("form", { method: "post", action: unsent.action, hidden: true }, ...fields);
  document.body.append(form);
  /** @type {HTMLFormElement} */ (form).submit();
}

byId("not-kept").hidden = Boolean(unsent);
byId("not-sent").hidden = !unsent;
byId("go-back").hidden = history.length < 2;
byId("go-back").addEventListener("click", () => history.back());
byId("try-again").addEventListener("click", sendAgain);
list();
