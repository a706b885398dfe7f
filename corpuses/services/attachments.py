"""Attachments of a document are added to the corpora and folders of the document."""

from collections.abc import Sequence

from audit.actions import Action
from audit.log import record_documents
from corpuses.events import record_corpus_event
from corpuses.models import Corpus, CorpusDocument
from corpuses.signals import documents_added
from documents.models import Document


def add_attachments(parent: Document, children: Sequence[Document]) -> None:
    """Add attachments to the corpora and folders of their parent, in the transaction that creates them."""
    live = parent.memberships.select_related("corpus").filter(corpus__deleted_at=None)
    for membership in live.order_by("corpus_id"):
        CorpusDocument.objects.bulk_create(
            CorpusDocument(
                corpus=membership.corpus,
                document=child,
                folder_id=membership.folder_id,
                added_by_id=membership.added_by_id,
            )
            for child in children
        )
        record_documents(Action.CORPUS_DOCUMENT_ADDED, membership.corpus, [child.pk for child in children])
        documents_added.send(
            sender=Corpus, corpus=membership.corpus, documents=list(children), user_id=membership.added_by_id
        )
        record_corpus_event(membership.corpus, "documents")
