// A small world around the outbox's state machine (static/js/sheets/outbox/machine.js, loaded before): two
// phones, one of them with two tabs, a network that loses and delays, and one sheet. A state is plain
// data; `moves` are all that can happen next. `explore` tries every order of moves up to a depth and
// `wander` follows random ones; both check every promise in every state.
const TABS = [
  { phone: 0, name: "a" },
  { phone: 0, name: "b" },
  { phone: 1, name: "c" },
];

function start(sharedKey) {
  return {
    stores: [[], []],
    sharedKey, // then nothing that waits is mended: another hand would take its place
    // What each tab shows: the key of its form, and what the form replaces.
    tabs: TABS.map(({ name }, n) => ({ key: sharedKey && n < 2 ? "shared" : `${name}1`, forms: 1, replaces: null, request: null, last: null, sheet: "s" })),
    requests: {}, // by number: what a tab has posted and not heard of
    server: { events: [], closed: false, sheet: "s" }, // the sheet by its address
    hands: {}, // by content: { phone, key, order, dropped, isLate }, the last if it was dropped while a form showed it
    counter: 0,
    spare: 0,
  };
}

// The state of a world is copied where it changes.
function copy(world) {
  return JSON.parse(JSON.stringify(world));
}

function happen(world, phone, event) {
  const before = world.stores[phone];
  const changes = apply(before, event);
  world.stores[phone] = changed(before, changes);
  return changes.submission;
}

function spareKey(world) {
  world.spare += 1;
  return `s${world.spare}`;
}

function contentOf(submission) {
  return submission.fields[0][1];
}

function held(world, phone, key) {
  return world.stores[phone].find((one) => one.key === key);
}

// The server: one event a key, which a hand that was mended corrects unless somebody else has, and nothing on a closed sheet or by a
// former address.
function answer({ server }, { key, content, sheet, mended }) {
  if (sheet !== server.sheet) return { outcome: "refused" };
  const known = server.events.find((event) => event.key === key);
  const correction = mended && mended[mended.length - 1];
  if (known && (known.content === content || (mended && known.correction === correction))) return recorded(known.seq);
  if (server.closed) return { outcome: "refused", status: CLOSED };
  if (known && !(mended && (!known.correction || mended.includes(known.correction)))) return { outcome: "refused", reused: !mended };
  if (known) {
    Object.assign(known, { content, correction });
    return recorded(known.seq);
  }
  const seq = server.events.length + 2;
  server.events.push({ key, content, seq, correction });
  return recorded(seq);
}

function recorded(seq) {
  return { outcome: "recorded", head: `${seq}_0` };
}

const MOVES = {
  submit(world, n) {
    const tab = world.tabs[n];
    const { phone, name } = TABS[n];
    world.counter += 1;
    const content = `h${world.counter}`;
    const submission = { key: tab.key, sheet: tab.sheet, stream: "x", isHand: true, url: `${tab.sheet}/hands`, fields: [["content", content], ["key", tab.key], ...(tab.mended ? [["mended", [...tab.mended, `m${world.counter}`].join(" ")]] : [])], base: String(world.server.events.length + 1), replaces: tab.replaces };
    // A form that shows a hand again holds it as the person has now corrected it, also if it was recorded meanwhile.
    const shown = held(world, phone, tab.replaces);
    const isGone = tab.key === tab.replaces && !shown;
    const mended = isGone ? Object.keys(world.hands).find((one) => world.hands[one].key === tab.key) : shown && contentOf(shown);
    const former = world.hands[mended];
    delete world.hands[mended];
    const noted = happen(world, phone, { type: "note", key: tab.key, submission, spare: spareKey(world) });
    world.hands[content] = { phone, order: former ? former.order : world.counter, key: noted.key, isLate: former?.dropped || former?.isLate };
    tab.last = { ...submission, key: noted.key, fields: noted.fields };
    tab.forms += 1;
    Object.assign(tab, { key: `${name}${tab.forms}`, replaces: null, mended: false });
  },
  // Two taps: the form is emptied only after the first.
  submitTwice(world, n) {
    const { last } = world.tabs[n];
    happen(world, TABS[n].phone, { type: "note", key: last.key, submission: last, spare: spareKey(world) });
  },
  send(world, n) {
    const { phone } = TABS[n];
    const next = nextToSend(world.stores[phone], new Set());
    if (next) post(world, n, next, false);
  },
  review(world, n, key) {
    const sent = happen(world, TABS[n].phone, { type: "review", key });
    if (sent && nextToSend(world.stores[TABS[n].phone], new Set()) === sent) post(world, n, sent, true);
  },
  deliver(world, number) {
    const request = world.requests[number];
    request.answer = answer(world, request);
    if (!world.tabs.some((tab) => tab.request === number)) delete world.requests[number];
  },
  // No answer in time: the tab gives up, and what it has sent may still arrive.
  giveUp(world, number) {
    for (const tab of world.tabs) if (tab.request === number) tab.request = null;
    if (world.requests[number].answer) delete world.requests[number];
  },
  lose(world, number) {
    for (const tab of world.tabs) if (tab.request === number) tab.request = null;
    delete world.requests[number];
  },
  hear(world, n) {
    const tab = world.tabs[n];
    const { phone, name } = TABS[n];
    const { key, revision, mended, plain, answer: given } = world.requests[tab.request];
    delete world.requests[tab.request];
    tab.request = null;
    const { outcome, head, status } = given;
    if (!plain) happen(world, phone, { type: outcome, key, revision, head, status, spare: spareKey(world) });
    else if (outcome === "refused") {
      happen(world, phone, { type: "shown", key });
      tab.forms += 1;
      Object.assign(tab, { key: given.reused ? `${name}${tab.forms}` : key, replaces: key, mended });
    }
  },
  // A hand that waits stands in the form.
  mend(world, n, key) {
    const { fields } = happen(world, TABS[n].phone, { type: "shown", key });
    Object.assign(world.tabs[n], { key, replaces: key, mended: mendedOf(fields) || [] });
  },
  drop(world, phone, key) {
    const submission = held(world, phone, key);
    happen(world, phone, { type: "drop", key });
    Object.assign(world.hands[contentOf(submission)] || {}, { dropped: true });
  },
  restart(world, phone) {
    TABS.forEach((one, n) => {
      if (one.phone !== phone) return;
      const tab = world.tabs[n];
      tab.forms += 1;
      Object.assign(tab, { key: `${one.name}${tab.forms}`, replaces: null, mended: false, last: null, sheet: world.server.sheet });
      if (tab.request !== null) MOVES.giveUp(world, tab.request);
    });
  },
  closeOrOpen(world) {
    world.server.closed = !world.server.closed;
  },
  renew(world) {
    world.server.sheet = "t";
  },
};

function mendedOf(fields) {
  return fields.find(([name]) => name === "mended")?.[1].split(" ");
}

function post(world, n, { key, revision, fields, base }, plain) {
  world.counter += 1;
  const number = `r${world.counter}`;
  world.requests[number] = { key, revision, content: contentOf({ fields }), base, sheet: world.tabs[n].sheet, plain, mended: mendedOf(fields), answer: null };
  world.tabs[n].request = number;
}

// Every move that is possible now, as a name and its arguments.
function moves(world) {
  const found = [["closeOrOpen"], ["restart", 0], ["restart", 1]];
  if (world.server.sheet === "s") found.push(["renew"]);
  TABS.forEach(({ phone }, n) => {
    const tab = world.tabs[n];
    found.push(["submit", n]);
    for (const { key, state } of world.stores[phone]) if (state !== "look" && key !== tab.key && !world.sharedKey) found.push(["mend", n, key]);
    const last = tab.last && held(world, phone, tab.last.key);
    if (last && JSON.stringify(last.fields) === JSON.stringify(tab.last.fields)) found.push(["submitTwice", n]);
    if (tab.request !== null) {
      if (world.requests[tab.request].answer) found.push(["hear", n]);
    } else {
      if (nextToSend(world.stores[phone], new Set())) found.push(["send", n]);
      for (const { key, state } of world.stores[phone]) if (state === "look") found.push(["review", n, key]);
    }
  });
  for (const [number, { answer: given }] of Object.entries(world.requests)) {
    if (!given) found.push(["deliver", number], ["giveUp", number]);
    found.push(["lose", number]);
  }
  world.stores.forEach((store, phone) => {
    for (const { key, state } of store) if (state === "look") found.push(["drop", phone, key]);
  });
  return found;
}

function after(world, [name, ...given]) {
  const next = copy(world);
  MOVES[name](next, ...given);
  return next;
}

// The first promise that does not hold, or nothing.
function broken(world) {
  const { events } = world.server;
  if (new Set(events.map(({ key }) => key)).size < events.length) return "a key recorded twice";
  const contents = events.map(({ content }) => content);
  if (new Set(contents).size < contents.length) return "a hand recorded twice";
  for (const [content, hand] of Object.entries(world.hands)) {
    const here = world.stores[hand.phone].some((one) => contentOf(one) === content);
    if (!hand.dropped && !here && !contents.includes(content)) return `${content} lost`;
  }
  return outOfOrder(world, contents);
}

function outOfOrder({ hands }, contents) {
  for (const phone of [0, 1]) {
    const recorded = contents.filter((content) => hands[content]?.phone === phone && !hands[content].dropped && !hands[content].isLate);
    const orders = recorded.map((content) => hands[content].order);
    if (orders.some((order, n) => n && order < orders[n - 1])) return "hands out of order";
  }
  return null;
}

// What is wrong once the network is good and everything that waits is sent.
function brokenAtLast(given) {
  const world = copy(given);
  world.server.closed = false;
  for (const number of Object.keys(world.requests)) MOVES.lose(world, number);
  for (let n = 0; n < 100 && [0, 2].some((tab) => nextToSend(world.stores[TABS[tab].phone], new Set())); n += 1) {
    for (const tab of [0, 2]) {
      MOVES.send(world, tab);
      const { request } = world.tabs[tab];
      if (request === null) continue;
      MOVES.deliver(world, request);
      MOVES.hear(world, tab);
    }
  }
  if (world.stores.some((store) => store.some((one) => one.state !== "look" && !holderOf(store, one)))) return "never sent";
  return broken(world);
}

function fault(world) {
  return broken(world) || brokenAtLast(world);
}

// Every order of moves up to a depth: how many states there are, and the first fault with its moves.
function explore(depth, sharedKey) {
  const first = start(sharedKey);
  const seen = new Set([JSON.stringify(first)]);
  let front = [[first, []]];
  for (let n = 0; n < depth; n += 1) {
    const next = [];
    for (const [world, path] of front) {
      for (const move of moves(world)) {
        const reached = after(world, move);
        const name = JSON.stringify(reached);
        if (seen.has(name)) continue;
        seen.add(name);
        const moved = [...path, move];
        const found = fault(reached);
        if (found) return { states: seen.size, fault: found, moves: moved };
        next.push([reached, moved]);
      }
    }
    front = next;
  }
  return { states: seen.size, fault: null, moves: [] };
}

function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

// How often a random history makes a move, where it can: what brings a hand forward more often, so that
// hands come far.
const WEIGHTS = { submit: 1, submitTwice: 1, send: 4, hear: 6, deliver: 4, review: 6, lose: 1, giveUp: 1, mend: 1, drop: 1, restart: 0.3, closeOrOpen: 1.5, renew: 0.1 };

function pick(possible, random) {
  const total = possible.reduce((sum, [name]) => sum + WEIGHTS[name], 0);
  let left = random() * total;
  return possible.find(([name]) => (left -= WEIGHTS[name]) < 0);
}

// Random histories of up to so many moves, from these seeds: the first fault with its seed and moves.
function wander(from, to, length) {
  for (let seed = from; seed < to; seed += 1) {
    const random = randomNumbers(seed);
    const world = start(random() < 0.5);
    const path = [];
    for (let n = 0; n < length; n += 1) {
      const move = pick(moves(world), random);
      path.push(move);
      MOVES[move[0]](world, ...move.slice(1));
      const found = broken(world) || (n % 8 === 7 && brokenAtLast(world));
      if (found) return { seed, fault: found, moves: path };
    }
  }
  return { seed: null, fault: null, moves: [] };
}
