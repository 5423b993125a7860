"""The folder of static files with which La Marque runs in a phone's browser, without a server.

Its addresses are relative, so that it works under any path of any web server. Needs Node and
the packages of ``package.json``: ``npm ci``.
"""

import gzip
import hashlib
import json
import re
import shutil
import subprocess
from importlib import metadata
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from scorekeeper.cli.environment import REQUIREMENTS, CommandFailed
from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import decimal, msg
from scorekeeper.program import ROOT

SHELL = ROOT / "static" / "phone"
DIST = ROOT / "static" / "dist"
PYODIDE = ROOT / "node_modules" / "pyodide"

RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""The files of Pyodide that a browser loads as they are."""

STANDARD_LIBRARY = "python_stdlib.zip"

UNUSED = re.compile(
    r"(_pydatetime|_pyio|_pyrepl|argparse|bdb|cProfile|cmd|compileall|ctypes|doctest|ensurepip"
    r"|fileinput|ftplib|imaplib|mailbox|modulefinder|netrc|optparse|pdb|pickletools|plistlib"
    r"|poplib|profile|pstats|pyclbr|pydoc|sched|smtplib|symtable|tabnanny|timeit|trace"
    r"|tracemalloc|unittest|wave|webbrowser|xmlrpc|zipapp|logging/(config|handlers)|xml/dom"
    r"|multiprocessing/(dummy|managers|pool|shared_memory)"
    r"|asyncio/(proactor_events|windows_events|windows_utils)"
    r"|encodings/(?!_|aliases|ascii|charmap|cp437|cp1252|idna|latin_1|punycode|raw_|un|utf_)\w+)\b"
)
"""Modules of the standard library that no page needs: tools of developers, protocols,
encodings of no file that La Marque reads."""

SHELL_FILES = ("index.html", "shell.css", "shell.js", "worker.js")

WORKER = "service_worker.js"

LEFT_OUT = ("platformdirs", "waitress")
"""Requirements of what no phone does: being a server."""

TOOLS = re.compile(r"click/testing|werkzeug/(debug|_reloader|testapp)\b")
"""What the libraries have for developers."""

LICENSES = ("LICENSE*", "LICENCE*", "COPYING*")

WEBMANIFEST = "marque.webmanifest"

EVENINGS = {
    "application/json": [".json"],
    "text/csv": [".csv"],
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"],
    "application/vnd.oasis.opendocument.spreadsheet": [".ods"],
}
"""The files of an evening: its document, or the table that somebody keeps."""

LAUNCHES = {
    "launch_handler": {"client_mode": "navigate-existing"},  # one tab at a time can write
    "file_handlers": [{"action": "./", "accept": EVENINGS}],
    "share_target": {
        "action": "./share",
        "method": "POST",
        "enctype": "multipart/form-data",
        "params": {
            "files": [{"name": "file", "accept": [*EVENINGS, *chain(*EVENINGS.values())]}]
        },
    },
}
"""How a browser opens La Marque, for the manifest; the shell takes the files."""


def main(arguments: list[str]) -> int:
    """Write the folder, and say its size; return the exit status. Raise CommandFailed if there
    is no name of a folder, something in it, or no Pyodide."""
    if len(arguments) != 1:
        raise CommandFailed(msg("« site » demande un dossier, où il écrit."))
    folder = Path(arguments[0]).absolute()
    if folder.exists() and any(folder.iterdir()):
        raise CommandFailed(msg("%(folder)s n'est pas vide.", folder=folder))
    if not (PYODIDE / "package.json").exists() or not shutil.which("node"):
        raise CommandFailed(msg("Il manque Node.js ou ses paquets : npm ci"))
    write(folder)
    size = decimal(size_on_the_wire(folder) // 10**4, 2)
    print(say(msg("%(folder)s : %(size)s Mo à charger", folder=folder, size=size)))
    return 0


def write(folder: Path) -> None:
    """Write the folder."""
    assets = folder / "app" / "assets"
    assets.mkdir(parents=True)
    built = json.loads((DIST / "manifest.json").read_text(encoding="utf-8"))["files"]
    for name in built.values():
        shutil.copy(DIST / name, assets)
    addresses = {source: f"app/assets/{name}" for source, name in built.items()}
    _write_webmanifest(folder / WEBMANIFEST, addresses)
    for name in SHELL_FILES:
        shutil.copy(SHELL / name, folder)
    _write_index(folder / "index.html", addresses)
    _write_runtime(folder / "pyodide")
    _write_program(folder / "program.packed")
    _write_licenses(folder / "licenses")
    write_service_worker(folder)


def _write_index(path: Path, addresses: dict[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for source, address in addresses.items():
        if source != WEBMANIFEST:
            text = text.replace(f'"{source}"', f'"{address}"')
    path.write_text(text, encoding="utf-8")


def _write_webmanifest(path: Path, addresses: dict[str, str]) -> None:
    """Write the manifest of the web app: it begins in this folder, wherever that is, and takes
    the files of an evening; it has no ``id``, which would be relative to the web server."""
    manifest = json.loads((ROOT / "static" / WEBMANIFEST).read_text(encoding="utf-8"))
    del manifest["id"]
    manifest |= {"start_url": "./", "scope": "./"} | LAUNCHES
    for shortcut in manifest["shortcuts"]:
        shortcut["url"] = "./#" + shortcut["url"].removeprefix("/")
    for icon in manifest["icons"]:
        icon["src"] = addresses[icon["src"]]
    path.write_text(json.dumps(manifest), encoding="utf-8")


def _write_runtime(folder: Path) -> None:
    folder.mkdir()
    for name in RUNTIME:
        shutil.copy(PYODIDE / name, folder)
    with TemporaryDirectory() as name, ZipFile(PYODIDE / STANDARD_LIBRARY) as modules:
        modules.extractall(name, [one for one in modules.namelist() if not UNUSED.match(one)])
        _pack(Path(name), folder.parent / "python.packed", "/lib/python314.zip")
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    content = json.dumps({"info": lock["info"], "packages": {}})
    (folder / "pyodide-lock.json").write_text(content, encoding="utf-8")


def _libraries() -> list[metadata.Distribution]:
    locked = REQUIREMENTS["run"].read_text(encoding="utf-8")
    names = re.findall(r"(?m)^([\w-]+)==", locked)
    return [metadata.distribution(name) for name in names if name not in LEFT_OUT]


def _write_program(packed: Path) -> None:
    """Write the program and its libraries, compiled by the Python that runs them."""
    skipped = shutil.ignore_patterns("__pycache__", "*.po", "tournaments", "postgres")
    with TemporaryDirectory() as name:
        tree = Path(name)
        for folder in ("scorekeeper", "templates"):
            shutil.copytree(ROOT / folder, tree / folder, ignore=skipped)
        (tree / "static" / "dist").mkdir(parents=True)
        shutil.copy(DIST / "manifest.json", tree / "static" / "dist")
        shutil.copy(ROOT / "pyproject.toml", tree)
        for library in _libraries():
            for file in library.files or ():
                if file.suffix == ".py" and not TOOLS.match(file.as_posix()):
                    (tree / file).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(Path(file.locate()), tree / file)
        _pack(tree, packed, "/program")


def _pack(tree: Path, packed: Path, where: str) -> None:
    """Pack a folder, its modules compiled, which a phone has at a path."""
    subprocess.run(["node", SHELL / "pack.mjs", tree, packed, where], check=True, cwd=ROOT)


def _write_licenses(folder: Path) -> None:
    shutil.copytree(SHELL / "licenses", folder)
    shutil.copy(ROOT / "LICENSE", folder / "la-marque.txt")
    for library in _libraries():
        texts = [
            Path(file.locate()).read_text(encoding="utf-8")
            for file in library.files or ()
            if any(file.match(pattern) for pattern in LICENSES)
        ]
        name = library.metadata["Name"].lower()
        (folder / f"{name}.txt").write_text("\n\n".join(texts), encoding="utf-8")


def write_service_worker(folder: Path) -> None:
    """Write the service worker, which knows every other file that a phone keeps."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.name != WORKER and path.parent.name != "licenses":
            content = path.read_bytes()
            digest = hashlib.sha256(content).hexdigest()
            files[path.relative_to(folder).as_posix()] = {"size": len(content), "hash": digest}
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:16]
    build = json.dumps({"version": version, "files": files})
    script = (SHELL / WORKER).read_text(encoding="utf-8")
    (folder / WORKER).write_text(f"const BUILD = {build};\n{script}", encoding="utf-8")


def size_on_the_wire(folder: Path) -> int:
    """Return the bytes of all files of a folder, compressed where that makes them smaller."""
    contents = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return sum(min(len(one), len(gzip.compress(one, 9))) for one in contents)
