// @ts-check
// Keeps what is typed into a form until it is sent and accepted, even if the page is closed.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/** Fill in what was typed before, and keep what is typed from now on.
 * @param {HTMLElement} form @param {string} key */
export function keepDraft(form, key) {
  const fields = /** @type {Field[]} */ ([
    ...form.querySelectorAll("input:not([type=hidden]), select, textarea"),
  ]);
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
    for (const field of fields)
      if (kept[field.name] && !field.value) field.value = kept[field.name];
  } catch {
    // Storage may be blocked, or the draft damaged: the form stays as it came.
  }
  form.addEventListener("input", () => {
    try {
      const typed = fields.map(({ name, value }) => [name, value]);
      localStorage.setItem(key, JSON.stringify(Object.fromEntries(typed)));
    } catch {
      // It still holds for this page.
    }
  });
}
