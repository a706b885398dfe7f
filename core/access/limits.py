"""Limits of API tokens: one may reach only what lies in chosen corpora, or what chosen teams own or was shared with.

`core.access.rules` says which rows place an object within a limit, and `core.access.compiler` adds the condition to all
statements of a limited actor, so that no view needs to know of limits. What concerns an account as a whole, and lies in
no corpus and no team, calls `require_unlimited`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self
from uuid import UUID

from core.errors import NotAllowed

if TYPE_CHECKING:
    from core.access.actors import Actor

CORPORA: Final = "corpora"
TEAMS: Final = "teams"


class TokenLimited(NotAllowed):
    """This token is limited to some corpora or teams, and cannot do this. Use a token without such limits."""

    code = "token_limited"
    what_to_do = "Use a token without `corpora` and `teams`."


@dataclass(frozen=True, slots=True)
class AccessLimits:
    """The corpora and teams that a token is limited to; it reaches what lies in any of them."""

    corpora: frozenset[UUID] = frozenset()
    teams: frozenset[UUID] = frozenset()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the output of `dump`."""
        return cls(**{name: frozenset(map(UUID, keys)) for name, keys in json.loads(text).items()})

    def dump(self) -> str:
        """Return the limits as text, to store them with work that continues after the request."""
        return json.dumps({name: list(map(str, keys)) for name, keys in self.values().items()})

    def values(self) -> Mapping[str, list[UUID]]:
        """Return the parameters of compiled statements."""
        return {CORPORA: sorted(self.corpora), TEAMS: sorted(self.teams)}


def limits_of(actor: "Actor") -> AccessLimits | None:
    """Return the limits of an actor's token; `None` for everyone who uses none, or one without limits."""
    limits: AccessLimits | None = getattr(actor, "access_limits", None)
    return limits


def require_unlimited(actor: "Actor") -> None:
    """Raise `TokenLimited` if `actor` uses a token that is limited to corpora or teams."""
    if limits_of(actor) is not None:
        raise TokenLimited
