// @ts-check
// The texts for scripts in the page's language, which come with the page.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

export const language = document.documentElement.lang;

/**
 * The text of a key with its placeholders filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** A number in the page's language. @param {number} value */
export function number(value) {
  return String(value).replace(".", language === "ru" ? "," : ".");
}

/** A text in the page's language. @param {Record<string, string>} text */
export function spoken(text) {
  return text[language] ?? text.en;
}
