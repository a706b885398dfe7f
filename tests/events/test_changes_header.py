"""The header `X-Changes`: a response says what its request has changed, as far as its user may know."""

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from core.access import Role
from core.api.testing import ApiClient
from core.errors import NotAllowed
from corpuses.corpora import services
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.events import record_corpus_event
from documents.tests.factories import parsed_document
from events import changes_header, outbox, recipients, sharing_events
from events.models import Event
from users.accounts.api_tokens import create_token
from users.sharing import services as sharing
from users.sharing.services import ShareRequest

# Only what was committed is named.
pytestmark = pytest.mark.django_db(transaction=True)

RENAME = 'mutation ($id: ID!) { updateCorpus(input: {id: $id, title: "Flats"}) { errors { code } } }'


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


def named(response):
    """Return the changes in a header without their ids."""
    return [tuple(entry.split(":")[1:]) for entry in response.headers.get("X-Changes", "").split()]


def rename(api, corpus, title="Flats"):
    return api.send("PATCH", f"/api/v1/corpuses/{corpus.pk}", {"title": title})


def share(target, user, friend, role):
    sharing.create_share(target, ShareRequest(role=role, user=friend.username), actor=user)


def test_a_change_is_named_with_the_id_of_its_event(api, corpus):
    response = rename(api, corpus)
    event = Event.objects.latest("id")
    assert response.headers["X-Changes"] == f"{event.pk}:corpus:{corpus.pk}::title"


def test_graphql_names_the_same(api, corpus):
    response = api.send("POST", "/graphql/", {"query": RENAME, "variables": {"id": str(corpus.pk)}})
    assert named(response) == [("corpus", str(corpus.pk), "", "title")]


def test_what_was_deleted_has_no_parts(api, user):
    document = parsed_document(user, "Some words.")
    response = api.send("DELETE", f"/api/v1/documents/{document.pk}")
    assert ("document", str(document.pk), "", "") in named(response)


def test_reading_and_refused_changes_name_nothing(api, corpus):
    responses = [api.get(f"/api/v1/corpuses/{corpus.pk}"), rename(api, corpus, title=""), api.get("/api/v1/nowhere")]
    assert [response.headers.get("X-Changes") for response in responses] == [None] * 3


def test_what_was_rolled_back_is_not_named(api, corpus, monkeypatch):
    def fail(corpus, *changed):
        record_corpus_event(corpus, *changed)
        raise NotAllowed

    monkeypatch.setattr(services, "record_corpus_event", fail)
    response = rename(api, corpus)
    assert (response.status_code, named(response)) == (403, [])


def test_an_editor_is_notified_of_what_is_shared(other_api, other_user, user, corpus):
    share(corpus, user, other_user, Role.EDITOR)
    assert named(rename(other_api, corpus)) == [("corpus", str(corpus.pk), "", "title")]


def test_a_corpus_that_the_user_does_not_see_is_not_named(api, user, other_user):
    document = parsed_document(user, "Some words.")
    hidden = create_corpus(owner=other_user, title="Hidden")
    share(document, user, other_user, Role.EDITOR)
    add_documents(hidden, [document], actor=other_user)
    response = api.send("DELETE", f"/api/v1/documents/{document.pk}")
    assert Event.objects.filter(entity="corpus", uuid=hidden.pk, changed=["documents"]).exists()
    assert ("document", str(document.pk), "", "") in named(response)
    assert str(hidden.pk) not in response.headers["X-Changes"]


def test_limited_tokens_learn_nothing(user, corpus):
    other = create_corpus(owner=user, title="Payroll")

    def named_with(**limits):
        _, text = create_token(owner=user, name="Nightly", scopes=("read", "write"), **limits)
        response = rename(ApiClient(headers={"Authorization": f"Bearer {text}"}), corpus, title=f"Renamed {limits}")
        return response.status_code, len(named(response))

    assert named_with() == (200, 1)
    assert named_with(corpora=[corpus.pk, other.pk]) == (200, 0)


def test_changes_of_own_objects_cost_no_query(user, corpus):
    change = outbox.Change(id=1, owner=user.pk, entity="corpus", uuid=corpus.pk, subject=None, changed=("title",))
    with CaptureQueriesContext(connection) as queries:
        assert recipients.known_to(user.pk, [change]) == [change]
    assert len(queries) == 0


def test_changes_that_are_alike_are_named_once_and_more_than_fit_as_much(api, corpus, monkeypatch):
    def record(times, *, of):
        def record_many(corpus, *changed):
            for number in range(times):
                record_corpus_event(corpus, f"part{number % of}")

        monkeypatch.setattr(services, "record_corpus_event", record_many)
        return rename(api, corpus, title=f"{times} of {of}").headers["X-Changes"]

    last = record(9, of=2).split()
    assert [entry.split(":")[-1] for entry in last] == ["part0", "part1"]
    for much in (record(50, of=50), record(101, of=2)):
        assert much == "*"


def test_a_lost_database_leaves_the_response_as_it_is(api, corpus, monkeypatch):
    def fail(*args):
        raise OperationalError

    monkeypatch.setattr(recipients, "known_to", fail)
    response = rename(api, corpus)
    assert (response.status_code, response.headers[changes_header.HEADER]) == (200, "*")


def test_who_deletes_what_others_own_is_notified(user, other_user):
    document = parsed_document(user, "Some words.")
    sharing_events.record_deletion(document, [], actor_id=other_user.pk)
    assert {each.owner for each in Event.objects.filter(uuid=document.pk, changed=[])} == {user.pk, other_user.pk}
