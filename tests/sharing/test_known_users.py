"""Completion of names when sharing: only users whom the user knows already, never all accounts."""

import pytest

from corpuses.corpora.services import create_corpus
from users.models import User
from users.sharing.services import ShareRequest, create_share
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


@pytest.fixture
def make():
    def make(username, **columns):
        return User.objects.create_user(username, password="correct horse battery", **columns)

    return make


def known(api, search=""):
    body = api.get("/api/v1/known-users", {"search": search}).json()
    return [each["username"] for each in body["users"]], body["emails"]


def test_no_one_is_known_at_first(api, make):
    make("other")
    assert known(api) == ([], [])


def test_those_with_whom_something_is_shared_are_known_by_name(api, user, corpus, make):
    make("grace", name="Grace Hopper")
    make("other")
    create_share(corpus, ShareRequest(user="grace", role="viewer"), actor=user)
    assert known(api) == (["grace"], [])
    assert known(api, "gr") == (["grace"], [])
    assert known(api, "HOP") == (["grace"], [])
    assert known(api, "race") == ([], [])


def test_who_has_an_address_stays_private(api, user, corpus, make):
    make("grace", email="grace@example.org", email_confirmed=True)
    create_share(corpus, ShareRequest(user="grace@example.org", role="viewer"), actor=user)
    assert known(api) == ([], ["grace@example.org"])
    assert known(api, "grace@") == ([], ["grace@example.org"])
    assert known(api, "x") == ([], [])


def test_the_owner_of_what_is_shared_is_known_but_not_the_others(api, user, make):
    owner, other = make("owner"), make("other")
    theirs = create_corpus(owner=owner, title="Contracts")
    create_share(theirs, ShareRequest(user=user.username, role="viewer"), actor=owner)
    create_share(theirs, ShareRequest(user=other.username, role="viewer"), actor=owner)
    assert known(api) == (["owner"], [])


def test_the_members_of_my_teams_are_known_and_those_of_others_are_not(api, user, make):
    mine, member, other = create_team("Readers", actor=user), make("member"), make("other")
    mine.memberships.create(user=member)
    create_team("Others", actor=other)
    assert known(api) == (["member"], [])


def test_closed_accounts_and_deleted_corpora_are_left_out(api, user, corpus, make):
    for name in ("grace", "lin"):
        make(name)
        create_share(corpus, ShareRequest(user=name, role="viewer"), actor=user)
    User.objects.filter(username="lin").update(is_active=False)
    assert known(api) == (["grace"], [])
    type(corpus).with_deleted.filter(pk=corpus.pk).update(deleted_at="2026-11-01T00:00:00Z")
    assert known(api) == ([], [])


def test_graphql_completes_alike(api, user, corpus, make):
    make("grace")
    create_share(corpus, ShareRequest(user="grace", role="viewer"), actor=user)
    found = api.execute('{ knownUsers(search: "g") { users { username } emails } }')["knownUsers"]
    assert found == {"users": [{"username": "grace"}], "emails": []}
