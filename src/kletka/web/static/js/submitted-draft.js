// @ts-check
// The draft of a typed game is dropped only when the stored game is shown, as the network may fail
// while it is being sent.

const SENT = "kletka-paper-sent";

/** Remember that the draft under this key is being sent. @param {string} key */
export function markSubmitted(key) {
  try {
    sessionStorage.setItem(SENT, key);
  } catch {
    // Storage may be blocked; then there is no draft either.
  }
}

/** Drop the draft that was sent. */
export function forgetSubmitted() {
  try {
    const key = sessionStorage.getItem(SENT);
    if (key) for (const part of [key, `${key}-form`]) localStorage.removeItem(part);
    sessionStorage.removeItem(SENT);
  } catch {
    // As above.
  }
}
