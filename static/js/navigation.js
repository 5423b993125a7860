// Leaving this page for another one. Until it is gone nothing else may change it.
let leaving = false;

export function isLeaving() {
  return leaving;
}

export function leaveFor(address) {
  leaving = true;
  window.location.assign(address);
}

// A page that was to be left and is shown again all the same goes on as before.
function stay() {
  leaving = false;
}

document.addEventListener("visibilitychange", stay);
for (const kind of ["pageshow", "online"]) window.addEventListener(kind, stay);
