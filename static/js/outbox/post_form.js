// A queued hand sent as a plain form, for its answer to be the next page.
import { make } from "../dom.js";

export function postForm(hand) {
  const form = make("form", { method: "post", action: hand.url, hidden: true });
  for (const [name, value] of [...hand.fields, ["base", hand.base]]) form.append(make("input", { name, value }));
  form.append(document.querySelector("[name=csrf_token]").cloneNode());
  document.body.append(form);
  form.submit();
}
