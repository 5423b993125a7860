// localStorage, which a browser may refuse and a full phone makes throw: then nothing is read
// and nothing is written.
export function withLocalStorage(act) {
  try {
    return act(localStorage);
  } catch {
    return null;
  }
}

let kept = null; // what the browser said

// Ask the browser, which may ask the person, once a page: never to empty the storage of this site by itself; true if
// it promises that. It can be asked on https and localhost only.
export function askToKeep() {
  kept ??= Promise.resolve(navigator.storage?.persist?.()).then(Boolean, () => false);
  return kept;
}
