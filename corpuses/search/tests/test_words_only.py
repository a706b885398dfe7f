"""Searches while the server of the embedder does not answer: words alone decide, and the result says so."""

import pytest

from core.breakers import breaker_of
from corpuses.search import candidates, facets
from corpuses.search.corpus_search import best_passages, search
from corpuses.search.indexing import embed_revision, ensure
from corpuses.search.search import Search, SimilarSpan
from corpuses.similarity.same_clause import find_same_clauses
from tests.plain_job import PlainJob
from tests.upstreams import Reply, fails, scripted_server, vectors_for

CLAUSE = "The supplier delivers the goods to the warehouse of the buyer in Hamburg."


@pytest.fixture
def answer(settings):
    """Let a scripted server embed all documents; return a function that replaces how it answers."""
    with scripted_server([], choose=vectors_for) as scripted:
        settings.EMBEDDER = settings.EMBEDDING_MODEL = "scripted-embedding"
        settings.EMBEDDING_BASE_URL, settings.EMBEDDING_API_KEY = scripted.url, "key"
        settings.EMBEDDING_DIMENSIONS = 8

        def replace(way):
            scripted.choose = way
            scripted.requests.clear()
            return scripted

        yield replace


@pytest.fixture
def lease(answer, add_parsed):
    """Return an indexed document among others."""
    others = [add_parsed(text, title="Other") for text in ("The barn has a new roof.", "Flour, eggs and sugar.")]
    found = add_parsed(CLAUSE, title="Contract")
    for document in (*others, found):
        embed_revision(document.revision, job=PlainJob())
    return found


def unavailable(_request):
    return fails(503)


def codes(found):
    return [each.code for each in found.notices]


# proves: S4-44
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", [unavailable, lambda _: fails(401), lambda _: Reply(b"no JSON"), lambda _: fails(429)])
def test_words_alone_find_documents_and_the_result_says_so(answer, api, corpus, lease, user, way):
    server = answer(way)
    found = Search(user, "goods for the warehouse")
    assert [hit.document for hit in found.documents()] == [lease]
    assert found.documents()[0].passages[0].quote == CLAUSE
    assert (found.total_count, codes(found)) == (1, ["words_only"])
    assert len(server.requests) == 1
    body = api.get("/api/v1/search", {"query": "goods for the warehouse"}).json()
    assert [each["id"] for each in body["results"]] == [str(lease.pk)]
    assert "words" in body["notices"][0]["message"]
    inside = api.get(f"/api/v1/corpuses/{corpus.pk}/search", {"query": "goods for the warehouse"}).json()
    assert [each["document"] for each in inside["results"]] == [str(lease.pk)]
    assert inside["notices"] == body["notices"]
    answer(vectors_for)
    breaker_of("embedder", server.url.split("/")[2]).reset()
    assert codes(Search(user, "goods for the warehouse of the buyer")) == []
    assert api.get(f"/api/v1/corpuses/{corpus.pk}/search", {"query": "goods"}).json()["notices"] == []


# proves: S4-32
@pytest.mark.django_db(transaction=True)
def test_a_server_that_hangs_holds_up_few_searches(answer, lease, user, settings):
    settings.EMBEDDING_TIMEOUT_SECONDS = 0.1
    server = answer(lambda _: Reply(latency=1))
    for number in range(settings.BREAKERS["embedder"]["failures"]):
        assert Search(user, f"goods for the warehouse {number}").total_count == 1
    asked = len(server.requests)
    assert [hit.document for hit in Search(user, "goods for the warehouse").documents()] == [lease]
    assert len(server.requests) == asked


@pytest.mark.django_db(transaction=True)
def test_without_hits_nothing_is_said_of_meanings(answer, lease, user):
    answer(unavailable)
    found = Search(user, "shipment of merchandise")
    assert (found.documents(), codes(found)) == ([], ["words_only", "no_match"])
    assert "meaning" not in found.notices[1].message


@pytest.mark.django_db(transaction=True)
def test_few_of_the_words_are_not_enough(answer, lease, user):
    answer(unavailable)
    assert Search(user, "the history of the Byzantine navy in Hamburg").total_count == 0


@pytest.mark.django_db(transaction=True)
def test_documents_that_are_not_ranked_are_counted(answer, corpus, user, add_parsed, monkeypatch):
    for number in range(7):
        embed_revision(add_parsed(f"The supplier delivers goods of kind {number}.").revision, job=PlainJob())
    add_parsed("Flour, eggs and sugar.")
    answer(unavailable)
    monkeypatch.setattr(candidates, "COUNT", 2)
    monkeypatch.setattr(facets, "COUNT", 2)
    assert Search(user, "the supplier delivers goods").total_count == 7


@pytest.mark.django_db(transaction=True)
def test_passages_like_a_span_are_found_by_its_words(answer, corpus, lease, user, add_parsed):
    other = add_parsed(CLAUSE.replace("Hamburg", "Bremen"))
    embed_revision(other.revision, job=PlainJob())
    answer(unavailable)
    found = Search(user, like=SimilarSpan(lease, 0, len(CLAUSE)))
    assert [hit.document for hit in found.documents()] == [other]
    assert codes(found) == ["words_only"]
    assert [each.document for each in find_same_clauses(user, corpus, SimilarSpan(lease, 0, len(CLAUSE)))] == [other]


# proves: S4-44
@pytest.mark.django_db(transaction=True)
def test_documents_are_searched_and_read_before_they_have_vectors(answer, corpus, user, add_parsed):
    answer(unavailable)
    document = add_parsed(CLAUSE)
    ensure(document.revision)
    assert search(corpus=corpus, user=user, query="goods for the warehouse")[0].document == document
    assert best_passages(document.revision, "Where are the goods delivered?", count=1)[0].text == CLAUSE
