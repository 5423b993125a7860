"""The options of ``run``; each is a variable of the environment, too."""

import argparse
import os
from ipaddress import ip_address

from scorekeeper.i18n.languages import say
from scorekeeper.i18n.messages import msg
from scorekeeper.web.addresses import default_port


def read_options(arguments: list[str]) -> argparse.Namespace:
    """The options of a command line."""
    parser = argparse.ArgumentParser(prog="python3 app.py run")
    parser.add_argument("--host", default=os.environ.get("HOST") or "0.0.0.0")
    parser.add_argument("--port", type=int, default=default_port())
    parser.add_argument("--proxy", type=_proxy_address, default=os.environ.get("PROXY", ""))
    parser.add_argument("--metrics", type=_address, default=os.environ.get("METRICS") or None)
    return parser.parse_args(arguments)


def _proxy_address(given: str) -> str:
    try:
        return str(ip_address(given)) if given else ""
    except ValueError:
        message = msg(
            "« %(given)s » n'est pas l'adresse IP d'un proxy, comme 127.0.0.1", given=given
        )
        raise argparse.ArgumentTypeError(say(message)) from None


def _address(given: str) -> tuple[str, int]:
    host, _, port = given.rpartition(":")
    if host and port.isascii() and port.isdigit() and int(port) < 65536:
        return host.strip("[]"), int(port)
    message = msg(
        "« %(given)s » n'est pas une adresse pour les mesures, comme 127.0.0.1:9100",
        given=given,
    )
    raise argparse.ArgumentTypeError(say(message))
