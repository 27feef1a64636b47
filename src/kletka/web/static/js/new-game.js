// @ts-check
// The form of a new game: presets fill in the options, and unused fields are hidden.

const form = /** @type {HTMLFormElement} */ (document.getElementById("new-game"));

/** @param {string} name */
function field(name) {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
}

function showSeats() {
  const players = field("players");
  if (!players) return;
  const count = Number(players.value || players.getAttribute("placeholder"));
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll(".seat-row")))
    row.hidden = Number(row.dataset.seat) >= Math.max(2, Math.min(8, count || 2));
}

function showClock() {
  const kind = new FormData(form).get("clock");
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-clock]")))
    part.hidden = part.dataset.clock !== kind;
}

function optionFields() {
  return [...form.querySelectorAll(".fields [name]")].filter(
    (input) =>
      (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) &&
      !input.closest("[data-clock]"),
  );
}

/** Defaults and what is allowed may depend on other options: the server knows how. */
async function showDefaults() {
  const query = new URLSearchParams();
  for (const input of /** @type {HTMLInputElement[]} */ (optionFields()))
    query.set(input.name, input.value);
  const answer = await fetch(`${form.dataset.page}?${query}`).catch(() => null);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const input of optionFields()) {
    const fresh = page.getElementById(input.id);
    input.setAttribute("placeholder", fresh?.getAttribute("placeholder") ?? "");
    const hint = input.parentElement?.querySelector(".hint");
    const newHint = fresh?.parentElement?.querySelector(".hint");
    if (hint && newHint) hint.textContent = newHint.textContent;
  }
}

/** @param {MouseEvent} event */
function usePreset(event) {
  const chip = /** @type {HTMLElement} */ (event.target).closest("[data-options]");
  if (!(chip instanceof HTMLElement)) return;
  event.preventDefault();
  const options = JSON.parse(chip.dataset.options ?? "{}");
  for (const input of /** @type {HTMLInputElement[]} */ (optionFields()))
    input.value =
      options[input.name] ?? (input instanceof HTMLSelectElement ? input.options[0].value : "");
  for (const other of form.querySelectorAll("[data-options]"))
    other.removeAttribute("aria-current");
  chip.setAttribute("aria-current", "true");
  showSeats();
  showDefaults();
}

form.addEventListener("click", usePreset);
form.addEventListener("change", (event) => {
  if (optionFields().includes(/** @type {Element} */ (event.target))) showDefaults();
});
form.addEventListener("input", () => {
  showSeats();
  showClock();
});
showSeats();
showClock();
