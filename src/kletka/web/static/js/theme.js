// @ts-check
// Light or dark, before anything is painted: the system's choice unless the visitor made one.
(() => {
  const root = document.documentElement;
  /** @returns {string | null} */
  const kept = () => {
    try {
      return localStorage.getItem("kletka-theme");
    } catch {
      return null; // storage may be forbidden
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
        // It holds for this page, then.
      }
    });
  });
})();
