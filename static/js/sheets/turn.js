// Who sits out: the players that the form of a hand offers, and the line of the deal, follow the answer. Behind hands that wait on
// this phone it is the turn of those who come after them. It is loaded where somebody may sit out, and shares no module with main.js.
function handForm() {
  return document.querySelector("#entry");
}

// In the order of the deal.
function boxes(form) {
  return [...form.querySelectorAll(".ask-role-out input")];
}

function deal() {
  return document.querySelector(".deal");
}

function next(order, player) {
  return order[(order.indexOf(player) + 1) % order.length];
}

// The dealer, or the next in order who sits out: such a player deals (FFT 2012, p. 12).
function dealerOf(order, dealer, out) {
  while (out.length && !out.includes(dealer)) dealer = next(order, dealer);
  return dealer;
}

// The player who deals if he does not play.
function dueDealer(form) {
  return form.dataset.dealer || deal().dataset.dealer;
}

function follow() {
  const form = handForm();
  const players = form ? boxes(form) : [];
  if (!players.length || !deal()?.dataset.dealer) return;
  const name = (code) => players.find(({ value }) => value === code).closest("label").querySelector("bdi").textContent;
  const order = players.map(({ value }) => value);
  const out = players.filter(({ checked }) => checked).map(({ value }) => value);
  const dealer = dealerOf(order, dueDealer(form), out);
  const leads = out.length < order.length ? dealerOf(order, next(order, dealer), order.filter((one) => !out.includes(one))) : dealer;
  for (const one of form.querySelectorAll("[data-player]")) one.classList.toggle("unlikely", out.includes(one.dataset.player));
  for (const [n, column] of [...document.querySelectorAll("#standing > li")].entries()) column.classList.toggle("deals", n === Number(dealer));
  const isAlone = out.length === 1;
  const said = { dealer: [name(dealer)], leader: [name(leads)], out: isAlone ? [] : out.map(name) };
  for (const [part, names] of Object.entries(said)) {
    const place = deal().querySelector(`.${part}`);
    place.hidden = !names.length;
    place.querySelector("b").replaceChildren(...names.flatMap((one) => [", ", Object.assign(document.createElement("bdi"), { textContent: one })]).slice(1));
  }
  const place = deal().querySelector(".dealer");
  place.firstChild.data = `${place.dataset.words.split("|")[Number(isAlone)]} `;
}

// Show whose turn it is after these hands, where somebody sits out in turn.
document.addEventListener("behind", ({ detail: hands }) => {
  const form = handForm();
  const players = boxes(form);
  if (!players[0]?.dataset.out || !(hands.length || form.dataset.dealer)) return;
  const order = players.map(({ value }) => value);
  let { dealer } = deal().dataset;
  for (const { fields, passed } of hands) {
    const out = fields.filter(([field]) => field === players[0].name).map(([, value]) => value);
    if (!passed) dealer = next(order, dealerOf(order, dealer, out));
  }
  if (form.dataset.dealer !== dealer) {
    form.dataset.dealer = dealer;
    const { out } = players[order.indexOf(dealer)].dataset;
    // A hand that is shown again says itself who sits out.
    if (!form.dataset.outboxReplaces) for (const box of players) box.checked = out.split(" ").includes(box.value);
  }
  follow();
  if (hands.length) deal().dataset.behind = "known";
});

// As many sit out as are due: one more takes the place of another, of the dealer last of all.
document.addEventListener("change", ({ target }) => {
  const others = target.checked && target.dataset.out ? boxes(target.form).filter((box) => box.checked && box !== target) : [];
  others.sort((one, other) => (other.value === dueDealer(other.form)) - (one.value === dueDealer(one.form)));
  const replaced = others.slice(target.dataset.out?.split(" ").length - 1);
  for (const box of replaced) box.checked = false;
  if (replaced.length) target.form.dispatchEvent(new Event("change", { bubbles: true }));
  else follow();
});

for (const change of ["news", "htmx:load"]) document.addEventListener(change, follow);
follow();
document.dispatchEvent(new Event("turn")); // what waits on this phone may have been known before
