"""Texts in the product: documents of one user, indexed as a worker does it. Needs the settings."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from uuid import UUID

from benchmarks.search.scores import Span
from corpuses.actions.models import ActionExecution
from corpuses.corpora.services import create_corpus
from corpuses.models import Corpus, CorpusDocument
from corpuses.search.embedders import Meaning
from corpuses.search.indexing import ensure
from corpuses.search.models import Passage
from corpuses.search.ranking import rank
from documents.models import Document, DocumentRevision
from documents.tests.factories import parsed_document
from users.models import User


@dataclass(frozen=True, slots=True)
class Text:
    """A document to index."""

    title: str
    text: str


@dataclass(frozen=True)
class Library:
    """Indexed documents by the key that the data set has for them."""

    user: User
    corpus: Corpus
    documents_by_key: Mapping[str, UUID]
    embedder: str = ""  # of queries; by default that of the settings

    @cached_property
    def _keys(self) -> dict[UUID, str]:
        rows = Document.objects.filter(pk__in=self.documents_by_key.values()).values_list("pk", "revision_id")
        keys = {document: key for key, document in self.documents_by_key.items()}
        return {revision: keys[document] for document, revision in rows if revision}

    def passages(self, query: str) -> dict[int, float]:
        """Return the scores of the passages that a search finds."""
        return rank(list(self._keys), query, meaning=Meaning(query, self.embedder))

    def documents(self, query: str) -> dict[str, float]:
        """Return the score of the best passage of each document that a search finds."""
        scores = self.passages(query)
        rows = Passage.objects.filter(pk__in=scores).values_list("pk", "revision_id")
        best: dict[str, float] = {}
        for passage, revision in rows:
            key = self._keys[revision]
            best[key] = max(best.get(key, 0.0), scores[passage])
        return best

    def spans(self, query: str, *, count: int) -> list[Span]:
        """Return the best passages, best first."""
        keys = list(self.passages(query))[:count]
        found = Passage.objects.only("revision_id", "start", "end").in_bulk(keys)
        return [Span(self._keys[each.revision_id], each.start, each.end) for each in map(found.__getitem__, keys)]

    def texts(self) -> dict[str, str]:
        """Return the text of each document."""
        rows = DocumentRevision.objects.filter(pk__in=self._keys).values_list("pk", "text")
        return {self._keys[revision]: text for revision, text in rows}


def index(texts: Mapping[str, Text]) -> Library:
    """Create and index documents in a new corpus of a new user."""
    user = User.objects.create_user(f"user{User.objects.count()}")
    corpus = create_corpus(owner=user, title="Benchmark")
    documents: dict[str, UUID] = {}
    for key, each in texts.items():
        document = parsed_document(user, each.text, title=each.title)
        document.revisions.update(language="en")
        CorpusDocument.objects.create(corpus=corpus, document=document, added_by=user)
        documents[key] = document.pk
    for revision in DocumentRevision.objects.filter(document__in=documents.values()).select_related("document"):
        ensure(revision)
    return Library(user, corpus, documents)


def in_corpus(corpus_id: str) -> Library:
    """Return the documents of a corpus by the stem of their file names."""
    corpus = Corpus.objects.select_related("owner").get(pk=corpus_id)
    rows = corpus.documents.values_list("filename", "pk")
    return Library(corpus.owner, corpus, {Path(filename).stem: key for filename, key in rows})


def wait_until_indexed(count: int, *, timeout: float) -> None:
    """Wait until every passage of so many documents has a vector."""
    deadline = time.monotonic() + timeout
    while not _is_indexed(count):
        if time.monotonic() > deadline:
            raise TimeoutError("The documents were not indexed in time.")
        time.sleep(0.5)


def _is_indexed(count: int) -> bool:
    executions = ActionExecution.objects.filter(state=ActionExecution.State.SUCCESS)
    return executions.values("document").distinct().count() >= count
