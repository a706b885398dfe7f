"""Proposals that a user may decide on, for REST and GraphQL."""

from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from core.access.actors import Actor, require_user
from core.access.permissions import permissions_on
from core.access.roles import Permission
from corpuses.api.conversations import visible_conversations
from corpuses.api.selectors import get_visible_corpus
from corpuses.conversations.models import Conversation, Proposal
from corpuses.models import Corpus
from documents.api.selectors import get_visible_document
from documents.models import Document
from users.models import User

RELATED: Final = ("message__conversation__corpus__owner", "document__owner", "target", "cell__column")


def list_proposals(
    actor: Actor,
    *,
    corpus: UUID | None = None,
    document: UUID | None = None,
    kind: str | None = None,
    state: str | None = None,
) -> QuerySet[Proposal]:
    """Return the proposals about visible documents that the user may decide on (`proposals.services.decidable_by`)."""
    user = require_user(actor)
    rows = Proposal.objects.filter(message__conversation__in=_decidable(user, corpus)).select_related(*RELATED)
    if document is None:
        rows = rows.filter(document__in=Document.objects.visible_to(user))
    else:
        rows = rows.filter(document=get_visible_document(user, document))
    given = {"kind": kind, "state": state}
    return rows.filter(**{name: value for name, value in given.items() if value is not None})


def _decidable(user: User, corpus: UUID | None) -> QuerySet[Conversation]:
    """Return the conversations on whose proposals a user may decide, of a visible corpus or of all."""
    rows, is_own = visible_conversations(user), Q(owner=user)
    if corpus is None:
        reviewed = Corpus.objects.permitting(user, Permission.REVIEW)
        is_live = Q(corpus=None) | Q(corpus__deleted_at=None)
        return rows.filter(is_live, is_own | Q(run__isnull=False, corpus__in=reviewed))
    within = get_visible_corpus(user, corpus)
    may_review = Permission.REVIEW in permissions_on(user, within)
    return rows.filter(is_own | Q(run__isnull=False) if may_review else is_own, corpus=within)
