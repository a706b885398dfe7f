"""What is found inside a document goes where the document is."""

from collections.abc import Sequence

from corpuses.models import Corpus, CorpusDocument
from corpuses.signals import documents_added
from corpuses.telling import tell
from documents.models import Document


def follow(parent: Document, children: Sequence[Document]) -> None:
    """Put children, in the transaction that makes them, into the corpora and folders of their parent."""
    for place in parent.memberships.select_related("corpus").filter(corpus__deleted_at=None).order_by("corpus_id"):
        CorpusDocument.objects.bulk_create(
            CorpusDocument(
                corpus=place.corpus, document=child, folder_id=place.folder_id, added_by_id=place.added_by_id
            )
            for child in children
        )
        documents_added.send(sender=Corpus, corpus=place.corpus, documents=list(children), user_id=place.added_by_id)
        tell(place.corpus, "documents")
