"""The permissions on a corpus that the kinds of proposals need: one table for the tools and for approvals."""

from collections.abc import Collection, Mapping
from typing import Final

from core.access import Permission
from corpuses.comments.services import COMMENTING
from corpuses.conversations.models import Proposal

Kind = Proposal.Kind

# One of them is enough.
_NEEDED: Final[Mapping[Kind, frozenset[Permission]]] = {
    Kind.ANNOTATION: frozenset({Permission.ANNOTATE}),
    Kind.RELATION: frozenset({Permission.ANNOTATE}),
    Kind.COMMENT: COMMENTING,
    Kind.CELL: frozenset({Permission.REVIEW}),
}

# Relations and cells are parts of a corpus; these are about documents, and the user chooses a corpus that has them.
WITHOUT_CORPUS: Final = frozenset({Kind.ANNOTATION, Kind.COMMENT})


def kinds_permitted(permissions: Collection[Permission]) -> frozenset[Kind]:
    """Return the kinds of changes that a user with these permissions on a corpus may make."""
    return frozenset(kind for kind, needed in _NEEDED.items() if not needed.isdisjoint(permissions))
