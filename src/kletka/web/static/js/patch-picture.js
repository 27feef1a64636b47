// @ts-check
// Changes a picture into another one, and keeps the elements that are in both.

/**
 * Elements with the same key are the same: a piece or cell by its name, a line by its path,
 * anything else by its layer, which is its classes but those that scripts add.
 */
function keyOf(/** @type {Element} */ element) {
  const { at, cell, move } = /** @type {SVGElement} */ (element).dataset;
  const name = at ?? cell ?? move;
  if (name) return `${element.tagName} ${name}`;
  const layer = [...element.classList].filter((known) => known.startsWith("kletka-"));
  return [element.tagName, ...layer, element.getAttribute("d")].join(" ");
}

/**
 * Change `old` into `wanted`, whose new elements are moved into it.
 * @param {Element} old @param {Element} wanted
 */
export function patch(old, wanted) {
  patchAttributes(old, wanted);
  if (!wanted.firstElementChild) {
    if (old.textContent !== wanted.textContent) old.textContent = wanted.textContent;
    return;
  }
  const known = groupByKey(old.children);
  const kept = [...wanted.children].map((child) => ({
    child,
    same: known.get(keyOf(child))?.shift(),
  }));
  for (const left of known.values()) for (const element of left) element.remove();
  let next = old.firstElementChild;
  for (const { child, same } of kept) {
    if (same) patch(same, child);
    if (same && same === next) next = same.nextElementSibling;
    else old.insertBefore(same ?? child, next);
  }
}

/** @param {HTMLCollection} children */
function groupByKey(children) {
  /** @type {Map<string, Element[]>} */
  const found = new Map();
  for (const child of children) {
    const key = keyOf(child);
    const alike = found.get(key);
    if (alike) alike.push(child);
    else found.set(key, [child]);
  }
  return found;
}

/** @param {Element} old @param {Element} wanted */
function patchAttributes(old, wanted) {
  for (const { name } of [...old.attributes])
    if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
