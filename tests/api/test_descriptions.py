"""Earlier descriptions of corpora."""

import pytest

from corpuses.corpora import services as descriptions
from corpuses.corpora.services import create_corpus, update_corpus
from corpuses.models import DescriptionRevision

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases", description="All leases.")


def texts(api, corpus):
    rows = api.get(f"/api/v1/corpuses/{corpus.pk}/descriptions").json()["results"]
    return [(row["text"], row["author"] and row["author"]["username"]) for row in rows]


def test_each_saved_description_is_kept_with_its_author(api, user, corpus):
    update_corpus(corpus, actor=user, description="All leases of the **harbour**.")
    update_corpus(corpus, actor=user, title="Harbour", description="All leases of the **harbour**.")
    name = user.username
    assert texts(api, corpus) == [("All leases of the **harbour**.", name), ("All leases.", name)]


def test_a_description_from_before_the_first_revision_is_kept(api, user, corpus):
    DescriptionRevision.objects.all().delete()
    update_corpus(corpus, actor=user, description="")
    assert texts(api, corpus) == [("", user.username), ("All leases.", None)]


def test_the_oldest_ones_are_deleted(api, user, corpus, monkeypatch):
    monkeypatch.setattr(descriptions, "MAX_REVISIONS", 2)
    for number in range(3):
        update_corpus(corpus, actor=user, description=f"Number {number}.")
    assert [text for text, _ in texts(api, corpus)] == ["Number 2.", "Number 1."]


def test_the_list_needs_a_fixed_number_of_queries(api, user, corpus, django_assert_max_num_queries):
    for number in range(20):
        update_corpus(corpus, actor=user, description=f"Number {number}.")
    with django_assert_max_num_queries(6):
        assert len(texts(api, corpus)) == 21


def test_graphql_has_them_too(api, user, corpus):
    update_corpus(corpus, actor=user, description="New.")
    query = "query ($id: ID!) { corpus(id: $id) { descriptions { edges { node { text author { username } } } } } }"
    response = api.send("POST", "/graphql/", {"query": query, "variables": {"id": str(corpus.pk)}}).json()
    nodes = [edge["node"] for edge in response["data"]["corpus"]["descriptions"]["edges"]]
    assert [node["text"] for node in nodes] == ["New.", "All leases."]
