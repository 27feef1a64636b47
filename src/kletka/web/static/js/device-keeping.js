// @ts-check
// Asks the service worker to keep pages, and the rules, on this device.

/** @typedef {{done: number, count: number, failed: number}} Progress */

/**
 * Keep pages, and all that boards need without the server; resolves to whether all was kept.
 * @param {string[]} pages @param {boolean} engine whether the rules are kept too
 * @param {(progress: Progress) => void} [tell]
 * @returns {Promise<boolean>}
 */
export async function keepHere(pages, engine, tell = () => undefined) {
  if (!navigator.serviceWorker) return false;
  const { active } = await navigator.serviceWorker.ready;
  const { port1: ours, port2: theirs } = new MessageChannel();
  const finished = new Promise((resolve) => {
    ours.onmessage = ({ data }) => {
      tell(data);
      if (data.done + data.failed === data.count) resolve(!data.failed);
    };
  });
  active?.postMessage({ pages, engine }, [theirs]);
  return /** @type {Promise<boolean>} */ (finished);
}

/** Whether megabytes may be fetched that nobody asked for. */
export function isSpacious() {
  const { connection } = /** @type {any} */ (navigator);
  return (
    Boolean(connection) &&
    !connection.saveData &&
    connection.type !== "cellular" &&
    connection.effectiveType === "4g"
  );
}
