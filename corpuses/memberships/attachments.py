"""Attachments of a document are added to the corpora and folders of the document."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from audit.actions import Action
from audit.log import record_documents
from corpuses.events import record_corpus_event
from corpuses.models import Corpus, CorpusDocument
from corpuses.signals import documents_added
from documents.models import Document


def add_attachments(parent: Document, children: Sequence[Document], *, since: datetime | None = None) -> None:
    """Add attachments to the corpora and folders of their parent, in the transaction that creates them.

    Those that are in a corpus already keep their folder there. With `since`, only corpora to which the parent was added
    later count.
    """
    live = parent.memberships.select_related("corpus").filter(corpus__deleted_at=None)
    if since is not None:
        live = live.filter(created__gt=since)
    for membership in live.order_by("corpus_id"):
        present = set(membership.corpus.memberships.filter(document__in=children).values_list("document", flat=True))
        added = [child for child in children if child.pk not in present]
        if not added:
            continue
        CorpusDocument.objects.bulk_create(
            CorpusDocument(
                corpus=membership.corpus,
                document=child,
                folder_id=membership.folder_id,
                added_by_id=membership.added_by_id,
            )
            for child in added
        )
        record_documents(Action.CORPUS_DOCUMENT_ADDED, membership.corpus, [child.pk for child in added])
        documents_added.send(sender=Corpus, corpus=membership.corpus, documents=added, user_id=membership.added_by_id)
        record_corpus_event(membership.corpus, "documents")


def in_corpora(documents: Sequence[Document]) -> set[UUID]:
    """Return the keys of those documents that are in a corpus."""
    return set(CorpusDocument.objects.filter(document__in=documents).values_list("document_id", flat=True))
