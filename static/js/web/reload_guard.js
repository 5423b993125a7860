// While the server does not answer, this page is all that there is: on plain http no browser can load it
// again without the server. A reload or a closed tab is asked about first, pulling the page down does not
// reload it, and a link is followed only once the server answers.
const line = document.querySelector("#connection");

function isCutOff() {
  return Boolean(line && !line.hidden && line.textContent.startsWith(line.dataset.since));
}

async function follow(link) {
  const answer = await fetch(link.href, { method: "HEAD" }).catch(() => null);
  if (answer) window.location.assign(link.href);
  else line.scrollIntoView({ block: "center" });
}

// `isStored` is true where the page can be loaded again without the server.
export function guardPage(isStored) {
  if (!line) return;
  const guards = () => isCutOff() && !isStored();
  window.addEventListener("beforeunload", (event) => {
    if (guards()) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !guards() || link.pathname === window.location.pathname) return;
    event.preventDefault();
    follow(link);
  });
  new MutationObserver(() => {
    document.documentElement.style.overscrollBehaviorY = guards() ? "contain" : "";
  }).observe(line, { attributes: true, childList: true });
}
