"""Which kinds of things can be shared. Their packages say so when the program starts."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from core.models import Owned
from users.sharing.models import Share

# What a table shares is a column of its own, which the abstract class has not got: no type says so.
_tables: dict[str, Any] = {}


def share_by(table: type[Share]) -> None:
    """Let objects be shared by rows of `table`."""
    _tables[target_model(table).__name__] = table


def target_model(table: Any) -> Any:
    """The model of the things that a table shares; each is `Owned`, with a title and visible rows."""
    return table._meta.get_field("target").related_model


def kinds() -> dict[str, Any]:
    """The tables by the name of what they share."""
    return dict(_tables)


def table_of(target: Owned) -> Any:
    """The table of the shares of a thing."""
    return _tables[type(target).__name__]


def kind_of(share: Share) -> str:
    """What a share is of, in one word."""
    return str(target_model(type(share)).__name__)


def find_share(key: UUID) -> Share | None:
    """The share of this key, whatever it shares."""
    return next(_found({"pk": key}), None)


def find_link(token_hash: str) -> Share | None:
    """The link with this hash, whatever it opens, in force or not."""
    return next(_found({"token_hash": token_hash}), None)


def _found(wanted: dict[str, object]) -> Iterator[Share]:
    related = ("user", "team", "created_by", "target__owner")
    for table in _tables.values():
        yield from table.objects.select_related(*related).filter(**wanted)
