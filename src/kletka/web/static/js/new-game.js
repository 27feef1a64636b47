// @ts-check
// The form of a new game: presets fill it in, the board follows the options, and fields that are
// not needed are hidden. Everything also works without this script.

import { byId, markCurrent } from "./dom.js";
import { keepName } from "./my-name.js";

const PAUSE = 250; // milliseconds without another change before the server is asked
const PHONE = matchMedia("(max-width: 560px)");
const form = /** @type {HTMLFormElement} */ (byId("new-game"));
const preview = byId("preview");
let pausing = 0;
let asking = new AbortController();

/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/** The fields of the options. @returns {Field[]} */
function optionFields() {
  return [...form.querySelectorAll("[data-option]")].map(
    (part) => /** @type {Field} */ (part.querySelector("input, select")),
  );
}

/** The rows of the seats. @returns {HTMLElement[]} */
function seatRows() {
  return [...form.querySelectorAll(".seat-row")].map((row) => /** @type {HTMLElement} */ (row));
}

/** Show as many seats as there are players, and fields for the names of other people. */
function showSeats() {
  const players = optionFields().find((field) => field.name === "players");
  const count = Number(players?.value || players?.getAttribute("placeholder") || 2);
  seatRows().forEach((row, number) => {
    row.hidden = number >= Math.max(2, Math.min(8, count || 2));
    const kind = row.querySelector("select")?.value;
    const name = /** @type {HTMLInputElement} */ (row.querySelector("input"));
    name.hidden = kind !== "here" && kind !== "link" && !name.value;
  });
  const [mine, ...others] = seatRows()
    .filter((row) => !row.hidden)
    .map((row) => row.querySelector("select")?.value);
  for (const chip of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("#opponents a")))
    markCurrent(chip, mine === "me" && others.every((kind) => kind === chip.dataset.opponents));
}

function showClock() {
  const kind = new FormData(form).get("clock");
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-clock]")))
    part.hidden = part.dataset.clock !== kind;
}

/** Ask the server for what depends on the options, once they have not changed for a moment. */
function askSoon() {
  clearTimeout(pausing);
  asking.abort();
  preview.classList.add("stale");
  pausing = setTimeout(showOptions, PAUSE);
}

/** Show the board, the hints, the defaults and what is wrong, as the server knows them. */
async function showOptions() {
  asking = new AbortController();
  const query = new URLSearchParams(optionFields().map(({ name, value }) => [name, value]));
  try {
    const answer = await fetch(`${form.dataset.page}?${query}`, { signal: asking.signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    optionFields().forEach((field) => showNotes(field, page));
    showBoard(page);
  } catch {
    // Another change came, or the server does not answer: the form can be sent all the same.
  }
}

/** @param {Field} field @param {Document} page */
function showNotes(field, page) {
  const fresh = page.getElementById(field.id);
  for (const name of ["placeholder", "aria-invalid", "aria-describedby"]) {
    const value = fresh?.getAttribute(name);
    if (value) field.setAttribute(name, value);
    else field.removeAttribute(name);
  }
  const notes = field.parentElement?.querySelector(".field-notes");
  notes?.replaceChildren(...(fresh?.parentElement?.querySelector(".field-notes")?.children ?? []));
}

/** @param {Document} page */
function showBoard(page) {
  const board = page.getElementById("preview")?.firstElementChild;
  if (board) {
    preview.replaceChildren(board);
    preview.classList.remove("stale");
  }
  const fresh = [...page.querySelectorAll("#presets .chip")];
  document
    .querySelectorAll("#presets .chip")
    .forEach((chip, place) => markCurrent(chip, fresh[place].hasAttribute("aria-current")));
  const advanced = document.getElementById("advanced");
  if (page.getElementById("advanced")?.hasAttribute("open")) advanced?.setAttribute("open", "");
}

/** @param {HTMLElement} chip */
function usePreset(chip) {
  const options = JSON.parse(chip.dataset.options ?? "{}");
  for (const field of optionFields())
    field.value =
      options[field.name] ?? (field instanceof HTMLSelectElement ? field.options[0].value : "");
  showSeats();
  askSoon();
}

/** Seat the visitor first, and these opponents in all other seats. @param {string} kind */
function seatOpponents(kind) {
  seatRows().forEach((row, number) => {
    const select = /** @type {HTMLSelectElement} */ (row.querySelector("select"));
    select.value = number ? kind : "me";
  });
  showSeats();
}

form.addEventListener("click", (event) => {
  const chip = /** @type {HTMLElement} */ (event.target).closest(".presets .chip");
  if (!(chip instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (chip.dataset.opponents) seatOpponents(chip.dataset.opponents);
  else usePreset(chip);
});
form.addEventListener("input", (event) => {
  if (optionFields().includes(/** @type {Field} */ (event.target))) askSoon();
  showSeats();
  showClock();
});
keepName(/** @type {HTMLInputElement} */ (byId("my-name")));
showSeats();
showClock();
const smallest = document.querySelector("#presets .chip");
if (PHONE.matches && "untouched" in form.dataset && smallest instanceof HTMLElement)
  usePreset(smallest); // a small board fits a phone
