// @ts-check
// What a visitor has switched on or off; kept by the browser.

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
    // Storage may be forbidden: the usual, then.
  }
  return DEFAULTS[name];
}

/** @param {string} name */
export function toggle(name) {
  chosen[name] = !isOn(name);
  try {
    localStorage.setItem(`kletka-${name}`, chosen[name] ? "on" : "off");
  } catch {
    // It holds for this page.
  }
  return chosen[name];
}
