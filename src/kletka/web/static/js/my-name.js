// @ts-check
// The visitor's own name, kept in the browser for the next game.

const KEPT = "kletka-my-name";

/** Fill in the kept name, and keep what is typed. @param {HTMLInputElement} field */
export function keepName(field) {
  try {
    field.value = localStorage.getItem(KEPT) || field.value;
  } catch {
    return; // Storage may be blocked.
  }
  field.form?.addEventListener("submit", () => localStorage.setItem(KEPT, field.value.trim()));
}
