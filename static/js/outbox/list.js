// The list of the hands on their way, as every page shows it.
import { formKey, make } from "../dom.js";
import { postForm } from "./post_form.js";
import { enqueue, holdsInMemory, onQueueChange, queuedHands, remove } from "./queue.js";

const list = document.querySelector("#outbox");

function button(text, act) {
  return make("button", { type: "button", className: "plain", textContent: text, onclick: act });
}

// The page of the server's answer, where a person has to read it.
function open(hand) {
  enqueue({ ...hand, state: "open" });
  postForm(hand);
}

function item(hand) {
  const line = make("li", {});
  line.append(make("b", { textContent: hand.words }), make("span", { textContent: list.dataset[hand.state], className: hand.state }));
  if (hand.state === "look") {
    line.append(button(list.dataset.open, () => open(hand)), button(list.dataset.drop, () => remove(hand)));
  }
  return line;
}

export function showLine(text) {
  list.append(make("li", { textContent: text }));
}

export function showQueue() {
  list.textContent = "";
  list.append(...queuedHands().filter((hand) => hand.state !== "open" || hand.key !== formKey()).map(item));
  if (holdsInMemory()) showLine(list.dataset.memory);
}

onQueueChange(showQueue);
