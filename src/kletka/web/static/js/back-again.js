// @ts-check
// On a kept page: says when the server answers again. The service worker adds this script.

const EVERY = 4000;
const note = /** @type {HTMLElement} */ (document.getElementById("away"));

async function ask() {
  try {
    const answer = await fetch("/manifest.webmanifest", { method: "HEAD", cache: "no-store" });
    if (answer.ok) return tell();
  } catch {
    // It is still away.
  }
  setTimeout(ask, EVERY);
}

/** Offer the page as it is on the server; what is done on this one is not lost by itself. */
function tell() {
  const link = document.createElement("a");
  link.href = location.href;
  link.textContent = note.dataset.back ?? "";
  note.replaceChildren(link);
}

ask();
