"""Access to documents: by ownership, publication and shares, and for attachments also through their parent."""

from django.db.models import Q

from core.access.rules import Inherits, Owner, Public, Shares, register
from documents.models import Document, DocumentShare

register(
    Document,
    Owner(team="owner__service_team_id"),
    Public(),
    Shares(DocumentShare),
    Inherits(table=Document, object="pk", holder="parent", condition=Q(parent__isnull=False)),
)
