"""Suggest the findings of a run, and its labels of whole documents, to users.

What is the same stays, what is gone is removed, what is new is added. Accepted suggestions stay. A rejected one does
not come back with the same words and label while it is in the bin.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef

from audit.actions import Action
from audit.log import record, record_documents
from corpuses.analyzers.models import AnalysisRun
from corpuses.analyzers.protocol import DocumentLabel as LabelResult
from corpuses.analyzers.protocol import Finding
from corpuses.annotations.anchoring import Anchor, anchor_where_possible
from corpuses.annotations.document_labels.services import DOCUMENT_LABEL, REMOVED_SUGGESTION
from corpuses.annotations.labels.services import labels_named
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Label, Relation
from corpuses.annotations.repetitions import without_repetitions
from corpuses.annotations.services import columns_of
from corpuses.comments.models import Thread
from corpuses.events import record_corpus_event
from corpuses.models import CorpusDocument
from corpuses.obligations.models import Obligation
from corpuses.obligations.services import CHANGED_BY_USERS

_BATCH: Final = 1_000
Place = tuple[UUID, int, int]
"""The label, the start and the end of a suggestion."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """The suggestions of the findings of a run: the anchor and the suggestion of each, in their order."""

    anchors: Sequence[Anchor | None]
    annotations: Sequence[UUID | None]
    new: int
    gone: int


def origin_of(run: AnalysisRun) -> str:
    """Return the origin of the suggestions of an action."""
    return f"action:{run.action_id}"


def suggest(run: AnalysisRun, findings: Sequence[Finding]) -> Suggested:
    """Make the suggestions of the action on the revision those of the findings; repeated, it changes nothing."""
    labels = labels_named(run.corpus, {each.label for each in findings})
    anchors = list(anchor_where_possible(run.revision, [[(each.start, each.end)] for each in findings]))
    present = _present(run)
    places = [(labels[each.label].pk, each.start, each.end) for each in findings]
    new = _new(run, labels, list(zip(findings, anchors, strict=True)), present)
    Annotation.objects.bulk_create(new, batch_size=_BATCH, ignore_conflicts=True)
    gone = _remove_gone(run, set(places))
    stored = _present(run) if new else present
    if new or gone:
        record_corpus_event(run.corpus, "annotations", about=run.document_id)
    if new:
        about = run.document_id
        record(Action.ANNOTATIONS_CREATED, run.corpus, document_id=about, origin=origin_of(run), count=len(new))
    return Suggested(anchors, [stored.get(place) for place in places], len(new), gone)


def _present(run: AnalysisRun) -> dict[Place, UUID]:
    """Return the annotations of the revision in the corpus, also by users; the suggestions of the action first."""
    rows = Annotation.objects.filter(corpus=run.corpus_id, document=run.document_id, revision=run.revision_id, box=None)
    found: dict[Place, UUID] = {}
    for key, origin, label, start, end in rows.order_by("pk").values_list("pk", "origin", "label_id", "start", "end"):
        if origin == origin_of(run) or (label, start, end) not in found:
            found[label, start, end] = key
    return found


def _new(
    run: AnalysisRun,
    labels: Mapping[str, Label],
    anchored: Sequence[tuple[Finding, Anchor | None]],
    present: Mapping[Place, UUID],
) -> list[Annotation]:
    """Return the suggestions to add: those with words that no user has marked or rejected."""
    found = [
        Annotation(
            corpus_id=run.corpus_id,
            document_id=run.document_id,
            revision_id=run.revision_id,
            label=labels[finding.label],
            source=Annotation.Source.ANALYZER,
            origin=origin_of(run),
            score=finding.confidence,
            note=finding.note,
            **columns_of(anchor),
        )
        for finding, anchor in anchored
        if anchor is not None and (labels[finding.label].pk, finding.start, finding.end) not in present
    ]
    return without_repetitions(found)


def _remove_gone(run: AnalysisRun, places: set[Place]) -> int:
    """Remove the pending suggestions of the action that are no findings any more, unless users have worked on them."""
    rows = Annotation.objects.filter(
        ~Exists(Thread.objects.filter(annotation=OuterRef("pk"))),
        ~Exists(Relation.with_deleted.filter(source=OuterRef("pk"))),
        ~Exists(Relation.with_deleted.filter(target=OuterRef("pk"))),
        ~Exists(Edit.objects.filter(annotation=OuterRef("pk"))),
        ~Exists(Obligation.with_deleted.filter(CHANGED_BY_USERS, annotation=OuterRef("pk"))),
        origin=origin_of(run),
        revision=run.revision_id,
        source=Annotation.Source.ANALYZER,
        reviewed=None,
    )
    locked = rows.select_for_update(of=("self",), no_key=True).order_by("pk")
    pending = locked.values_list("pk", "label_id", "start", "end")
    gone = [key for key, *place in pending if tuple(place) not in places]
    Annotation.objects.filter(pk__in=gone).delete()
    return len(gone)


# Labels of whole documents. A rejected or removed label is not suggested again by any run. A pending suggestion that
# the action does not give any more is removed.


class _SuggestedLabels(NamedTuple):
    """The numbers of suggestions that a run added and removed."""

    new: int = 0
    gone: int = 0


def suggest_labels(run: AnalysisRun, results: Sequence[LabelResult]) -> _SuggestedLabels:
    """Make the pending labels of the action those of the results, if the document is still in the corpus."""
    membership = CorpusDocument.objects.filter(corpus=run.corpus_id, document=run.document_id).first()
    if membership is None:
        return _SuggestedLabels()
    labels = labels_named(run.corpus, {each.name for each in results})
    changed = _SuggestedLabels(_add_new(run, membership, labels.values()), _remove_gone_labels(run, labels.values()))
    if any(changed):
        record_corpus_event(run.corpus, "document_labels")
    return changed


def _add_new(run: AnalysisRun, membership: CorpusDocument, labels: Collection[Label]) -> int:
    """Add the labels that the document does not have and that no user has taken from it; return how many."""
    removed = _removed(run)
    present = set(DocumentLabel.objects.filter(membership=membership).values_list("label_id", flat=True))
    new = {label.pk: label for label in labels if label.pk not in removed | present}
    rows = [
        DocumentLabel(
            corpus_id=run.corpus_id,
            document_id=run.document_id,
            membership=membership,
            label=label,
            source=Annotation.Source.ANALYZER,
            origin=origin_of(run),
        )
        for label in new.values()
    ]
    DocumentLabel.objects.bulk_create(rows, ignore_conflicts=True)
    # Without those that a user or another run has added in the meantime.
    added = DocumentLabel.objects.filter(pk__in=[row.pk for row in rows]).values_list("label_id", flat=True)
    for key in added:
        record_documents(Action.LABEL_ADDED, new[key], [run.document_id], origin=origin_of(run))
    return len(added)


def _removed(run: AnalysisRun) -> set[UUID]:
    """Return the labels by analyzers that users rejected or removed on any version, and did not bring back."""
    edits = Edit.objects.filter(REMOVED_SUGGESTION, corpus=run.corpus_id, document__lineage=run.document.lineage)
    return {UUID(changes[DOCUMENT_LABEL][0]["label"]) for changes in edits.values_list("changes", flat=True)}


def _remove_gone_labels(run: AnalysisRun, labels: Collection[Label]) -> int:
    """Remove the pending labels of the action that it does not give any more; return how many."""
    rows = DocumentLabel.objects.filter(
        corpus=run.corpus_id, document=run.document_id, origin=origin_of(run), reviewed=None
    ).exclude(label__in=[label.pk for label in labels])
    # A label that is accepted in the meantime is pending no more when its row is locked.
    gone = list(rows.select_for_update(of=("self",), no_key=True).order_by("pk").values_list("pk", flat=True))
    DocumentLabel.objects.filter(pk__in=gone).delete()
    return len(gone)
