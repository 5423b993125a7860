// localStorage, which a browser may refuse and a full phone makes throw: then nothing is read
// and nothing is written.
export function withLocalStorage(act) {
  try {
    return act(window.localStorage);
  } catch {
    return null;
  }
}
