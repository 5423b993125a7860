// What stands below the questions: the last hand, until somebody begins to fill the form; then the
// preview, or that no answer comes.
//
// Each change is sent at once, and an answer that another change has overtaken is dropped. Its
// request is not aborted: that would close its connection, and the next one would wait for another.
import { handForm } from "./dom.js";
import { onContent, showInside } from "./htmx.js";
import { send } from "./outbox/post.js";
import { dropToast } from "./toast.js";

let asked = ""; // the answers that were sent last

// No answer is shown any more that comes from now on.
export function dropPreview() {
  asked = "";
}

// Ask for the preview; once more for the same answers if another phone has written since.
export async function preview(form, isNews) {
  const place = form.querySelector("#preview");
  const fields = [...new FormData(form)];
  const answers = JSON.stringify(fields);
  if (answers === asked && !isNews) return;
  asked = answers;
  const { status, html } = await send(place.dataset.address, fields);
  if (answers !== asked || !place.isConnected) return;
  if (status === 200) showInside(place, html);
  else place.textContent = place.dataset.offline;
}

function begin(form, target) {
  form.classList.add("begun");
  delete form.dataset.refilled;
  dropToast();
  form.querySelector(".reasons").textContent = "";
  for (const question of form.querySelectorAll(".refused")) if (question.contains(target)) question.classList.remove("refused");
}

for (const kind of ["input", "change"]) {
  window.addEventListener(kind, ({ target }) => {
    const form = handForm();
    if (!form?.contains(target)) return;
    if (kind === "input") begin(form, target);
    preview(form);
  });
}

onContent((content) => {
  const form = handForm();
  if (form && content.contains(form)) form.querySelector(".refused")?.scrollIntoView({ block: "center" });
});
