// The pages beside the sheet: the print dialog, the one for sharing, and the chairs around a table.
"use strict";

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

// The phone's own dialog for sharing, where there is one.
for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => navigator.share({ url: button.dataset.share }).catch(() => {}));
}

// The chairs: names tapped, moved and taken away without asking the server, which does it too where
// there is no script.
function seatsOf(button) {
  const seats = button.closest("#seats");
  return { seats, list: seats.querySelector(".chairs"), chairs: [...seats.querySelectorAll(".chairs li")] };
}

function box(chair, name) {
  return chair.querySelector(`[name="${name}"]`);
}

function sit({ seats, list, chairs }, name, number) {
  let chair = name && chairs.find((one) => !box(one, "name").value);
  if (!chair) {
    if (chairs.length >= Number(seats.dataset.most)) return;
    chair = chairs[0].cloneNode(true);
    box(chair, "dealer").checked = false;
    list.append(chair);
  }
  box(chair, "name").value = name;
  box(chair, "number").value = number;
}

// Who leaves a chair may come back to it: his column stays.
function leave({ seats, chairs }, chair) {
  if (chairs.length < 2) {
    box(chair, "name").value = box(chair, "number").value = "";
    return;
  }
  const away = seats.querySelector(".away");
  const number = box(chair, "number").value;
  if (number && !away.querySelector(`[value="${number}"]`)) {
    const back = make("button", { name: "back", value: number, className: "chip-button" });
    const name = chair.querySelector("[name=name]").defaultValue;
    back.dataset.name = name;
    back.textContent = `+ ${name}`;
    away.append(back);
  }
  chair.remove();
}

function renumber(seats) {
  const chairs = [...seats.querySelectorAll(".chairs li")];
  const dealer = chairs.findIndex((chair) => box(chair, "dealer").checked);
  chairs.forEach((chair, place) => {
    for (const input of chair.querySelectorAll("[aria-label]")) {
      input.setAttribute("aria-label", input.getAttribute("aria-label").replace(/\d+/, place + 1));
    }
    box(chair, "dealer").value = box(chair, "up").value = box(chair, "out").value = place;
    box(chair, "up").disabled = place === 0;
  });
  if (chairs.length) box(chairs[Math.max(dealer, 0)], "dealer").checked = true;
  const names = chairs.map((chair) => box(chair, "name").value);
  for (const chip of seats.querySelectorAll("[name=known], [name=back]")) {
    chip.hidden = names.includes(chip.dataset.name || chip.value);
  }
  seats.querySelector(".away").hidden = !seats.querySelector(".away button:not([hidden])");
  seats.querySelector("[name=more]").hidden = chairs.length >= Number(seats.dataset.most);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("#seats button");
  if (!button) return;
  event.preventDefault();
  const table = seatsOf(button);
  const chair = button.closest("li");
  if (button.name === "up") chair.previousElementSibling.before(chair);
  else if (button.name === "out") leave(table, chair);
  else if (button.name === "known") sit(table, button.value, "");
  else if (button.name === "back") sit(table, button.dataset.name, button.value);
  else sit(table, "", "");
  renumber(table.seats);
});
