"""Access to documents: by ownership, publication and shares.

Attachments are accessible through their parents, too, and older versions through the newest one.
"""

from django.db.models import Q

from core.access.rules import Inherits, Owner, Public, Shares, register
from documents.models import Document, DocumentShare

register(
    Document,
    Owner(team="owner__service_team_id"),
    Public(),
    Shares(DocumentShare),
    Inherits(table=Document, object="pk", holder="parent", condition=Q(parent__isnull=False)),
    Inherits(table=Document, object="pk", holder="superseded_by", condition=Q(superseded_by__isnull=False)),
)
