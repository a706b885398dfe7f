"""Visible threads, notifications, and the users who can be mentioned, for REST and GraphQL."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from django.db.models import Count, QuerySet

from core.access import Actor, require_user
from corpuses.actions.models import ActionExecution
from corpuses.annotations.models import Annotation
from corpuses.comments.mentions import suggest_users
from corpuses.comments.models import Comment, Notification, Thread
from corpuses.comments.services import ThreadDraft, may_comment
from corpuses.conversations.models import Proposal
from corpuses.models import Corpus
from corpuses.visible_rows import get_visible_row, visible_rows
from documents.api.selectors import get_visible_document
from users.models import User

_State = ActionExecution.State
_UNANSWERED: Final = (_State.WAITING, _State.QUEUED, _State.FAILED, _State.SKIPPED)


def list_threads(
    actor: Actor,
    corpus: Corpus | None,
    *,
    document: UUID | None = None,
    annotation: UUID | None = None,
    resolved: bool | None = None,
) -> "QuerySet[Thread]":
    """Return the visible threads of a visible corpus, or of all; of a document or an annotation, if they are given."""
    rows = visible_rows(Thread, actor, corpus=corpus)
    if document is not None:
        rows = rows.filter(document=document)
    if annotation is not None:
        rows = rows.filter(annotation=annotation)
    return rows if resolved is None else rows.filter(resolved_at__isnull=not resolved)


def load_agent_runs(threads: "Sequence[Thread]", _: Actor) -> "Mapping[UUID, list[ActionExecution]]":
    """Return the agents that are to answer a comment of visible threads, and those that could not; one query."""
    found: defaultdict[UUID, list[ActionExecution]] = defaultdict(list)
    rows = ActionExecution.objects.filter(state__in=_UNANSWERED, comment__thread__in=threads, comment__deleted_at=None)
    for execution in rows.select_related("action", "comment").order_by("pk"):
        if execution.comment is not None:
            found[execution.comment.thread_id].append(execution)
    return found


def count_proposals(comments: "Sequence[Comment]", _: Actor) -> Mapping[UUID, int]:
    """Return how many proposals of the agents that wrote these comments wait for a decision; one query at most."""
    conversations = {each.pk: each.conversation_id for each in comments if each.conversation_id and not each.deleted_at}
    if not conversations:
        return {}
    pending = Proposal.objects.filter(
        state=Proposal.State.PENDING, message__conversation__in=set(conversations.values())
    )
    counted = dict(pending.order_by().values_list("message__conversation").annotate(Count("pk")))
    return {key: counted.get(conversation, 0) for key, conversation in conversations.items()}


def get_draft(
    actor: User,
    *,
    text: str,
    document: UUID | None = None,
    annotation: UUID | None = None,
    key: UUID | None = None,
    group: UUID | None = None,
) -> ThreadDraft:
    """Return the draft of a thread about a visible document or annotation."""
    return ThreadDraft(
        text=text,
        document=get_visible_document(actor, document) if document else None,
        annotation=get_visible_row(Annotation, actor, annotation) if annotation else None,
        key=key,
        group=group,
    )


def mentionable_users(actor: Actor, corpus: Corpus, *, search: str = "", document: UUID | None = None) -> list[User]:
    """Return users who can be mentioned in a visible corpus; none unless the actor may comment there."""
    if not actor.is_authenticated or not may_comment(actor, corpus):
        return []
    if document is not None:
        get_visible_document(actor, document)
    return suggest_users(corpus, document, search=search, exclude=[actor.pk])


def list_notifications(actor: Actor, *, unread: bool | None = None) -> "QuerySet[Notification]":
    """Return the actor's notifications about comments that they may still read."""
    user = require_user(actor)
    rows = visible_rows(Notification, user).filter(owner=user)
    return rows if unread is None else rows.filter(read_at__isnull=unread)
