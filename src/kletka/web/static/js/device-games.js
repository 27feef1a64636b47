// @ts-check
// Games at one screen that are kept in the browser. Each is a draft of the page for entering games,
// told apart by what follows # in its address.

const DRAFT = /^kletka-paper-([^#]+)(#\w+)$/;

/** The key of a draft. @param {string} spec @param {string} [name] such as #a1b2 */
export function draftKey(spec, name = "") {
  return `kletka-paper-${spec}${name}`;
}

/** The page of a game. @param {string} spec @param {string} name */
export function addressOf(spec, name) {
  const query = encodeURIComponent(spec).replace(/[()]/g, escaped);
  return `/paper/${spec.replace(/\(.*/, "")}/enter?spec=${query}${name}`;
}

/** As the server's pages write it. @param {string} letter */
const escaped = (letter) => `%${letter.charCodeAt(0).toString(16)}`;

/** A name that no game on this device has. */
export function newDeviceGame() {
  return `#${Date.now().toString(36)}`;
}

/** The games on this device, the newest first.
 * @returns {{address: string, spec: string, turns: number}[]} */
export function deviceGames() {
  try {
    return Object.keys(localStorage)
      .flatMap((key) => {
        const [, spec, name] = DRAFT.exec(key) ?? [];
        if (!name) return [];
        const turns = JSON.parse(localStorage.getItem(key) ?? "[]").length;
        return [{ address: addressOf(spec, name), name, spec, turns }];
      })
      .sort((one, other) => other.name.localeCompare(one.name));
  } catch {
    return []; // storage may be blocked
  }
}
