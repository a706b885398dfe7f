"""Corpora and what is in them as REST shows them; the number of queries never depends on that of the rows."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Count

from corpuses.actions import editing as actions
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.annotations import editing as annotations
from corpuses.annotations.models import Annotation, Label
from corpuses.extracts.models import Column
from corpuses.models import Corpus
from corpuses.search.queries import Hit
from corpuses.services import corpora
from documents.models import Document

if TYPE_CHECKING:
    from core.access.actors import Actor

Body = dict[str, Any]


def corpus_bodies(rows: Sequence[Corpus], reader: "Actor") -> list[Body]:
    """Describe corpora; documents are counted as the reader sees them."""
    keys = [corpus.pk for corpus in rows]
    seen = Document.objects.visible_to(reader).filter(memberships__corpus__in=keys).order_by()
    counts = dict(seen.values_list("memberships__corpus").annotate(Count("pk")))
    return [_corpus(corpus, counts.get(corpus.pk, 0)) for corpus in rows]


def corpus_body(corpus: Corpus, reader: "Actor") -> Body:
    """Describe one corpus."""
    return corpus_bodies([corpus], reader)[0]


def _corpus(corpus: Corpus, count: int) -> Body:
    return {
        "id": corpus.pk,
        "title": corpus.title,
        "description": corpus.description,
        "is_personal": corpus.is_personal,
        "is_public": corpus.is_public,
        "document_count": count,
        "created": corpus.created,
        "version": corpora.version_of(corpus),
    }


def label_body(label: Label) -> Body:
    """Describe a label."""
    return {
        "id": label.pk,
        "corpus": label.corpus_id,
        "name": label.name,
        "color": label.color,
        "version": annotations.version_of_label(label),
    }


def annotation_body(annotation: Annotation) -> Body:
    """Describe an annotation, whose label has been loaded with it."""
    return {
        "id": annotation.pk,
        "corpus": annotation.corpus_id,
        "document": annotation.document_id,
        "label": annotation.label_id,
        "label_name": annotation.label.name,
        "creator": annotation.creator_id,
        "source": annotation.source,
        "page": annotation.page,
        "start": annotation.start,
        "end": annotation.end,
        "spans": [{"page": page, "first": first, "last": last} for page, first, last in annotation.spans],
        "quote": annotation.quote,
        "note": annotation.note,
        "created": annotation.created,
        "version": annotations.version_of(annotation),
    }


def action_bodies(rows: Sequence[CorpusAction]) -> list[Body]:
    """Describe actions with their questions."""
    questions: dict[UUID, list[Body]] = {action.fieldset_id: [] for action in rows if action.fieldset_id}
    for column in Column.objects.filter(fieldset__in=questions).order_by("pk"):
        questions[column.fieldset_id].append({"name": column.name, "question": column.question})
    return [_action(action, questions.get(action.fieldset_id, []) if action.fieldset_id else []) for action in rows]


def action_body(action: CorpusAction) -> Body:
    """Describe one action."""
    return action_bodies([action])[0]


def _action(action: CorpusAction, questions: list[Body]) -> Body:
    return {
        "id": action.pk,
        "corpus": action.corpus_id,
        "kind": action.kind,
        "name": action.name,
        "analyzer": action.analyzer,
        "instructions": action.instructions,
        "fields": questions,
        "enabled": action.enabled,
        "version": actions.version_of(action),
    }


def execution_body(execution: ActionExecution) -> Body:
    """Describe a run of an action."""
    return {
        "id": execution.pk,
        "action": execution.action_id,
        "document": execution.document_id,
        "state": execution.state,
        "message": execution.message,
        "job": execution.job,
        "created": execution.created,
        "finished": execution.finished,
    }


def hit_body(hit: Hit) -> Body:
    """Describe a passage that was found."""
    return {
        "document": hit.document.pk,
        "document_title": hit.document.title,
        "page": hit.page,
        "start": hit.start,
        "end": hit.end,
        "quote": hit.quote,
        "score": hit.score,
    }
