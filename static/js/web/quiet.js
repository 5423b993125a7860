// What a page does once nobody waits for it; loaded by static/js/main.js.
import { guardPage } from "./reload_guard.js";

// The stylesheets of a page that came with them inline, see scorekeeper/web/assets.py: fetched into
// the browser's cache, so that the next pages link them.
async function fetchStyles(meta) {
  const [version, ...addresses] = meta.content.split(" ");
  for (const address of addresses) await (await fetch(address)).blob();
  document.cookie = `marque_styles=${version}; path=/; max-age=31536000; samesite=lax`;
}

const meta = document.querySelector("meta[name=stylesheets]");
if (meta) fetchStyles(meta).catch(() => {});

// On https alone, see static/js/web/service_worker.js; in the frame of static/phone/shell.js there is that of the shell.
const workers = navigator.serviceWorker;
if (workers && window === window.top) workers.register(new URL("../service_worker.js", import.meta.url)).catch(() => {});

guardPage(() => Boolean(workers && workers.controller));
