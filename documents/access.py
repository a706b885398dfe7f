"""Access to documents: by ownership, publication and shares.

Attachments are accessible through their parents, too, and older versions through the newest one.
"""

from typing import Final

from django.db.models import Q

from core.access import Actor, ListScope, VisibleQuerySet
from core.access.rules import Inherits, Owner, Public, Shares, register
from documents.models import Document, DocumentShare

OLDER_VERSIONS: Final = "older versions"

register(
    Document,
    Owner(team="owner__service_team_id"),
    Public(),
    Shares(DocumentShare),
    Inherits(table=Document, object="pk", holder="parent", condition=Q(parent__isnull=False)),
    Inherits(
        table=Document,
        object="pk",
        holder="superseded_by",
        condition=Q(superseded_by__isnull=False),
        subset=OLDER_VERSIONS,
    ),
)


def newest_versions(actor: Actor, scope: ListScope | None = None) -> VisibleQuerySet[Document]:
    """Return the documents that `actor` may see (in a scope), without older versions.

    The rules that reach only older versions are left out: to plan them takes longer than all the rest of a list.
    """
    return Document.objects.in_scope(actor, scope, without=OLDER_VERSIONS).filter(superseded_by=None)
