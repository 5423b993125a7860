"""What the application takes from this package."""

from flask import Flask

from scorekeeper.home import copies, first_page, installed, settings


def install(app: Flask) -> None:
    """Give an application its first page, the settings of a device, the installed pages, and
    the copies of a phone that is alone."""
    for resource in (first_page, settings, installed):
        app.register_blueprint(resource.bp)
    if not app.config["OTHER_DEVICES"]:
        copies.install(app)
