"""Paths of this site that come from a form or an address."""


def local_path(path: str) -> str:
    """A path of this site: the one given, if it is one, or the first page."""
    is_local = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if is_local and path.isprintable() else "/"
