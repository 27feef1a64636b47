// @ts-check
// Helpers to find and create elements.

/** The element with this id, which the page must have. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * A new element with its properties and children.
 * @param {string} name
 * @param {Record<string, any>} [properties]
 * @param {(Node | string)[]} children
 */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Mark an element as the current one, or not. @param {Element} element @param {boolean} on */
export function markCurrent(element, on) {
  if (on) element.setAttribute("aria-current", "true");
  else element.removeAttribute("aria-current");
}

const SVG = "http://www.w3.org/2000/svg";

/** The piece of a seat as a small picture. @param {number} seat */
export function swatch(seat) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "swatch");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#seat-${seat}`);
  picture.append(use);
  return picture;
}
