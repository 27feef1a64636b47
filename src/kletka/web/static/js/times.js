// @ts-check
// Times of the server, told by the visitor's own clock.

const words = { dateStyle: "short", timeStyle: "short" };
const teller = new Intl.DateTimeFormat(document.documentElement.lang, /** @type {any} */ (words));

for (const time of document.querySelectorAll("time"))
  time.textContent = teller.format(new Date(time.dateTime));
