"""Create annotations."""

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import repeat
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.compiled_lookup import CompiledLookup
from core.db.ids import uuid7
from core.db.transactions import atomic_with_retry
from core.errors import Conflict, Invalid, NotFound
from corpuses.annotations.anchoring import Anchor, Span, anchor_all, anchor_offsets, anchor_spans
from corpuses.annotations.boxes import columns_of_box
from corpuses.annotations.edits import record_edits
from corpuses.annotations.labels.services import label_of, labels_named
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.repetitions import without_repetitions
from corpuses.annotations.states import CREATION
from corpuses.events import record_corpus_event
from corpuses.holding import hold
from corpuses.models import Corpus, CorpusDocument
from documents.models import Document, DocumentRevision
from documents.services.boxes import PageBox
from users.models import User

NOTE_LIMIT: Final = 10_000
_MEMBERSHIP: Final = CompiledLookup(CorpusDocument.objects.all, "corpus", "document")


class AnnotationExists(Conflict):
    """There is already another annotation with this id."""

    code = "annotation_exists"
    what_to_do = "Generate a new id."


class DuplicateAnnotation(Conflict):
    """The program that made this annotation has given its passage the same label already."""

    code = "annotation_duplicate"
    what_to_do = "Choose another label, or delete the annotation. The other one may be in the bin."


class NotParsed(Conflict):
    """This document has no text to annotate yet."""

    code = "document_not_parsed"
    what_to_do = "Wait until the document has been processed."


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnotationDraft:
    """A new annotation: a label by id or by name; a passage by tokens or by offsets, or a box."""

    id: UUID | None = None
    label_id: UUID | None = None
    label_name: str = ""
    spans: Sequence[Span] = ()
    start: int | None = None
    end: int | None = None
    box: PageBox | None = None
    note: str = ""
    group: UUID | None = None  # of the edit
    is_by_model: bool = False  # a language model has written the note, and the user has accepted it


@atomic_with_retry
def annotate(draft: AnnotationDraft, *, corpus: Corpus, document: Document, actor: User) -> Annotation:
    """Create an annotation by a user. A repeated draft is stored once if it has an `id`, which clients generate."""
    revision_id = require_annotatable(corpus, document, actor=actor)
    hold(corpus.pk)
    repeated = _repeated(draft, corpus=corpus, document=document, actor=actor)
    if repeated is not None:
        return repeated
    annotation = Annotation(
        id=draft.id or uuid7(),
        corpus=corpus,
        document=document,
        revision_id=revision_id,
        label=label_of(corpus, draft.label_id, draft.label_name),
        creator=actor,
        note=note(draft.note),
        **(_accepted_by(actor) if draft.is_by_model else {}),
        **anchor_columns(draft, revision_id),
    )
    try:
        with transaction.atomic() if draft.id else nullcontext():
            annotation.save(force_insert=True)
            record_edits(Edit.Kind.CREATED, [(annotation, CREATION)], actor=actor, group=draft.group)
            record(Action.ANNOTATION_CREATED, annotation, actor=actor)
            record_corpus_event(corpus, "annotations", about=document.pk)
    except IntegrityError:  # perhaps a concurrent request with the same draft
        repeated = _repeated(draft, corpus=corpus, document=document, actor=actor)
        if repeated is None:
            raise
        return repeated
    return annotation


def _accepted_by(actor: User) -> dict[str, object]:
    return {"source": Annotation.Source.AGENT, "reviewer": actor, "reviewed": timezone.now()}


@transaction.atomic
def annotate_many(
    corpus: Corpus,
    revision: DocumentRevision,
    findings: Iterable[tuple[int, int, str]],
    *,
    source: str,
    origin: str,
    creator: User | None = None,
    scores: Sequence[float] = (),
    notes: Sequence[str] = (),
) -> int:
    """Store the findings of an analyzer or agent: (start, end, label name); return how many are new.

    A second run of an origin adds nothing, and no run what is there already or was rejected (see `repetitions`).
    `scores` are the probabilities of the findings, and `notes` what the program says about them, if it has any.
    """
    findings = list(findings)
    labels = labels_named(corpus, {name for _, _, name in findings})
    anchors = anchor_all(revision, [(start, end) for start, end, _ in findings])
    found = [
        Annotation(
            corpus=corpus,
            document_id=revision.document_id,
            revision=revision,
            label=labels[name],
            creator=creator,
            source=source,
            origin=origin,
            score=score,
            note=note,
            **columns_of(anchor),
        )
        for (_, _, name), anchor, score, note in zip(
            findings, anchors, scores or repeat(None), notes or repeat(""), strict=False
        )
    ]
    rows = without_repetitions(found)
    if rows:
        record_corpus_event(corpus, "annotations", about=revision.document_id)
    before = Annotation.objects.filter(origin=origin, revision=revision).count()
    Annotation.objects.bulk_create(rows, batch_size=1000, ignore_conflicts=True)
    created = Annotation.objects.filter(origin=origin, revision=revision).count() - before
    if created:
        about = revision.document_id
        record(Action.ANNOTATIONS_CREATED, corpus, document_id=about, origin=origin, count=created)
    return created


def require_annotatable(corpus: Corpus, document: Document, *, actor: User) -> UUID:
    """Require that a user may annotate a document in this corpus; return the key of its published revision."""
    require(actor, Permission.ANNOTATE, corpus)
    require(actor, Permission.VIEW, document)
    _require_member(corpus, document)
    if document.revision_id is None:
        raise NotParsed
    return document.revision_id


def require_change(actor: User, annotation: Annotation) -> None:
    """Require the permission to change an annotation, or to accept or reject a suggestion.

    Annotators change their own annotations, pending suggestions, and suggestions that they accepted themselves: the
    review of suggestions is annotating. Editors of the corpus change all.
    """
    require(actor, Permission.VIEW, annotation.document)
    require(actor, permission_to_change(actor, [annotation]), annotation.corpus)


def permission_to_change(actor: User, annotations: Iterable[Annotation]) -> Permission:
    """Return the permission on the corpus that a user needs to change annotations (see `require_change`)."""
    is_annotating = all(
        actor.pk in {each.creator_id, each.reviewer_id} or each.review == Annotation.Review.PENDING
        for each in annotations
    )
    return Permission.ANNOTATE if is_annotating else Permission.EDIT


def changeable_by_annotator(actor: User) -> Q:
    """Return the condition of the annotations that an annotator of their corpus may change (see `require_change`)."""
    is_pending = Q(reviewed=None) & ~Q(source=Annotation.Source.HUMAN)
    return Q(creator=actor) | Q(reviewer=actor) | is_pending


def anchor_columns(draft: AnnotationDraft, revision_id: UUID) -> dict[str, object]:
    """Anchor the passage or the box of a draft; return the columns of the annotation."""
    if draft.box is not None:
        if draft.spans or draft.start is not None or draft.end is not None:
            raise Invalid("Send a passage or a box, not both.", field="box")
        return columns_of_box(revision_id, draft.box)
    return columns_of(_anchor(draft, revision_id))


def columns_of(anchor: Anchor) -> dict[str, object]:
    """Return the columns of an annotation that hold its anchor."""
    return {
        "box": None,
        "page": anchor.page,
        "start": anchor.start,
        "end": anchor.end,
        "spans": [list(span) for span in anchor.spans],
        "parts": [list(part) for part in anchor.parts],
        "quote": anchor.quote,
        "prefix": anchor.prefix,
        "suffix": anchor.suffix,
    }


def _anchor(draft: AnnotationDraft, revision_id: UUID) -> Anchor:
    if draft.spans:
        return anchor_spans(revision_id, draft.spans)
    if draft.start is None or draft.end is None:
        raise Invalid("Send the passage: `spans`, or `start` and `end`; or a `box`.", field="spans")
    return anchor_offsets(revision_id, draft.start, draft.end)


def note(text: str) -> str:
    """Return a note as it is stored; raise `Invalid` if it is too long."""
    if len(text) > NOTE_LIMIT:
        raise Invalid(f"A note must have at most {NOTE_LIMIT} characters.", field="note")
    return text.replace("\x00", "")


def _repeated(draft: AnnotationDraft, *, corpus: Corpus, document: Document, actor: User) -> Annotation | None:
    """Return the annotation that has the id of a draft already.

    One that its creator deleted gives way: creating it again takes the deletion back.
    """
    existing = Annotation.with_deleted.filter(pk=draft.id).first() if draft.id else None
    if existing is None:
        return None
    if (existing.corpus_id, existing.document_id) != (corpus.pk, document.pk):
        raise AnnotationExists
    if existing.deleted_at is None:
        return existing
    if existing.creator_id != actor.pk:
        raise AnnotationExists
    existing.delete()
    return None


def _require_member(corpus: Corpus, document: Document) -> None:
    if _MEMBERSHIP.get(corpus.pk, document.pk) is None:
        raise NotFound("The document is not in this corpus.")
