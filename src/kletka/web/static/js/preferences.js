// @ts-check
// The visitor's preferences, kept in the browser's storage.

const TOUCH = matchMedia("(pointer: coarse)").matches;

/** @type {Record<string, boolean>} */
const DEFAULTS = {
  sound: true,
  targets: true,
  territory: false,
  confirm: TOUCH,
  words: false,
  "study-analyse": true,
  "study-inventor": false,
};

/** @type {Record<string, boolean>} */
const chosen = {};

/** @param {string} name @param {boolean} [usual] what holds until the visitor has chosen */
export function isOn(name, usual = DEFAULTS[name]) {
  if (name in chosen) return chosen[name];
  try {
    const kept = localStorage.getItem(`kletka-${name}`);
    if (kept !== null) return kept === "on";
  } catch {
    // Storage may be blocked: use the default.
  }
  return usual;
}

/** @param {string} name @param {boolean} [usual] */
export function toggle(name, usual = DEFAULTS[name]) {
  chosen[name] = !isOn(name, usual);
  try {
    localStorage.setItem(`kletka-${name}`, chosen[name] ? "on" : "off");
  } catch {
    // It still holds for this page.
  }
  return chosen[name];
}
