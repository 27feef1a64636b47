// The theme's link that hides search matches runs inline code, which our servers forbid.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest(".highlight-link a");
  if (!link) return;
  event.preventDefault();
  SphinxHighlight.hideSearchWords();
});

// Light, dark or automatic colours, shared with the pages of the app on the same server.
(() => {
  const ours = "kletka-theme";
  const furos = "theme"; // furo.js reads and writes this one
  let kept = "auto";
  try {
    kept = localStorage.getItem(ours) || "auto";
    localStorage.setItem(furos, kept);
  } catch {
    // Storage may be blocked; the system's colours it is.
  }
  document.body.dataset.theme = kept;
  new MutationObserver(() => {
    const theme = document.body.dataset.theme;
    if (theme === "light" || theme === "dark") localStorage.setItem(ours, theme);
    else localStorage.removeItem(ours);
  }).observe(document.body, { attributes: true, attributeFilter: ["data-theme"] });
})();
