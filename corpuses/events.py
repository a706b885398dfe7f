"""Whoever sees a corpus is told of what changes in it; what is said about a document, if they see that, too."""

from uuid import UUID

from corpuses.models import Corpus
from events import outbox


def record_corpus_event(corpus: Corpus, *changed: str, about: UUID | None = None) -> None:
    """Tell of a change of a corpus, or in it of what is said `about` a document; in the caller's transaction."""
    outbox.record(outbox.Entity.CORPUS, corpus.pk, owner_id=corpus.owner_id, changed=changed, subject_id=about)
