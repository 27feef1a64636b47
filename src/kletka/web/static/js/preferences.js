// @ts-check
// The visitor's preferences, kept in the browser's storage.

const TOUCH = matchMedia("(pointer: coarse)").matches;

/** @type {Record<string, boolean>} */
const DEFAULTS = {
  sound: true,
  targets: true,
  territory: false,
  confirm: TOUCH,
  "study-analyse": true,
  "study-inventor": false,
};

/** @type {Record<string, boolean>} */
const chosen = {};

/** @param {string} name */
export function isOn(name) {
  if (name in chosen) return chosen[name];
  try {
    const kept = localStorage.getItem(`kletka-${name}`);
    if (kept !== null) return kept === "on";
  } catch {
    // Storage may be blocked: use the default.
  }
  return DEFAULTS[name];
}

/** @param {string} name */
export function toggle(name) {
  chosen[name] = !isOn(name);
  try {
    localStorage.setItem(`kletka-${name}`, chosen[name] ? "on" : "off");
  } catch {
    // It still holds for this page.
  }
  return chosen[name];
}
