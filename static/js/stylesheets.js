// The stylesheets of a page that came with them inline, see scorekeeper/web/stylesheets.py: fetched
// into the browser's cache when nobody waits for anything, so that the next pages link them.
const QUIET = 20000; // milliseconds
const meta = document.querySelector("meta[name=stylesheets]");

async function fetchAll() {
  const [version, ...addresses] = meta.content.split(" ");
  for (const address of addresses) await (await fetch(address)).blob();
  document.cookie = `marque_styles=${version}; path=/; max-age=31536000; samesite=lax`;
}

if (meta) setTimeout(() => fetchAll().catch(() => {}), QUIET);
