"""Search by meaning through GraphQL: hits with their passages, at a cost that does not grow with them."""

import json
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.search.embedding import ensure

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


def test_a_hit_points_at_its_words(api, corpus, fill):
    fill(1)
    hit = search(api, corpus, "Which pets may be kept?").data["searchCorpus"][0]
    assert hit["quote"] == "Dogs are not allowed in the house."
    assert hit["spans"] == [{"page": 2, "first": 0, "last": 6}]
    assert (hit["page"], hit["document"]["revision"]) == (2, 1)
    assert 0 < hit["score"] <= 1


def test_nothing_embedded_finds_nothing(api, corpus, add_parsed):
    add_parsed("The tenant pays the rent.")
    assert search(api, corpus, "rent").data == {"searchCorpus": []}


@pytest.mark.parametrize(
    ("limit", "codes"), [(1, []), (50, []), (0, ["invalid"]), (51, ["invalid"]), (-1, ["invalid"])]
)
def test_how_many_hits_may_be_asked_for(api, corpus, limit, codes):
    assert search(api, corpus, "rent", limit).codes == codes


def test_many_hits_cost_as_much_as_one(api, corpus, fill):
    def cost():
        with CaptureQueriesContext(connection) as captured:
            answer = search(api, corpus, "rent", 20)
        return len(captured), len(answer.data["searchCorpus"])

    fill(1)
    (one, few), _ = cost(), fill(11)
    many, more = cost()
    assert more > few
    assert many == one


def test_no_question_breaks_it(api, corpus, fill):
    fill(1)
    codes = {code for question in NAUGHTY[::10] for code in search(api, corpus, question).codes}
    assert codes <= {"invalid_text"}
