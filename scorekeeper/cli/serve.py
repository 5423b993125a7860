"""Serving: waitress, and the addresses to open on this machine and on the phones."""

import argparse
import contextlib
import gc
import io
import logging
import os
import signal
import socket
import sys
import threading
import time
from ipaddress import ip_address
from pathlib import Path

import segno
import waitress

from scorekeeper.storage import backup
from scorekeeper.storage.installation import Installation
from scorekeeper.storage.sqlite import StorageError

THREADS = 4
"""More threads answer later, not sooner: they wait for each other."""

WAITRESS = {
    "threads": THREADS,
    "connection_limit": 1000,  # its 100 stop a club evening: open sockets count
    "asyncore_use_poll": True,  # select() ends at 1024 descriptors
    "channel_timeout": 20,
    "cleanup_interval": 10,
    "max_request_body_size": 2 * 1024 * 1024,  # a file; a form has its own, smaller limit
    "max_request_header_size": 16 * 1024,
    "ident": None,
    "clear_untrusted_proxy_headers": True,
}
"""Settings of waitress that differ from its own."""

COLLECT = (10_000, 20, 50)
"""Objects between two searches for those that hold each other. A request makes a thousand,
and the sheets that are remembered are searched for nothing."""

FORWARDED = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}
"""What a proxy says of a request: from where, by which scheme, to which name and port."""


def main(arguments: list[str]) -> int:
    """Serve until stopped; the exit status."""
    import app

    options = _options(arguments)
    settings = WAITRESS | _trust(options.proxy)
    application = app.create_app()
    instance = application.extensions["instance"]
    try:
        held = _opened(instance)
        server = waitress.create_server(
            application, host=options.host, port=options.port, **settings
        )
    except StorageError as error:
        return _stopped(str(error))
    except OSError as error:
        why = error.strerror or str(error)
        return _stopped(
            f"La Marque ne peut pas s'ouvrir sur {options.host}:{options.port} : {why}."
        )
    signal.signal(signal.SIGTERM, _leave)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a busy moment is no news
    print(_welcome(options.host, options.port, options.proxy), flush=True)
    threading.Thread(target=_copy_daily, args=(instance.base,), daemon=True).start()
    gc.set_threshold(*COLLECT)
    with held:
        server.run()
    return 0


def _opened(instance: Installation) -> contextlib.ExitStack:
    """The installation made, checked, and held by this process alone.

    :raises StorageError: with what there is to read where it cannot be.
    """
    try:
        with contextlib.ExitStack() as held:
            instance.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            held.enter_context(backup.exclusive_lock(instance.path))
            if instance.base.exists() and instance.base.stat().st_size:
                backup.check(instance.base)
            instance.make()
            return held.pop_all()
    except backup.DatabaseDamaged as error:
        raise StorageError(f"{error}\n{backup.restore_hint(instance.base)}") from error
    except OSError as error:
        why = error.strerror or str(error)
        raise StorageError(
            f"La Marque ne peut pas écrire dans {instance.path} : {why}."
        ) from error


def _leave(*_: object) -> None:
    """Stop as by Ctrl-C: what has begun to be written is written."""
    raise SystemExit


def _copy_daily(path: Path) -> None:
    """Take a copy a day, for as long as the program runs."""
    while True:
        try:
            backup.daily(path)
        except (StorageError, OSError) as error:
            logging.getLogger("la_marque").error("Copie du jour : %s", error)
        time.sleep(AN_HOUR)


AN_HOUR = 3600


def addresses(host: str, port: int) -> list[tuple[str, str]]:
    """Where to open the program: who can, and the address."""
    here = ("Sur cette machine", f"http://localhost:{port}/")
    if host not in ("0.0.0.0", "::"):
        return [("À cette adresse", f"http://{host}:{port}/")]
    around = own_address()
    if around is None:
        return [here]
    return [here, ("Sur les téléphones du même Wi-Fi", f"http://{around}:{port}/")]


def own_address() -> str | None:
    """This machine's address on its network; no packet is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith("127.") else address


def default_port() -> int:
    """The port of the environment, or 8080."""
    given = os.environ.get("PORT", "")
    return int(given) if given.isascii() and given.isdigit() else 8080


def _trust(proxy: str) -> dict[str, object]:
    """Settings that believe what this proxy says of a request; nobody else is believed."""
    return {"trusted_proxy": proxy, "trusted_proxy_headers": FORWARDED} if proxy else {}


def _proxy(given: str) -> str:
    try:
        return str(ip_address(given)) if given else ""
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"« {given} » n'est pas l'adresse IP d'un proxy, comme 127.0.0.1"
        ) from None


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 app.py run")
    parser.add_argument("--host", default=os.environ.get("HOST") or "0.0.0.0")
    parser.add_argument("--port", type=int, default=default_port())
    parser.add_argument("--proxy", type=_proxy, default=os.environ.get("PROXY", ""))
    return parser.parse_args(arguments)


def _welcome(host: str, port: int, proxy: str = "") -> str:
    places = addresses(host, port)
    if proxy:
        return f"La Marque est ouverte au proxy {proxy}, sur {places[-1][1]}"
    lines = ["", "La Marque est ouverte."]
    lines += [f"  {who} : {address}" for who, address in places]
    return "\n".join([*lines, "", _qr(places[-1][1]), "Ctrl-C pour fermer."])


def _qr(address: str) -> str:
    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, border=4, compact=True)
    return out.getvalue()


def _stopped(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
