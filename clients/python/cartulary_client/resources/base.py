"""Base of the operations on one resource of the API."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from cartulary_client.connection import Connection
from cartulary_client.records import Record

TIMEOUT: Final = 600.0
"""The seconds that operations wait by default."""

Ids: TypeAlias = list[str]
"""A name for classes that have a method `list`."""

PAGE_SIZE: Final = 200

R = TypeVar("R", bound=Record)


class Resource:
    """Operations that share a connection."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _list(self, record: type[R], path: str, /, **params: Any) -> Iterator[R]:
        """Yield the records of all pages."""
        return (record.from_json(body) for body in self._connection.pages(path, page_size=PAGE_SIZE, **params))

    def _post_once(self, path: str, body: Mapping[str, Any]) -> Any:
        """Send JSON to an operation that has an effect each time: it is not repeated after a lost connection."""
        return self._connection.request("POST", path, json=body).json()


def given(**fields: Any) -> dict[str, Any]:
    """Return the fields without those that are `None` or an empty text."""
    return {name: value for name, value in fields.items() if value not in (None, "")}
