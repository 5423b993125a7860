"""A small file that is written again is whole, as it was or as it is."""

import subprocess
import sys

FULL_DISK = """
import resource, signal, sys
from pathlib import Path
from scorekeeper.streams.files import write_durably
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_durably(Path(sys.argv[1]), b"x" * 5000)
except OSError:
    print("refused")
"""


def test_a_disk_that_fills_up_leaves_the_file_before(tmp_path):
    kept = tmp_path / "kept"
    kept.write_bytes(b"before")
    command = [sys.executable, "-c", FULL_DISK, str(kept)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert (told, kept.read_bytes()) == ("refused\n", b"before")
