"""Saved views: the filters and the order of a list, under a name."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypedDict, Unpack

from cartulary_client.records import Record
from cartulary_client.resources.base import Resource, given


@dataclass(frozen=True, slots=True)
class SavedView(Record):
    """A view of a list. `invalid` names the parameters to leave out because their label or folder was deleted."""

    id: str
    kind: str
    corpus: str | None
    name: str
    query: dict[str, Any]
    invalid: list[str]
    is_shared: bool
    is_mine: bool
    created: datetime
    version: str


class SavedViewChanges(TypedDict, total=False):
    """Changes of a saved view."""

    name: str
    query: Mapping[str, Any]
    is_shared: bool


class SavedViews(Resource):
    """The operations on saved views: `Client.saved_views`."""

    def list(self, *, corpus: str = "", kind: str = "") -> Iterator[SavedView]:
        """List your views, and those that are shared with you, by name."""
        return self._list(SavedView, "/saved-views", corpus=corpus, kind=kind)

    def get(self, view: str) -> SavedView:
        return SavedView.from_json(self._connection.get(f"/saved-views/{view}"))

    def create(
        self, kind: str, name: str, query: Mapping[str, Any], *, corpus: str = "", is_shared: bool = False
    ) -> SavedView:
        """Save a view of `documents`, `corpus_documents` or `annotations`, by the parameters of its address."""
        body = given(kind=kind, name=name, query=dict(query), corpus=corpus, is_shared=is_shared)
        return SavedView.from_json(self._connection.post("/saved-views", body))

    def change(self, view: str, *, version: str = "", **changes: Unpack[SavedViewChanges]) -> SavedView:
        """Change a view; with `version` only if it still has that version, else `EditConflict`."""
        return SavedView.from_json(self._connection.patch(f"/saved-views/{view}", changes, version=version))

    def delete(self, view: str) -> None:
        self._connection.delete(f"/saved-views/{view}")
