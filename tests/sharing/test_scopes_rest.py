"""`?scope=` of lists in REST: all that one sees, one's own, or what others have shared."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.services.corpora import create_corpus
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db


def titles(client, plural, query="", **headers):
    answer = client.send("GET", f"/api/v1/{plural}{query}", **headers)
    assert answer.status_code == 200, answer.json()
    return sorted(each["title"] for each in answer.json()["results"])


@pytest.fixture
def places(user, friend, share):
    """Of each kind: Ada's, Grace's, one that Ada shares with Grace, and one that everybody may look at."""
    makers = {
        "documents": lambda owner, title: parsed_document(owner, "Words.", title=title),
        "corpuses": lambda owner, title: create_corpus(owner=owner, title=title),
    }
    for make in makers.values():
        make(friend, "Grace's")
        make(user, "Ada's")
        share(make(user, "Shared"), user="grace")
        public = make(user, "Public")
        public.is_public = True
        public.save(update_fields=["is_public"])
    return makers


@pytest.mark.parametrize("plural", ["documents", "corpuses"])
@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("", ["Grace's", "Public", "Shared"]),
        ("?scope=all", ["Grace's", "Public", "Shared"]),
        ("?scope=mine", ["Grace's"]),
        ("?scope=shared", ["Shared"]),
        ("?scope=shared&search=grace", []),
        ("?scope=shared&search=share", ["Shared"]),
    ],
)
def test_a_list_shows_the_part_that_is_asked_for(places, friend_api, plural, query, seen):
    assert titles(friend_api, plural, query) == seen


@pytest.mark.parametrize("plural", ["documents", "corpuses"])
def test_to_somebody_with_a_link_what_it_opens_is_shared_and_nothing_is_theirs(
    places, user, share, anonymous_api, plural
):
    link = share(places[plural](user, "Linked"), link=True)["link"]["url"]
    token = {"X-Share-Token": link.rsplit("/", 1)[1]}
    assert titles(anonymous_api, plural, **token) == ["Linked", "Public"]
    assert titles(anonymous_api, plural, "?scope=mine", **token) == []
    assert titles(anonymous_api, plural, "?scope=shared", **token) == ["Linked"]


@pytest.mark.parametrize("plural", ["documents", "corpuses"])
def test_another_scope_is_named_as_wrong(friend_api, plural):
    answer = friend_api.send("GET", f"/api/v1/{plural}?scope=theirs")
    assert (answer.status_code, answer.json()["error"]["field"]) == (400, "scope")


@pytest.mark.parametrize("plural", ["documents", "corpuses"])
@pytest.mark.parametrize("scope", ["mine", "shared", "all"])
def test_a_page_costs_the_same_whatever_it_holds(places, user, share, friend, friend_api, plural, scope):
    counts = []
    for number in range(3):
        with CaptureQueriesContext(connection) as queries:
            titles(friend_api, plural, f"?scope={scope}")
        counts.append(len(queries))
        share(places[plural](user, f"More {number}"), user="grace")
        places[plural](friend, f"Mine {number}")
    assert len(set(counts)) == 1, counts
