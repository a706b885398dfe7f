"""Proposals that a user may decide on, for REST and GraphQL."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from core.access import Actor, Permission, permissions_on, require_user
from corpuses.actions.models import ActionExecution
from corpuses.conversations.api.selectors import visible_conversations
from corpuses.conversations.models import Conversation, Proposal
from corpuses.conversations.proposals.services import conversations_of, decidable_by
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.models import Corpus
from documents.api.selectors import get_visible_document
from documents.models import Document
from users.models import User

RELATED: Final = (
    "message__conversation__corpus__owner",
    "message__conversation__comment_author",
    "document__owner",
    "target",
    "cell__column",
)


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


def load_requesters(rows: Sequence[Proposal], actor: Actor) -> Mapping[UUID, User]:
    """Return the users who asked for proposals, for those who may decide on them; two queries at most.

    No user asked for those of an action that ran on a new document.
    """
    user, conversations = require_user(actor), conversations_of(rows)
    decidable = decidable_by(user, conversations)
    shown = [each for each in conversations if each.pk in decidable]
    runs = [each.run for each in shown if each.run is not None and each.comment_author_id is None]
    started = ActionExecution.objects.filter(pk__in=runs, started_by__isnull=False).select_related("started_by")
    starters = {each.pk: each.started_by for each in started}
    users = {each.pk: each.comment_author or starters.get(each.run) if each.run else user for each in shown}
    return {each.pk: found for each in rows if (found := users.get(each.message.conversation_id)) is not None}


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
