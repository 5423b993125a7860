"""La Marque installed on a device: its service worker, and the page without a network."""

import json

from flask import Blueprint, Response, current_app, render_template
from flask.typing import ResponseReturnValue

from scorekeeper.web.assets import Assets
from scorekeeper.web.templating import address

bp = Blueprint("installed", __name__)

WORKER = "service_worker.js"

LEFT_OUT = (".png",)
"""The endings of files that no page needs without a network."""


@bp.get("/service_worker.js")
def worker() -> Response:
    """Show the service worker, with the files of this build. Its address is that of no asset:
    its scope is what lies beside it, and it never changes."""
    assets: Assets = current_app.extensions["assets"]
    files = [
        address("assets.send", name=asset.name)
        for source, asset in assets.by_source.items()
        if source != WORKER and not source.endswith(LEFT_OUT)
    ]
    build = {"files": files, "offline": address("installed.offline")}
    script = assets.by_source[WORKER].body.decode()
    return Response(
        f"const BUILD = {json.dumps(build)};\n{script}",
        content_type="text/javascript; charset=utf-8",
    )


@bp.get("/offline")
def offline() -> ResponseReturnValue:
    """Show the page in the place of one that the device has no copy of."""
    return render_template("home/installed/offline.html")
