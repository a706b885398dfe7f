"""Corpora, and what is in them, as objects of the audit log."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Model

from audit.objects import CORPUS, Describe, Subject, register, register_name, register_visible
from corpuses.actions.models import CorpusAction
from corpuses.analyzers.models import RemoteAnalyzer
from corpuses.annotations.models import Annotation, Label, Relation
from corpuses.bulk.models import BulkChange
from corpuses.comments.models import Comment, Thread
from corpuses.conversations.models import Conversation, Message
from corpuses.extracts.models import Cell, Extract, Fieldset
from corpuses.fields.models import DocumentField
from corpuses.models import Corpus, Folder
from corpuses.obligations.models import CalendarFeed
from corpuses.saved_views.models import SavedView

_NAMED: Final[Sequence[tuple[type[Model], str]]] = (
    (Folder, "folder"),
    (Label, "label"),
    (DocumentField, "field"),
    (CorpusAction, "action"),
    (RemoteAnalyzer, "remote_analyzer"),
    (Fieldset, "fieldset"),
    (Extract, "extract"),
)
_WITHOUT_NAME: Final[Sequence[tuple[type[Model], str]]] = (
    (Annotation, "annotation"),
    (Relation, "relation"),
    (CalendarFeed, "calendar_feed"),
    (Thread, "thread"),
)


def register_all() -> None:
    """Register the models; called once at start-up."""
    register(Corpus, lambda corpus: Subject(kind=CORPUS, id=corpus.pk, owner_id=corpus.owner_id))
    register_visible(CORPUS, Corpus)
    register_name(CORPUS, Corpus, "title")
    for model, kind in _NAMED:
        register(model, _part_of_corpus(kind))
        register_name(kind, model, "name", corpus="corpus")
    for model, kind in _WITHOUT_NAME:
        register(model, _part_of_corpus(kind))
    register(Cell, _cell)
    register(SavedView, _saved_view)
    register(BulkChange, _bulk_change)
    register(Comment, _comment)
    register(Conversation, _conversation)
    register(Message, _message)


def _part_of_corpus(kind: str) -> Describe:
    def describe(part: Any) -> Subject:
        document = part.document_id if kind in {"annotation", "relation", "thread"} else None
        owner = part.corpus.owner_id
        return Subject(kind=kind, id=part.pk, owner_id=owner, corpus_id=part.corpus_id, document_id=document)

    return describe


def _saved_view(view: SavedView) -> Subject:
    owner = view.corpus.owner_id if view.corpus else view.owner_id
    return Subject(kind="saved_view", id=view.pk, owner_id=owner, corpus_id=view.corpus_id)


def _bulk_change(change: BulkChange) -> Subject:
    owner = change.corpus.owner_id if change.corpus else change.owner_id
    return Subject(kind="bulk_change", id=change.pk, owner_id=owner, corpus_id=change.corpus_id)


def _comment(comment: Comment) -> Subject:
    thread = comment.thread
    return Subject(
        kind="comment",
        id=comment.pk,
        owner_id=thread.corpus.owner_id,
        corpus_id=thread.corpus_id,
        document_id=thread.document_id,
    )


def _conversation(conversation: Conversation) -> Subject:
    return Subject(kind="conversation", id=conversation.pk, **_within(conversation))


def _message(message: Message) -> Subject:
    return Subject(kind="message", id=message.pk, **_within(message.conversation))


def _within(conversation: Conversation) -> dict[str, Any]:
    """Return where a conversation belongs. Its entries are its owner's."""
    return {
        "owner_id": conversation.owner_id,
        "corpus_id": conversation.corpus_id,
        "document_id": conversation.document_id,
    }


def _cell(cell: Cell) -> Subject:
    extract = cell.row.extract
    return Subject(
        kind="cell",
        id=cell.pk,
        owner_id=extract.corpus.owner_id,
        corpus_id=extract.corpus_id,
        document_id=cell.row.document_id,
    )
