"""La Marque as ``run`` starts it, its files elsewhere: ``marque.py PORT FOLDER OPTIONS…``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import app
from scorekeeper.cli import serve

if __name__ == "__main__":
    port, folder, *more = sys.argv[1:]
    config = {"INSTANCE": folder, "RATELIMIT_ENABLED": False}
    options = ["--host", "127.0.0.1", "--port", port, *more]
    sys.exit(serve.main(options, lambda: app.create_app(config)))
