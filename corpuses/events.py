"""Change events of corpora, for the users who can see them. Events about a document need access to it as well."""

from uuid import UUID

from corpuses.models import Corpus
from events import outbox


def record_corpus_event(corpus: Corpus, *changed: str, about: UUID | None = None) -> None:
    """Record a change of a corpus, or of its data `about` a document, in the caller's transaction."""
    outbox.record(outbox.Entity.CORPUS, corpus.pk, owner_id=corpus.owner_id, changed=changed, subject_id=about)
