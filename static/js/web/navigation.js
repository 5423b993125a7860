// Leaving this page for another one. Until it is gone nothing else may change it.
let leaving = false;
let awaited = null;

export function isLeaving() {
  return leaving;
}

export function leaveFor(address) {
  leaving = true;
  location.assign(address);
}

// The answer to the submission of this key is on its way, and this page is there to show it.
export function awaitAnswer(key) {
  awaited = key;
}

export function isAwaited(key) {
  return key === awaited;
}

// A page that was to be left and is shown again all the same goes on as before.
export function stay() {
  leaving = false;
}

document.addEventListener("visibilitychange", stay);
for (const kind of ["pageshow", "online"]) addEventListener(kind, stay);
