// @ts-check
// The list of games: local times, boards in the colours of the page.

const root = document.documentElement;
const local = navigator.languages.find((name) => name.startsWith(root.lang)) ?? root.lang;
const teller = new Intl.DateTimeFormat(local, { dateStyle: "short", timeStyle: "short" });

for (const time of document.querySelectorAll("time"))
  time.textContent = teller.format(new Date(time.dateTime));

/** A picture follows the system's theme unless it is response which one the page has. */
function colour() {
  const theme = root.dataset.theme;
  if (!theme) return;
  for (const board of /** @type {NodeListOf<HTMLImageElement>} */ (
    document.querySelectorAll("img[data-board]")
  ))
    board.src = `${board.dataset.board}&theme=${theme}`;
}

new MutationObserver(colour).observe(root, { attributeFilter: ["data-theme"] });
colour();
