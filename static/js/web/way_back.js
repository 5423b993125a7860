// Escape closes an open panel or menu; so does the phone's way back, in a browser that asks the page first, and a tap beside a menu.
import "./printing.js";

let watcher;

function close(details) {
  details.open = false;
  details.querySelector("summary").focus();
}

document.addEventListener("keydown", ({ key }) => {
  const open = key === "Escape" && document.querySelector(":is(.rare, .menu) [open]");
  if (open) close(open);
});

// A tap beside the open menu closes it, and does nothing else: what it covers may be a button. A key meant what it pressed.
document.addEventListener("click", (event) => {
  const menu = document.querySelector(".menu [open]");
  if (!menu || !event.detail || menu.contains(event.target) || !event.target.closest("#page")) return;
  event.preventDefault();
  event.stopPropagation();
  menu.open = false;
}, true);

document.addEventListener("toggle", ({ target }) => {
  if (!window.CloseWatcher || !target.closest(".rare, .menu")) return;
  watcher?.destroy();
  watcher = target.open ? new CloseWatcher() : null;
  if (watcher) watcher.onclose = () => close(target);
}, true);
