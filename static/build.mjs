// Joins and minifies static/js and static/css into static/dist, which is committed: neither running
// nor testing La Marque needs Node. After a change of anything in static/ or of esbuild's version:
//
//     npm ci && npm run build
//
// Each file is named by its content, so that a browser may keep it for a year; manifest.json gives
// the names, and a SHA-256 over all inputs by which tests/web/test_assets.py knows that somebody
// forgot to build.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const STATIC = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(STATIC);
const OUT = process.argv[2] || join(STATIC, "dist");
const WEBMANIFEST = "marque.webmanifest";

// The language and the styles that phones of 2020 read.
const TARGET = ["es2020", "chrome80"];

// esbuild rewrites these for Chrome 80 to 90, where they fail in ways that we do not use.
const SUPPORTED = { "optional-chain": true };

function sha256(content) {
  return createHash("sha256").update(content).digest("hex");
}

function filesOf(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== "dist" && !name.startsWith("."));
  return entries.flatMap((entry) => (entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)]));
}

// The SHA-256 of a line for each input, « path hash », in the order of the paths.
function hashOfInputs() {
  const paths = [...filesOf(STATIC), join(ROOT, "package-lock.json")];
  const lines = paths.map((path) => `${relative(ROOT, path).split(sep).join("/")} ${sha256(readFileSync(path))}\n`);
  return sha256(lines.sort().join(""));
}

// The vendored htmx stands before the modules, unedited: a script that defines `htmx`. Bundled as one
// of them its direct eval would keep their names from being shortened.
const HTMX = readFileSync(join(STATIC, "vendor/htmx-2.0.11.min.js"), "utf8");

// Scripts that main.js loads once they are needed, each by the name that stands for its address there.
const LOADED_LATER = { PAPER: "js/sheets/paper.js", REPEAT: "js/sheets/repeat_last.js", SITTING_OUT: "js/sheets/turn.js", SUM: "js/sheets/sum.js", WAKE_LOCK: "js/web/wake_lock.js", WATCH: "js/sheets/watch.js", WAY_BACK: "js/web/way_back.js", QUIET_SCRIPT: "js/web/quiet.js" };

// Scripts of single pages, which are loaded beside that of every page; styles, icons.
const PAGES = ["js/tournaments/calls.js", "js/tournaments/clock.js", "js/web/find.js", "js/web/forgetful.js", "js/sheets/seats.js", "js/web/invite.js", "js/sheets/journal.js", "js/sheets/kept_rows.js", "js/sheets/night.js", "js/sheets/page_form.js", "js/web/summary.js", "js/circles/present.js", "js/tournaments/room_screen.js", "js/tournaments/slips.js", "js/web/service_worker.js"];
const CIRCLES = ["circle", "figures", "links"].map((name) => `css/circles/${name}.css`);
const STYLES = ["css/style.css", "css/web/dark.css", "css/web/contrast.css", "css/pages.css", "css/sheets/won.css", "css/tournaments/tournament.css", "css/tournaments/room_screen.css", "css/tournaments/tournament_paper.css", ...CIRCLES];
const ICONS = ["icon.svg", ...["icon-180", "icon-192", "icon-512", "maskable-512"].map((name) => `icons/${name}.png`)];

async function bundle(entryPoints, options = {}) {
  const { metafile } = await build({
    absWorkingDir: STATIC,
    entryPoints,
    outdir: OUT,
    entryNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    charset: "utf8",
    format: "esm",
    target: TARGET,
    supported: SUPPORTED,
    loader: { ".svg": "copy", ".png": "copy" },
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
    ...options,
  });
  const outputs = Object.entries(metafile.outputs).filter(([, output]) => output.entryPoint);
  return Object.fromEntries(outputs.map(([path, { entryPoint }]) => [entryPoint.split("/").pop(), path.split("/").pop()]));
}

async function bundleAll() {
  const later = await bundle(Object.values(LOADED_LATER));
  const names = Object.entries(LOADED_LATER).map(([name, path]) => [name, `./${later[path.split("/").pop()]}`]);
  const define = Object.fromEntries(names.map(([name, address]) => [name, JSON.stringify(address)]));
  const external = names.map(([, address]) => address);
  const main = await bundle(["js/main.js"], { banner: { js: HTMX }, define, external });
  const others = await bundle([...PAGES, ...STYLES, ...ICONS]);
  return { ...later, ...main, ...others };
}

// The manifest of the web app, which names the icons.
function writeWebmanifest(files) {
  const manifest = JSON.parse(readFileSync(join(STATIC, WEBMANIFEST), "utf8"));
  for (const icon of manifest.icons) icon.src = files[icon.src];
  const content = JSON.stringify(manifest);
  const name = WEBMANIFEST.replace(".", `-${sha256(content).slice(0, 8).toUpperCase()}.`);
  writeFileSync(join(OUT, name), content);
  return name;
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const files = await bundleAll();
files[WEBMANIFEST] = writeWebmanifest(files);
const sorted = Object.fromEntries(Object.entries(files).sort());
writeFileSync(join(OUT, "manifest.json"), `${JSON.stringify({ inputs: hashOfInputs(), files: sorted }, null, 2)}\n`);
