"""Makes the secrets of ``deploy/compose.yaml``, once: files in ``deploy/secrets/``.

The folder is for its owner only; the files can be read by the users of the containers, into
which they are mounted one by one. Keep a copy of ``secret_key``.
"""

import secrets
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "secrets"

URL = (
    "postgresql://marque:{password}@primary:5432,standby:5432/marque"
    "?target_session_attrs=read-write&connect_timeout=2"
)
"""The address of the database: of the server, among both, that takes writes."""


def main(folder: Path = FOLDER) -> int:
    """Make the files; return 1 if there are some."""
    if folder.exists():
        print(f"{folder} is there already: nothing was changed.", file=sys.stderr)
        return 1
    names = ("secret_key", "postgres_password", "marque_password", "replication_password")
    found = {name: secrets.token_hex(32) for name in names}
    found["database_url"] = URL.format(password=found["marque_password"])
    folder.mkdir(mode=0o700, parents=True)
    for name, value in found.items():
        (folder / name).write_text(value + "\n", encoding="ascii")
        (folder / name).chmod(0o444)
    return 0


if __name__ == "__main__":
    sys.exit(main())
