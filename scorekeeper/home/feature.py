"""What the application takes from this package."""

from flask import Flask

from scorekeeper.home import first_page, installed, settings


def install(app: Flask) -> None:
    """Give an application its first page, the settings of a device and the installed pages."""
    for resource in (first_page, settings, installed):
        app.register_blueprint(resource.bp)
