// Phones for the simulation: the outbox's own state machine and sender (loaded before), each in tabs of
// a phone, with a disk, a clock and a network that the simulation drives. A change is on a phone's disk
// when `commit` says so, a request has an answer when `respond` gives one, a timer fires when `fire` says.
let phones, tabs, posts, counter, seed, log;

function reset(newSeed, count) {
  [phones, tabs, posts, counter, seed, log] = [[], [], {}, 0, newSeed, []];
  for (let n = 0; n < count; n += 1) phones.push({ stored: [], writes: [], isTold: false });
}

function key() {
  counter += 1;
  return `${seed.toString(16).padStart(12, "0")}${counter.toString(16).padStart(20, "0")}`;
}

function openTab(phone) {
  const tab = { phone, alive: true, timer: null };
  tab.sender = createSender({
    queue: async () => (tab.alive ? phones[phone].stored : []),
    happen: (event) => write(tab, event),
    post: (submission) => new Promise((resolve) => {
      counter += 1;
      posts[counter] = { tab, resolve };
      log.push({ what: "post", number: counter, tab: tabs.indexOf(tab), submission });
    }),
    settled: ({ key: about, revision }, outcome, { status }) => log.push({ what: "settled", phone, key: about, revision, outcome, status }),
    later: (act) => (tab.timer = act),
    random: () => 0.5,
  });
  tabs.push(tab);
  tab.sender.flush();
  return tabs.length - 1;
}

function write(tab, event) {
  return new Promise((resolve) => phones[tab.phone].writes.push({ tab, event, resolve }));
}

// The oldest change of a phone reaches its disk.
function commit(phone) {
  const { stored, writes } = phones[phone];
  const { tab, event, resolve } = writes.shift();
  const changes = apply(stored, event);
  Object.assign(phones[phone], { stored: changed(stored, changes), isTold: false });
  log.push({ what: "commit", phone, tab: tabs.indexOf(tab), event, submission: changes.submission || null, removed: changes.removed });
  if (tab.alive) resolve(changes.submission);
}

// All changes of a phone reach its disk, those too that come of them.
async function settle(phone) {
  for (let idle = 0; idle < 20; idle += 1) {
    while (phones[phone].writes.length) {
      commit(phone);
      idle = 0;
    }
    await null;
  }
}

async function submit(number, submission) {
  await write(tabs[number], { type: "note", key: submission.key, submission, spare: key() });
  tabs[number].sender.flush();
}

function submitQuickly(number, submission) {
  submit(number, submission);
  settle(tabs[number].phone);
}

function posted(phone, key) {
  const { stored } = phones[phone];
  return toPost(stored, stored.find((one) => one.key === key));
}

function touch(number, event) {
  write(tabs[number], event);
}

function respond(number, answer) {
  const { tab, resolve } = posts[number];
  delete posts[number];
  if (tab.alive) resolve(answer);
}

function respondQuickly(number, answer) {
  const { phone } = posts[number].tab;
  respond(number, answer);
  settle(phone);
}

function fire(number) {
  const act = tabs[number].timer;
  tabs[number].timer = null;
  act();
}

function close(number) {
  Object.assign(tabs[number], { alive: false, timer: null });
}

// The battery dies: what is not on the disk is gone.
function powerCut(phone) {
  phones[phone].writes = [];
  tabs.forEach((tab, number) => tab.phone === phone && close(number));
}

// What has happened since the last call, the stores that have changed, and how things stand.
function look() {
  const [happened, stores] = [log, {}];
  log = [];
  phones.forEach((phone, number) => {
    if (!phone.isTold) stores[number] = phone.stored;
    phone.isTold = true;
  });
  return JSON.stringify({
    happened,
    stores,
    writing: phones.map(({ writes }) => writes.length),
    timers: tabs.flatMap(({ timer }, number) => (timer ? [number] : [])),
  });
}
