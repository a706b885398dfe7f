"""Suggest labels of whole documents to users: the labels that a run gives.

Accepted suggestions stay. A rejected or removed label is not suggested again by any run. A pending suggestion that the
action does not give any more is removed.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple
from uuid import UUID

from audit.actions import Action
from audit.log import record_documents
from corpuses.analyzers.models import AnalysisRun
from corpuses.analyzers.protocol import DocumentLabel as LabelResult
from corpuses.analyzers.suggestions import origin_of
from corpuses.annotations.document_labels.services import DOCUMENT_LABEL, REMOVED_SUGGESTION
from corpuses.annotations.labels.services import labels_named
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Label
from corpuses.events import record_corpus_event
from corpuses.models import CorpusDocument


class SuggestedLabels(NamedTuple):
    """The numbers of suggestions that a run added and removed."""

    new: int = 0
    gone: int = 0


def suggest_labels(run: AnalysisRun, results: Sequence[LabelResult]) -> SuggestedLabels:
    """Make the pending labels of the action those of the results, if the document is still in the corpus."""
    membership = CorpusDocument.objects.filter(corpus=run.corpus_id, document=run.document_id).first()
    if membership is None:
        return SuggestedLabels()
    labels = labels_named(run.corpus, {each.name for each in results})
    changed = SuggestedLabels(_add_new(run, membership, labels.values()), _remove_gone(run, labels.values()))
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


def _remove_gone(run: AnalysisRun, labels: Collection[Label]) -> int:
    """Remove the pending labels of the action that it does not give any more; return how many."""
    rows = DocumentLabel.objects.filter(
        corpus=run.corpus_id, document=run.document_id, origin=origin_of(run), reviewed=None
    ).exclude(label__in=[label.pk for label in labels])
    # A label that is accepted in the meantime is pending no more when its row is locked.
    gone = list(rows.select_for_update(of=("self",), no_key=True).order_by("pk").values_list("pk", flat=True))
    DocumentLabel.objects.filter(pk__in=gone).delete()
    return len(gone)
