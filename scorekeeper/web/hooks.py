"""Hooks: what one package adds to the pages of another, which knows nothing of it.

A hook stands in the package that calls it; a package above registers its functions when the
application is put together (the ``feature`` module of each).
"""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

from flask import Flask, current_app

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """A place on a page, or something that happens, for which functions are registered; its
    name is unique in the application."""

    def __init__(self, name: str) -> None:
        self._name = f"hook {name}"

    def register(self, app: Flask, function: Callable[P, R]) -> None:
        """Call a function whenever this hook is called in this application."""
        app.extensions.setdefault(self._name, []).append(function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        """Return the results of all functions, in the order of their registration."""
        functions: list[Callable[P, R]] = current_app.extensions.get(self._name, [])
        return [function(*args, **kwargs) for function in functions]

    def first(self, *args: P.args, **kwargs: P.kwargs) -> R | None:
        """Return the first result that is something; nothing if there is none."""
        return next(filter(None, self(*args, **kwargs)), None)
