// The address of a page without what a plain form has added: it can be kept, shared and opened again.
import { onContent, renewCopy } from "./htmx.js";

onContent(() => {
  const address = new URL(location);
  if (!address.searchParams.has("recorded")) return;
  for (const name of ["recorded", "since"]) address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
  renewCopy();
});
