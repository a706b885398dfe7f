"""Semantic search in GraphQL: hits with their passages, a constant number of queries."""

import json
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.search.indexing import ensure

NAUGHTY = json.loads((Path(__file__).parent / "naughty_strings.json").read_text())

QUERY = """query ($id: ID!, $query: String!, $limit: Int) { searchCorpus(corpusId: $id, query: $query, limit: $limit) {
    page start end quote score spans { page first last } document { uuid title size revision } } }"""

pytestmark = pytest.mark.django_db


def search(api, corpus, query, limit=10):
    return api.graphql(QUERY, {"id": str(corpus.pk), "query": query, "limit": limit})


@pytest.fixture
def fill(add_parsed):
    def fill(number):
        for each in range(number):
            document = add_parsed(
                f"Clause {each}. The tenant pays the rent every month.", "Dogs are not allowed in the house."
            )
            ensure(document.revision)

    return fill


def test_a_hit_has_the_spans_of_its_words(api, corpus, fill):
    fill(1)
    hit = search(api, corpus, "Which pets may be kept?").data["searchCorpus"][0]
    assert hit["quote"] == "Dogs are not allowed in the house."
    assert hit["spans"] == [{"page": 2, "first": 0, "last": 6}]
    assert (hit["page"], hit["document"]["revision"]) == (2, 1)
    assert 0 < hit["score"] <= 1


def test_a_corpus_without_index_returns_no_hits(api, corpus, add_parsed):
    add_parsed("The tenant pays the rent.")
    assert search(api, corpus, "rent").data == {"searchCorpus": []}


@pytest.mark.parametrize(
    ("limit", "codes"), [(1, []), (50, []), (0, ["invalid"]), (51, ["invalid"]), (-1, ["invalid"])]
)
def test_the_limit_of_hits_is_validated(api, corpus, limit, codes):
    assert search(api, corpus, "rent", limit).codes == codes


def test_the_number_of_queries_does_not_depend_on_the_number_of_hits(api, corpus, fill):
    def cost():
        with CaptureQueriesContext(connection) as captured:
            result = search(api, corpus, "rent", 20)
        return len(captured), len(result.data["searchCorpus"])

    fill(1)
    (one, few), _ = cost(), fill(11)
    many, more = cost()
    assert more > few
    assert many == one


def test_unusual_queries_are_handled(api, corpus, fill):
    fill(1)
    codes = {code for question in NAUGHTY[::10] for code in search(api, corpus, question).codes}
    assert codes <= {"invalid_text"}
