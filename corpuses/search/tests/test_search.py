"""Search in a corpus by meaning and by words: only published revisions of visible documents."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pgvector import HalfVector, SparseVector

from corpuses.corpora.services import create_corpus
from corpuses.llm import minilm
from corpuses.models import CorpusDocument
from corpuses.search import candidates, indexing
from corpuses.search.bm25 import DIMENSIONS
from corpuses.search.corpus_search import search
from corpuses.search.embedders import embedder_named
from corpuses.search.indexing import embed_revision
from corpuses.search.models import Passage, PassageVector
from corpuses.search.ranking import rank
from documents.tests.factories import parsed_document, publish
from tests.plain_job import JobCancelled, PlainJob

NAUGHTY = json.loads((Path(__file__).parent / "naughty_strings.json").read_text())

LEASE = (
    "The Tenant shall pay the rent on the first day of each month. Pets are not permitted on the premises.",
    "This lease is governed by the laws of the State of Ohio. The serial number of the boiler is ZX-4471.",
)
RECIPE = ("Whisk the eggs with sugar until pale. Fold in the flour and bake for forty minutes.",)


@pytest.fixture
def lease(add_parsed, job):
    document = add_parsed(*LEASE, title="Lease of the old mill")
    embed_revision(document.revision, job=job)
    return document


@pytest.fixture
def recipe(add_parsed):
    document = add_parsed(*RECIPE, title="Sponge cake")
    embed_revision(document.revision, job=PlainJob())
    return document


@pytest.mark.parametrize(
    ("query", "quote", "page"),
    [
        ("Which jurisdiction's law applies?", "governed by the laws of the State of Ohio", 2),  # no word in common
        ("are dogs and cats allowed", "Pets are not permitted", 1),  # meaning only
        ("ZX-4471", "ZX-4471", 2),  # a word only
    ],
)
def test_the_best_sentence_is_returned(corpus, user, lease, recipe, query, quote, page):
    best = search(corpus=corpus, user=user, query=query)[0]
    assert best.document == lease
    assert quote in best.quote
    assert best.page == page
    assert lease.revision.text[best.start : best.end] == best.quote


def test_hits_are_ordered_and_do_not_overlap(corpus, user, add_parsed, job):
    text = " ".join(f"Clause {number}. The supplier shall deliver goods of kind {number}." for number in range(200))
    document = add_parsed(text)
    embed_revision(document.revision, job=job)
    hits = search(corpus=corpus, user=user, query="which goods does the supplier deliver", limit=8)
    positions = sorted((hit.start, hit.end) for hit in hits)
    assert len(hits) == 8
    assert all(first[1] <= second[0] for first, second in pairwise(positions))
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert all(0 < hit.score <= 1 for hit in hits)


def test_documents_of_others_are_not_found(corpus, lease, other_user):
    assert search(corpus=corpus, user=other_user, query="laws of Ohio") == []


def test_other_corpora_are_not_searched(user, lease):
    other = create_corpus(owner=user, title="Other")
    assert search(corpus=other, user=user, query="laws of Ohio") == []


def test_only_the_published_revision_is_searched(corpus, user, lease, job):
    publish(lease, "Nothing but the price list.")
    assert search(corpus=corpus, user=user, query="laws of Ohio") == []
    embed_revision(lease.revision, job=job)
    assert [hit.quote for hit in search(corpus=corpus, user=user, query="prices")] == ["Nothing but the price list."]


@pytest.mark.parametrize("query", ["", "   ", "\x00", "…?!§", "\ud800", "🙂🙂"])
def test_a_query_without_words_returns_nothing(corpus, user, lease, query):
    assert search(corpus=corpus, user=user, query=query) == []


@pytest.mark.parametrize("unusual", [NAUGHTY[::20], pytest.param(NAUGHTY, marks=pytest.mark.full)], ids=["some", "all"])
def test_unusual_queries_do_not_fail(corpus, user, lease, unusual):
    for query in [*unusual, "a" * 10_000, "word " * 2_000, "a\x00b", "law \ud800", "' | ! & <-> ((", "law:*"]:
        for hit in search(corpus=corpus, user=user, query=query, limit=3):
            assert hit.document == lease


@pytest.mark.parametrize(("limit", "most"), [(-5, 1), (0, 1), (2, 2), (10_000, 50)])
def test_the_limit_is_clamped(corpus, user, lease, recipe, limit, most):
    assert 1 <= len(search(corpus=corpus, user=user, query="tenant", limit=limit)) <= most


def test_the_number_of_queries_does_not_depend_on_the_results(
    corpus, user, add_parsed, django_assert_num_queries, lease
):
    def ask():
        search(corpus=corpus, user=user, query="laws of Ohio", limit=10)

    ask()
    with django_assert_num_queries(7):
        ask()
    for number in range(12):
        embed_revision(add_parsed(*LEASE, title=f"Lease {number}").revision, job=PlainJob())
    with django_assert_num_queries(7):
        ask()


def test_the_filter_by_corpus_does_not_starve_the_index(corpus, user, lease, recipe, monkeypatch):
    """All near neighbours are in another corpus: the index scan must continue."""
    crowd = crowd_of("laws of Ohio", user, count=1_000)
    monkeypatch.setattr(candidates, "EXACT", 0)
    with connection.cursor() as cursor, CaptureQueriesContext(connection) as captured:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off")
        cursor.execute("DROP INDEX vector_of_revision")
        found = rank([lease.revision_id], "laws of Ohio", has_floor=False)
        assert crowd.revision_id not in revisions_of(found)
        assert found
        (sql,) = (each["sql"] for each in captured.captured_queries if "halfvec(" in each["sql"])
        cursor.execute(f"EXPLAIN {sql}")
        assert "vector_minilm_hnsw" in str(cursor.fetchall())


def test_the_passages_of_many_revisions_are_estimated(corpus, lease, recipe, monkeypatch):
    keys = [lease.revision_id, recipe.revision_id]
    exact = candidates.visible(keys)
    assert exact.passages == Passage.objects.filter(revision__in=keys).count()
    monkeypatch.setattr(candidates, "COUNTED", 1)
    sample = Passage.objects.filter(revision=min(keys, key=lambda key: key.int)).count()
    assert candidates.visible(keys).passages == 2 * sample
    Passage.objects.filter(revision=min(keys, key=lambda key: key.int)).delete()
    assert candidates.visible(keys).passages == Passage.objects.count()


def test_few_passages_are_compared_without_the_index(lease):
    with connection.cursor() as cursor, CaptureQueriesContext(connection) as captured:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off")
        assert rank([lease.revision_id], "laws of Ohio")
        cursor.execute("EXPLAIN " + captured.captured_queries[-1]["sql"])
        assert "hnsw" not in str(cursor.fetchall())


def crowd_of(text, user, *, count):
    """Create a document with passages whose vectors are all near that of a text."""
    document = parsed_document(user, "Crowd")
    CorpusDocument.objects.create(corpus=create_corpus(owner=user, title="Crowd"), document=document)
    (vector,) = embedder_named(minilm.NAME).embed([text])
    noise = np.random.default_rng(7).normal(scale=0.01, size=(count, len(vector)))
    passages = Passage.objects.bulk_create(
        Passage(revision=document.revision, order=order, page=1, start=0, end=5, text="x", digest="x", words="",
                weights=SparseVector({}, DIMENSIONS))
        for order in range(count)
    )  # fmt: skip
    PassageVector.objects.bulk_create(
        PassageVector(passage=passage, revision=document.revision, embedder=minilm.NAME, vector=HalfVector(near))
        for passage, near in zip(passages, vector + noise, strict=True)
    )
    return document


def revisions_of(keys):
    return set(Passage.objects.filter(pk__in=keys).values_list("revision_id", flat=True))


def test_embedding_twice_writes_once(lease):
    before = list(Passage.objects.order_by("pk").values_list("pk", flat=True))
    again = PlainJob()
    assert embed_revision(lease.revision, job=again) == 0
    indexing.ensure(lease.revision)
    assert list(Passage.objects.order_by("pk").values_list("pk", flat=True)) == before
    assert again.commits == 1  # the step is marked done all the same


def test_a_text_without_words_has_no_passages(add_parsed, job):
    assert embed_revision(add_parsed("  \n * * * \n").revision, job=job) == 0
    assert job.commits == 1


@pytest.mark.full
def test_an_interrupted_embedding_goes_on_where_it_was(add_parsed):
    document = add_parsed(numbered(2_000))
    with pytest.raises(JobCancelled):
        embed_revision(document.revision, job=PlainJob(cancel_after=1))
    passages = Passage.objects.filter(revision=document.revision).count()
    kept = set(PassageVector.objects.filter(revision=document.revision).values_list("pk", flat=True))
    assert len(kept) == indexing.BATCH < passages
    assert embed_revision(document.revision, job=PlainJob()) == passages - len(kept)
    vectors = PassageVector.objects.filter(revision=document.revision)
    assert vectors.count() == passages
    assert kept < set(vectors.values_list("pk", flat=True))


def test_a_new_revision_reuses_the_vectors_of_equal_passages(add_parsed, monkeypatch):
    text = numbered(60)
    document = add_parsed(text)
    embed_revision(document.revision, job=PlainJob())
    publish(document, f"{text} The parties agree on the last point.")
    embedded = []
    model = embedder_named(minilm.NAME)
    monkeypatch.setattr(type(model), "embed", recording(type(model).embed, embedded))
    assert embed_revision(document.revision, job=PlainJob()) == 1
    assert len(embedded) == 1
    assert embedded[0].endswith("The parties agree on the last point.")
    assert PassageVector.objects.filter(revision=document.revision).count() == document.revision.passages.count() > 1


def numbered(count):
    return " ".join(f"The parties agree on point {number} of many." for number in range(count))


def recording(embed, embedded):
    def record(self, texts):
        embedded.extend(texts)
        return embed(self, texts)

    return record


def test_passages_have_their_page_and_words(lease):
    text = lease.revision.text
    for passage in Passage.objects.filter(revision=lease.revision):
        page = lease.revision.pages.get(number=passage.page)
        assert page.text_start <= passage.start < page.text_end
        assert passage.text == text[passage.start : passage.end]
