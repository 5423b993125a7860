"""Phones that follow a sheet: each asks every two seconds whether there is anything new."""

import contextlib
import threading

from evening import version_of

PERIOD = 2.0
"""Seconds between two polls, as ``templates/live/_live.html`` says."""


@contextlib.contextmanager
def following(process, phone, count):
    """So many phones follow the sheet of this one, until the end of the block."""
    stop, refused = threading.Event(), []
    phones = [
        threading.Thread(target=_follow, args=(process, phone, n / count, stop, refused))
        for n in range(count)
    ]
    for thread in phones:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in phones:
            thread.join()
    if refused:
        raise RuntimeError(f"followers were answered {refused}")


def _follow(process, phone, late, stop, refused):
    version = phone.version
    stop.wait(late * PERIOD)
    while not stop.is_set():
        headers = {"Cookie": phone.cookie, "Accept-Encoding": "identity"}
        status, _, news = process.get(f"{phone.sheet}/live?v={version}", headers)
        if status == 200:
            version = version_of(news)
        elif status != 204:
            refused.append(status)
        stop.wait(PERIOD)
