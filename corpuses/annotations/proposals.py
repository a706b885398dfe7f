"""Suggestions that a program makes for a user: annotations of an agent, which a user accepts or rejects."""

from django.db import IntegrityError, transaction

from audit.actions import Action
from audit.log import record
from core.db.transactions import atomic_with_retry
from corpuses.annotations.labels.services import label_of
from corpuses.annotations.models import Annotation
from corpuses.annotations.repetitions import present_one, rejected_one
from corpuses.annotations.services import AnnotationDraft, anchor_columns, note, require_annotatable
from corpuses.events import record_corpus_event
from corpuses.holding import hold
from corpuses.models import Corpus
from documents.models import Document
from users.models import User


@atomic_with_retry
def propose_annotation(
    draft: AnnotationDraft, *, corpus: Corpus, document: Document, actor: User, origin: str, is_approved: bool = False
) -> tuple[Annotation, bool]:
    """Create a suggestion, pending review, and return it with `True`.

    If the passage has this label already, of a program or a user, return that annotation with `False`. Do the same if a
    suggestion of these words is in the bin, unless a user has approved this one (`is_approved`).
    """
    revision_id = require_annotatable(corpus, document, actor=actor)
    hold(corpus.pk)
    suggestion = Annotation(
        corpus=corpus,
        document=document,
        revision_id=revision_id,
        label=label_of(corpus, draft.label_id, draft.label_name),
        creator=actor,
        source=Annotation.Source.AGENT,
        origin=origin,
        note=note(draft.note),
        **anchor_columns(draft, revision_id),
    )
    known = present_one(suggestion) or (None if is_approved else rejected_one(suggestion))
    if known is not None:
        return known, False
    try:
        with transaction.atomic():
            suggestion.save(force_insert=True)
            record(Action.ANNOTATION_CREATED, suggestion, actor=actor, source=suggestion.source)
            record_corpus_event(corpus, "annotations", about=document.pk)
    except IntegrityError:
        return _earlier(suggestion), False
    return suggestion, True


def _earlier(suggestion: Annotation) -> Annotation:
    place = {name: getattr(suggestion, name) for name in ("origin", "revision_id", "label_id", "start", "end")}
    return Annotation.with_deleted.select_related("label").get(**place)
