// @ts-check
// What the page says, in its language; the texts come with the page.

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("words")?.textContent || "{}");

export const language = document.documentElement.lang;

/**
 * The words of a key, with what belongs in their braces.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** A number as people of this language write it. @param {number} value */
export function number(value) {
  return String(value).replace(".", language === "ru" ? "," : ".");
}

/** A text that exists in both languages. @param {Record<string, string>} text */
export function spoken(text) {
  return text[language] ?? text.en;
}
