"""The users who have a document open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cartulary_client.records import Record
from cartulary_client.resources.base import Resource, given


@dataclass(frozen=True, slots=True)
class PresentUser(Record):
    """A user who has a document open, the page that they see, and the tokens or the box that they select."""

    user: dict[str, str]
    page: int
    selection: list[dict[str, int]]
    box: dict[str, float] | None


class Presence(Resource):
    """The operations on presence: `Client.presence`."""

    def report(
        self,
        document: str,
        page: int,
        *,
        selection: Sequence[Mapping[str, int]] = (),
        box: Mapping[str, float] | None = None,
        window: str = "",
    ) -> list[PresentUser]:
        """Report the page that you see and what you select; return the other users. It is forgotten within a minute.

        `selection` has one range (`page`, `first`, `last`) for each page; `box` has `page`, `left`, `top`, `right` and
        `bottom`, fractions of the page; `window` is a UUID that you generate.
        """
        ranges = [dict(each) for each in selection]
        return self._send(document, page=page, selection=ranges, box=box and dict(box), window=window)

    def leave(self, document: str, *, window: str = "") -> list[PresentUser]:
        """Report that you have closed a document; return the other users."""
        return self._send(document, page=1, closed=True, window=window)

    def _send(self, document: str, **fields: Any) -> list[PresentUser]:
        response = self._connection.request("PUT", f"/documents/{document}/presence", json=given(**fields))
        return [PresentUser.from_json(each) for each in response.json()["users"]]
