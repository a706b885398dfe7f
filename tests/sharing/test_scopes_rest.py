"""`?scope=` of lists in REST: own objects, those shared by others, both, or what is public."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.corpora.services import create_corpus
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db


def titles(client, plural, query="", **headers):
    response = client.send("GET", f"/api/v1/{plural}{query}", **headers)
    assert response.status_code == 200, response.json()
    return sorted(each["title"] for each in response.json()["results"])


@pytest.fixture
def makers(user, friend, share):
    """Create of each model: Ada's, Grace's, one that Ada shares with Grace, and a public one."""
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
    ("query", "visible"),
    [
        ("", ["Grace's", "Shared"]),
        ("?scope=all", ["Grace's", "Shared"]),
        ("?search=public", []),
        ("?scope=public", ["Public"]),
        ("?scope=public&search=public", ["Public"]),
        ("?scope=public&search=shared", []),
        ("?scope=mine", ["Grace's"]),
        ("?scope=shared", ["Shared"]),
        ("?scope=shared&search=grace", []),
        ("?scope=shared&search=share", ["Shared"]),
    ],
)
def test_scope_narrows_the_list(makers, friend_api, plural, query, visible):
    assert titles(friend_api, plural, query) == visible


@pytest.mark.parametrize("plural", ["documents", "corpuses"])
def test_scope_for_link_holders(makers, user, share, anonymous_api, plural):
    link = share(makers[plural](user, "Linked"), link=True)["link"]["url"]
    token = {"X-Share-Token": link.rsplit("/", 1)[1]}
    assert titles(anonymous_api, plural, **token) == ["Linked"]
    assert titles(anonymous_api, plural, "?scope=mine", **token) == []
    assert titles(anonymous_api, plural, "?scope=shared", **token) == ["Linked"]
    assert titles(anonymous_api, plural, "?scope=public", **token) == ["Public"]


@pytest.mark.parametrize("plural", ["documents", "corpuses"])
def test_unknown_scopes_are_refused(friend_api, plural):
    response = friend_api.send("GET", f"/api/v1/{plural}?scope=theirs")
    assert (response.status_code, response.json()["error"]["field"]) == (400, "scope")


@pytest.mark.parametrize("plural", ["documents", "corpuses"])
@pytest.mark.parametrize("scope", ["mine", "shared", "all", "public"])
def test_queries_do_not_depend_on_the_number_of_rows(makers, user, share, friend, friend_api, plural, scope):
    counts = []
    for number in range(3):
        with CaptureQueriesContext(connection) as queries:
            titles(friend_api, plural, f"?scope={scope}")
        counts.append(len(queries))
        share(makers[plural](user, f"More {number}"), user="grace")
        makers[plural](friend, f"Mine {number}")
    assert len(set(counts)) == 1, counts
