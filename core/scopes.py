"""What a token of a person may be used for. The person themselves may do all that their roles allow."""

from collections.abc import Collection
from enum import StrEnum
from typing import TYPE_CHECKING

from core.errors import NotAllowed

if TYPE_CHECKING:
    from core.grants import Actor


class Scope(StrEnum):
    """`read` looks, `write` changes (and uploads), `upload` only uploads, `admin` opens what operators do."""

    READ = "read"
    WRITE = "write"
    UPLOAD = "upload"
    ADMIN = "admin"


UPLOADING = (Scope.UPLOAD, Scope.WRITE)


class ScopeMissing(NotAllowed):
    """This token may not be used for that."""

    code = "scope_missing"


class PersonNeeded(NotAllowed):
    """This is done by a person who has signed in, not by an API token."""

    code = "person_needed"


def require_scope(actor: "Actor", allowed: Collection[Scope]) -> None:
    """Raise `ScopeMissing` if `actor` comes with a token that has none of the scopes."""
    held = _held(actor)
    if held is not None and not held & set(allowed):
        raise ScopeMissing(scopes=[scope.value for scope in allowed])


def has_scope(actor: "Actor", scope: Scope) -> bool:
    """Tell whether `actor` comes without a token, or with one of that scope."""
    held = _held(actor)
    return held is None or scope in held


def require_no_token(actor: "Actor") -> None:
    """Raise `PersonNeeded` if `actor` comes with an API token: what guards an account is not a program's business."""
    if _held(actor) is not None:
        raise PersonNeeded


def _held(actor: "Actor") -> frozenset[str] | None:
    held: frozenset[str] | None = getattr(actor, "token_scopes", None)
    return held
