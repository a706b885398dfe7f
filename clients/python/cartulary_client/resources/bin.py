"""The bin: what was deleted, until it is removed for good."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from cartulary_client.records import Record
from cartulary_client.resources.base import Resource, given


@dataclass(frozen=True, slots=True)
class BinItem(Record):
    """Something that was deleted; `id` is that of the document, corpus, folder, label, annotation or comment."""

    id: str
    kind: str
    title: str
    corpus: str | None
    corpus_title: str | None
    document: str | None
    size: int
    deleted_at: datetime
    deleted_by: str | None
    purged_at: datetime


class Bin(Resource):
    """The operations on the bin: `Client.bin`."""

    def list(self, *, kind: str = "", mine: bool | None = None) -> Iterator[BinItem]:
        """List what is in the bin, the latest deletion first; `mine`: what you own or deleted, or the rest."""
        return self._list(BinItem, "/bin", kind=kind, mine=mine)

    def restore(self, item: str) -> BinItem:
        """Put something back to where it was, with what was deleted together with it."""
        return BinItem.from_json(self._post_once(f"/bin/{item}/restore", {}))

    def purge(self, item: str) -> None:
        """Remove something for good."""
        self._connection.delete(f"/bin/{item}")

    def empty(self, *, kind: str = "") -> str:
        """Remove what you own or deleted for good; return the id of the job that does it."""
        query = given(kind=kind) or None
        return str(self._connection.request("DELETE", "/bin", params=query).json()["job"])
