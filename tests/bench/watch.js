// Runs in every page before its own script: notes when something tapped has shown what it changes.
// The notes outlive the page, with times that compare across pages.
(() => {
  if (location.protocol !== "http:") return;

  function note(what) {
    const noted = JSON.parse(sessionStorage.noted || "[]");
    noted.push([what, performance.timeOrigin + performance.now()]);
    sessionStorage.noted = JSON.stringify(noted);
  }

  function texts(selector) {
    return [...document.querySelectorAll(selector)].map(({ textContent }) => textContent).join();
  }

  function isEmpty() {
    const points = document.querySelector("#entry [name=points]");
    return Boolean(points) && !points.value && !document.querySelector("#entry [name=taker]:checked");
  }

  const shown = {
    rows: () => document.querySelectorAll("[id^=row-]").length,
    saved: () => `${texts("#standing, .totals")} ${isEmpty()}`,
    preview: () => texts("#preview .verdict:not(.last), #preview .each:not(.last)"),
  };
  const before = {};

  // No frame is drawn while the style of the page is awaited.
  function look() {
    for (const [what, read] of Object.entries(shown)) {
      const now = read();
      if (now !== before[what]) note(what);
      before[what] = now;
    }
    requestAnimationFrame(look);
  }

  requestAnimationFrame(look);
  addEventListener("click", () => note("tap"), true);
})();
