// Compiles a folder of Python in the very Python that will run it, Pyodide's, and packs it:
//
//     node static/phone/pack.mjs FOLDER PACKED WHERE
//
// A zip, compressed by gzip as a whole, holds the folder with a .pyc in the place of each .py; WHERE is the path
// at which a phone has it. The program has its templates compiled too. Called by scorekeeper/cli/site.py.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadPyodide } from "pyodide";

const COMPILED = `
import compileall, gzip, pathlib, py_compile, sys, zipfile

source = pathlib.Path(SOURCE)
if not compileall.compile_dir(
    source, quiet=1, legacy=True, optimize=2, stripdir=SOURCE, prependdir=WHERE,
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
):
    raise SystemExit("not all modules compile")
if (source / "templates").exists():
    sys.dont_write_bytecode = True
    sys.path.insert(0, SOURCE)
    from scorekeeper.application import create_app
    compiled = source / "compiled_templates"
    compiled.mkdir()
    app = create_app({"HOME": "phone", "COMPILED_TEMPLATES": compiled})
    for environment in (app.source_templates, *app.translated_templates.values()):
        for name in environment.list_templates(["html"]):
            environment.get_template(name)
with zipfile.ZipFile("/packed.zip", "w") as archive:
    for path in sorted(source.rglob("*")):
        if path.is_file() and path.suffix != ".py":
            entry = zipfile.ZipInfo(str(path.relative_to(source)))  # the same archive each time
            archive.writestr(entry, path.read_bytes())
pathlib.Path("/packed").write_bytes(gzip.compress(pathlib.Path("/packed.zip").read_bytes(), mtime=0))
`;

const [folder, packed, where] = process.argv.slice(2);
const python = await loadPyodide();
const SOURCE = where === "/program" ? where : "/source"; // a compiled template knows its path
python.mountNodeFS(SOURCE, resolve(folder));
python.runPython(COMPILED, { globals: python.toPy({ SOURCE, WHERE: where }) });
writeFileSync(packed, python.FS.readFile("/packed"));
