"""The numbers of annotations and labels of documents in a corpus, for REST and GraphQL.

All annotations of a document in a corpus are visible to everybody who sees both, so all are counted (ADR 0047).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from core.access import Actor
from core.api.graphql.loaders import load_for_batch
from corpuses.corpora.api.selectors import visible_corpora
from corpuses.models import CorpusDocument
from documents.models import Document


class DocumentCounts(NamedTuple):
    """The numbers of annotations and labels of a document in a corpus."""

    annotations: int
    labels: int


NONE: Final = DocumentCounts(0, 0)


def counts_by_document(actor: Actor, corpus: UUID, documents: Sequence[Document]) -> dict[UUID, DocumentCounts]:
    """Return the counts of visible documents that are in a corpus; one query for their batch.

    There are none if the corpus is not visible.
    """
    return {row.pk: counts_of(row, actor, corpus) for row in documents}


def counts_of(document: Document, actor: Actor, corpus: UUID) -> DocumentCounts:
    """Return the counts of a visible document, loaded for its batch; 0 if it is not in the corpus."""

    def load(rows: Sequence[Document]) -> dict[UUID, DocumentCounts]:
        memberships = CorpusDocument.objects.filter(
            corpus=corpus, corpus__in=visible_corpora(actor), document__in=[row.pk for row in rows]
        )
        counts = memberships.order_by().values_list("document", "annotation_count", "label_count")
        return {key: DocumentCounts(annotations, labels) for key, annotations, labels in counts}

    return load_for_batch(document, ("counts", corpus), load, NONE)
