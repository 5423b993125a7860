// Compiles a folder of Python in the very Python that will run it, Pyodide's, and packs it:
//
//     node static/phone/pack.mjs FOLDER ARCHIVE.zip
//
// The archive holds the folder with a .pyc in the place of each .py. Called by scorekeeper/cli/site.py.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { loadPyodide } from "pyodide";

const COMPILED = `
import compileall, pathlib, py_compile, zipfile

source = pathlib.Path("/source")
if not compileall.compile_dir(
    source, quiet=1, legacy=True, optimize=2, stripdir="/source", prependdir="/program",
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
):
    raise SystemExit("not all modules compile")
with zipfile.ZipFile("/packed.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for path in sorted(source.rglob("*")):
        if path.is_file() and path.suffix != ".py":
            entry = zipfile.ZipInfo(str(path.relative_to(source)))  # the same archive each time
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
`;

const [folder, archive] = process.argv.slice(2);
const python = await loadPyodide();
python.mountNodeFS("/source", resolve(folder));
python.runPython(COMPILED);
writeFileSync(archive, python.FS.readFile("/packed.zip"));
