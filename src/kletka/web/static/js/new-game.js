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

/** @param {MouseEvent} event */
function usePreset(event) {
  const chip = /** @type {HTMLElement} */ (event.target).closest("[data-options]");
  if (!(chip instanceof HTMLElement)) return;
  event.preventDefault();
  const options = JSON.parse(chip.dataset.options ?? "{}");
  for (const input of form.querySelectorAll(".fields [name]"))
    if (
      (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) &&
      !input.closest("[data-clock]")
    )
      input.value =
        options[input.name] ?? (input instanceof HTMLSelectElement ? input.options[0].value : "");
  for (const other of form.querySelectorAll("[data-options]"))
    other.removeAttribute("aria-current");
  chip.setAttribute("aria-current", "true");
  showSeats();
}

form.addEventListener("click", usePreset);
form.addEventListener("input", () => {
  showSeats();
  showClock();
});
showSeats();
showClock();
