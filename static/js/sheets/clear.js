// « Effacer » empties the form of the next hand, also of one that the server asks about, and offers it again.
import { handForm } from "../web/dom.js";
import { dropDraft, offer } from "./draft.js";
import { dropShown } from "./outbox/list.js";
import { begin, knowOwn } from "./outbox/next_hand.js";
import { dropPreview } from "./preview.js";

document.addEventListener("click", async ({ target }) => {
  if (!target.matches("[data-clear]")) return;
  const form = handForm();
  const fields = [...new FormData(form), ["deal", document.querySelector(".deal b").textContent.trim()]];
  const out = form.querySelectorAll(".ask-role-out :checked"); // whose turn it is stays
  await dropShown();
  dropDraft();
  begin(form);
  for (const box of out) box.checked = true;
  knowOwn();
  dropPreview();
  offer(form, fields);
});
