// @ts-check
// What was typed in is forgotten when its game is there to be seen, and no earlier: the network may
// fail on the way.

const SENT = "kletka-paper-sent";

/** What is kept under this key is on its way to the server. @param {string} key */
export function markSubmitted(key) {
  try {
    sessionStorage.setItem(SENT, key);
  } catch {
    // Storage may be forbidden; then nothing was kept either.
  }
}

/** A game has come back that was brought from elsewhere. */
export function forgetSubmitted() {
  try {
    const key = sessionStorage.getItem(SENT);
    if (key) localStorage.removeItem(key);
    sessionStorage.removeItem(SENT);
  } catch {
    // As above.
  }
}
