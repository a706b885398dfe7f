"""The orders of lists of documents of corpora: those of all documents, and the counts of the membership.

The counts are those of the membership by which a list restricts its rows, so it has to be one of a corpus. No index
follows them: each new annotation would have to change it.
"""

from typing import Final

from django.db.models import F

from core.api.ordering import Order
from documents.api.ordering import DOCUMENT_ORDER


def _most_first(column: str) -> Order:
    return Order((f"-{column}_key", "-id"), {f"{column}_key": F(f"memberships__{column}")})


_MOST_ANNOTATIONS_FIRST: Final = _most_first("annotation_count")
_MOST_LABELS_FIRST: Final = _most_first("label_count")
_COUNTS: Final = {
    "annotations": _MOST_ANNOTATIONS_FIRST,
    "annotations_ascending": _MOST_ANNOTATIONS_FIRST.reversed(),
    "labels": _MOST_LABELS_FIRST,
    "labels_ascending": _MOST_LABELS_FIRST.reversed(),
}
CORPUS_DOCUMENT_ORDER: Final = DOCUMENT_ORDER.with_orders(**_COUNTS)


def needs_corpus(order: Order) -> bool:
    """Check whether an order of documents is one by counts in a corpus."""
    return order in _COUNTS.values()
