"""Latency of a search in a large corpus of which the user sees a tenth.

The passages are copies of those of real abstracts. The vector of each copy is mixed with that of another passage, so
that no two are equal.
"""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from django.db import connection

from benchmarks.search.product import Library
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from corpuses.search.corpus_search import search
from documents.models import Document, DocumentRevision, Page
from users.models import User

PASSAGES: Final = 20  # of each document
VISIBLE: Final = 10  # every tenth document belongs to the owner of the corpus; the others do not extend to its viewers
BATCH: Final = 2_000  # documents

_COPY_PASSAGES = """
insert into corpuses_passage
  (revision_id, "order", page, start, "end", text, header, language, digest, words, weights)
select revision, o.number, 1, start, "end", text, header, language, digest, words, weights
from unnest(%(revisions)s::uuid[]) with ordinality as r (revision, number)
cross join generate_series(0, %(passages)s - 1) as o (number)
join (select *, row_number() over (order by id) - 1 as place from corpuses_passage where id <= %(last)s) as p
  on place = ((%(first)s + r.number) * %(passages)s + o.number) %% %(count)s
order by r.number, o.number
"""
_COPY_VECTORS = """
insert into corpuses_passagevector (passage_id, revision_id, embedder, vector)
select p.id, p.revision_id, v.embedder,
  l2_normalize(v.vector::vector + w.vector::vector * array_fill(0.3::real, array[384])::vector)::halfvec
from corpuses_passage p
join (select *, row_number() over (order by id) - 1 as place from corpuses_passagevector where id <= %(last)s) as v
  on v.place = p.id %% %(count)s
join (select *, row_number() over (order by id) - 1 as place from corpuses_passagevector where id <= %(last)s) as w
  on w.place = (p.id * 7919 + p.id / %(count)s) %% %(count)s
where p.revision_id = any(%(revisions)s)
order by p.id
"""
_INDEX = """
create index vector_minilm_hnsw on corpuses_passagevector
using hnsw ((vector::halfvec(384)) halfvec_cosine_ops) where embedder = 'minilm-l6-v2'
"""


@dataclass(frozen=True, slots=True)
class LargeCorpus:
    """A filled corpus. The reader sees a tenth of its documents; the other user sees all, and owns nine tenths."""

    corpus: Corpus
    reader: User
    other: User


def measure(library: Library, queries: Sequence[str], *, size: int) -> dict[str, Any]:
    """Fill a corpus with `size` passages and search it as a user who sees a tenth of the documents."""
    filled = fill(library, size)
    corpus, reader = filled.corpus, filled.reader
    for query in queries[:5]:
        search(corpus=corpus, user=reader, query=query)
    times: list[float] = []
    answered = 0
    for query in queries:
        began = time.perf_counter()
        answered += bool(search(corpus=corpus, user=reader, query=query))
        times.append(1000 * (time.perf_counter() - began))
    name = f"{size // 1000}k" if size < 1_000_000 else f"{size // 1_000_000}m"
    return {
        f"search_p50_ms_{name}": round(statistics.median(times), 1),
        f"search_p95_ms_{name}": round(statistics.quantiles(times, n=20)[-1], 1),
        f"search_answered_{name}": round(answered / len(queries), 4),
    }


def fill(library: Library, size: int, *, passages: int = PASSAGES) -> LargeCorpus:
    """Fill a new corpus with `size` passages, `passages` of each document."""
    owner, other, reader = (User.objects.create_user(f"{name}{size}") for name in ("owner", "other", "reader"))
    corpus = Corpus.objects.create(owner=owner, tenant=owner.tenant, title=f"{size} passages")
    for user in (reader, other):
        CorpusShare.objects.create(target=corpus, user=user, role="viewer", created_by=owner)
    template = Document.objects.select_related("revision").filter(owner=library.user).earliest("pk")
    source = _source()
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX vector_minilm_hnsw")  # built at once it takes a fraction of the time
        for first in range(0, size // passages, BATCH):
            numbers = range(first, min(first + BATCH, size // passages))
            documents = [_document(template, owner if number % VISIBLE == 0 else other) for number in numbers]
            revisions = _store(corpus, documents)
            values: dict[str, Any] = {**source, "revisions": revisions, "passages": passages, "first": first}
            cursor.execute(_COPY_PASSAGES, values)
            cursor.execute(_COPY_VECTORS, values)
        cursor.execute("SET maintenance_work_mem = '2GB'")
        cursor.execute(_INDEX)
        cursor.execute("VACUUM ANALYZE")
    return LargeCorpus(corpus, reader, other)


def _source() -> dict[str, int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), max(id) FROM corpuses_passagevector")
        count, last = cursor.fetchone() or (0, 0)
    return {"count": count, "last": last}


def _document(template: Document, owner: User) -> Document:
    return Document(
        owner=owner, tenant=owner.tenant, title=f"Report {uuid4().hex[:6]}", filename="file.pdf",
        mime_type=template.mime_type, blob_id=template.blob_id, page_count=1,
    )  # fmt: skip


def _store(corpus: Corpus, documents: Sequence[Document]) -> list[Any]:
    """Create ready documents with one page in the corpus and return their revisions."""
    Document.objects.bulk_create(documents)
    revisions = [
        DocumentRevision(document=each, number=1, parser="copy", parser_version="1", options_hash="", page_count=1)
        for each in documents
    ]
    DocumentRevision.objects.bulk_create(revisions)
    Page.objects.bulk_create(
        Page(revision=each, number=1, width=1, height=1, text_start=0, text_end=1, token_count=0, tokens=b"")
        for each in revisions
    )
    for document, revision in zip(documents, revisions, strict=True):
        document.revision, document.state, document.backend_lock = revision, Document.State.READY, False
    Document.objects.bulk_update(documents, ["revision", "state", "backend_lock"])
    CorpusDocument.objects.bulk_create(
        CorpusDocument(corpus=corpus, document=each, added_by=corpus.owner) for each in documents
    )
    return [each.pk for each in revisions]
