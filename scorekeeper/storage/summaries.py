"""The interface of a store of summaries: a cache on disk, whose loss costs only time."""

from collections.abc import Collection, Iterable
from typing import NamedTuple, Protocol


class StoredSummary(NamedTuple):
    """A summary of a sheet, and the last event that it counts."""

    hash: bytes
    body: str


class SummaryStore(Protocol):
    """The summaries of sheets, by the ids of sheets."""

    def read(self, sheet_ids: Collection[int]) -> dict[int, StoredSummary]:
        """The summaries of these sheets; those that are not stored are missing."""

    def write(self, summaries: Iterable[tuple[int, StoredSummary]]) -> None:
        """Store summaries in the place of those of the same sheets."""

    def delete(self, sheet_id: int) -> None:
        """Remove the summary of a sheet."""


class NoSummaries:
    """A store that keeps nothing: summaries are computed in every process."""

    def read(self, sheet_ids: Collection[int]) -> dict[int, StoredSummary]:
        """None."""
        return {}

    def write(self, summaries: Iterable[tuple[int, StoredSummary]]) -> None:
        """Keep nothing."""

    def delete(self, sheet_id: int) -> None:
        """Remove nothing."""
