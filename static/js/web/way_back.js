// Escape closes an open panel or menu; so does the phone's way back, in a browser that asks the page first.
let watcher;

function close(details) {
  details.open = false;
  details.querySelector("summary").focus();
}

document.addEventListener("keydown", ({ key }) => {
  const open = key === "Escape" && document.querySelector(":is(.rare, .menu) [open]");
  if (open) close(open);
});

document.addEventListener("toggle", ({ target }) => {
  if (!window.CloseWatcher || !target.closest(".rare, .menu")) return;
  watcher?.destroy();
  watcher = target.open ? new CloseWatcher() : null;
  if (watcher) watcher.onclose = () => close(target);
}, true);
