"""The rate limits of writes on a sheet."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from flask.typing import ResponseReturnValue

from scorekeeper.sheets.service.access import SheetAccess
from scorekeeper.sheets.web.access import write_access
from scorekeeper.sheets.web.device import remember_sheet
from scorekeeper.web.device import device_key
from scorekeeper.web.rate_limits import current_limits, write_counts

P = ParamSpec("P")


def limit_writes(
    view: Callable[Concatenate[SheetAccess, P], ResponseReturnValue],
) -> Callable[..., ResponseReturnValue]:
    """Give a view the access of the token in its address, which has to allow writing, limit
    its writes on the sheet, by device and by sheet, and note that the device writes there.

    A token that writes nothing is not counted, and so takes no memory.
    """

    @wraps(view)
    def limited(token: str, *args: P.args, **kwargs: P.kwargs) -> ResponseReturnValue:
        access = write_access(token)
        count_write(access)
        remember_sheet(token, written=True)
        return view(access, *args, **kwargs)

    return limited


def count_write(access: SheetAccess) -> None:
    """Count one write of this device on a sheet.

    :raises TooManyRequests: if there were too many.
    """
    current_limits().hit(*write_counts(access.sheet_id, device_key()))
