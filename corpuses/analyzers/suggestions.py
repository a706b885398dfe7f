"""Suggest the findings of a run to users: what is the same stays, what is gone is removed, what is new is added.

Accepted suggestions stay. A rejected one does not come back with the same words and label while it is in the bin.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef

from audit.actions import Action
from audit.log import record
from corpuses.analyzers.models import AnalysisRun
from corpuses.analyzers.protocol import Finding
from corpuses.annotations.anchoring import Anchor, anchor_where_possible
from corpuses.annotations.labels.services import labels_named
from corpuses.annotations.models import Annotation, Edit, Label, Relation
from corpuses.annotations.repetitions import without_repetitions
from corpuses.annotations.services import columns_of
from corpuses.comments.models import Thread
from corpuses.events import record_corpus_event
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
