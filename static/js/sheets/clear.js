// « Effacer » empties the form of the next hand, also of one that the server asks about. « Reprendre », beside « Donne
// passée » until another hand is begun, fills it again: « Donne passée » is not under the finger that has cleared.
import { handForm, make } from "../web/dom.js";
import { dealName, dropDraft, fill } from "./draft.js";
import { dropShown } from "./outbox/list.js";
import { showBegun } from "./outbox/submission.js";

document.addEventListener("click", async ({ target }) => {
  if (!target.matches("[data-clear]")) return;
  const form = handForm();
  const fields = [...new FormData(form), ["deal", dealName()]];
  const out = form.querySelectorAll(".ask-role-out :checked"); // whose turn it is stays
  await dropShown();
  dropDraft();
  showBegun(form);
  for (const box of out) box.checked = true;
  target.before(make("button", { type: "button", className: "quiet", textContent: form.dataset.again, onclick: () => fill(form, fields), id: "refill" }));
});
