// @ts-check
// Sets the light or dark theme before the first paint, the visitor's choice or the system's, and
// installs the service worker.
(() => {
  const root = document.documentElement;
  /** @returns {string | null} */
  const kept = () => {
    try {
      return localStorage.getItem("kletka-theme");
    } catch {
      return null; // storage may be blocked
    }
  };
  const theme = kept();
  if (theme) root.dataset.theme = theme;

  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      const next = (root.dataset.theme || system) === "dark" ? "light" : "dark";
      root.dataset.theme = next;
      try {
        localStorage.setItem("kletka-theme", next);
      } catch {
        // It still holds for this page.
      }
    });
  });

  // Pages that were seen can be opened while the server is away; browsers allow this only for https
  // and on the machine itself. An installed app also gets the rules.
  async function install() {
    await navigator.serviceWorker.register("/service-worker.js");
    if (!matchMedia("(display-mode: standalone)").matches) return;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ pages: [], engine: true });
  }
  if (navigator.serviceWorker) addEventListener("load", () => install().catch(() => undefined)); // the server may be away
})();
