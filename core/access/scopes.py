"""Scopes of tokens. A signed-in user may do all that their roles allow; a token only what its scopes include."""

from collections.abc import Collection
from enum import StrEnum
from typing import TYPE_CHECKING

from core.errors import NotAllowed

if TYPE_CHECKING:
    from core.access.actors import Actor


class TokenScope(StrEnum):
    """`read`: read; `write`: change and upload; `upload`: upload only; `admin`: the operations of staff.

    `provisioning`: users and groups for the directory of an organization (SCIM), and nothing else.
    """

    READ = "read"
    WRITE = "write"
    UPLOAD = "upload"
    ADMIN = "admin"
    PROVISIONING = "provisioning"


UPLOADING = (TokenScope.UPLOAD, TokenScope.WRITE)


class ScopeMissing(NotAllowed):
    """This token does not have the scope for this request."""

    code = "scope_missing"
    what_to_do = "Use a token with the scope, or sign in."


class UserSessionRequired(NotAllowed):
    """API tokens cannot do this. Sign in with your password."""

    code = "user_session_required"
    what_to_do = "Sign in with a user name and a password."


def require_scope(actor: "Actor", allowed: Collection[TokenScope]) -> None:
    """Raise `ScopeMissing` if `actor` uses a token that has none of the scopes."""
    scopes = _token_scopes(actor)
    if scopes is not None and not scopes & set(allowed):
        raise ScopeMissing(scopes=[scope.value for scope in allowed])


def has_scope(actor: "Actor", scope: TokenScope) -> bool:
    """Check whether `actor` uses no token, or one with the scope."""
    scopes = _token_scopes(actor)
    return scopes is None or scope in scopes


def require_no_token(actor: "Actor") -> None:
    """Raise `UserSessionRequired` if `actor` uses an API token: account security is not changed by programs."""
    if not uses_no_token(actor):
        raise UserSessionRequired


def uses_no_token(actor: "Actor") -> bool:
    """Check whether `actor` is signed in, or anonymous, and uses no API token."""
    return _token_scopes(actor) is None


def _token_scopes(actor: "Actor") -> frozenset[str] | None:
    scopes: frozenset[str] | None = getattr(actor, "token_scopes", None)
    return scopes
