// « Effacer » empties the form of the next hand, also of one that the server asks about; its notice fills it again.
import { handForm, make } from "../web/dom.js";
import { dropDraft, fill } from "./draft.js";
import { dropShown } from "./outbox/list.js";
import { showBegun } from "./outbox/submission.js";

document.addEventListener("click", async ({ target }) => {
  if (!target.matches("[data-clear]")) return;
  const form = handForm();
  const deal = document.querySelector(".deal b").textContent.trim();
  const fields = [...new FormData(form), ["deal", deal]];
  const out = form.querySelectorAll(".ask-role-out :checked"); // whose turn it is stays
  await dropShown();
  dropDraft();
  showBegun(form);
  for (const box of out) box.checked = true;
  const { dropped, undo } = document.querySelector("#outbox").dataset;
  const notice = make("div", { className: "notice toast" });
  const again = make("button", { type: "button", className: "plain", textContent: undo, onclick: () => fill(form, fields) });
  notice.append(make("p", { textContent: `${deal} ${dropped}` }), again);
  document.querySelector("#notice").replaceChildren(notice);
});
