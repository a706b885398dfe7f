"""Members of a corpus see how work is done in it: its actions and executions. Who else may view it does not."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.access import Access, ListScope, is_member, memberships_of
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.models import Corpus, CorpusShare
from corpuses.visible_rows import get_visible_row, visible_rows
from users.sharing.models import Team, TeamMembership

pytestmark = pytest.mark.django_db

HASH = "0" * 64


def with_link(actor):
    actor.access = Access(actor.pk, links=frozenset({HASH}))
    return actor


def share_with_team(corpus, friend):
    team = Team.objects.create(name="Readers")
    TeamMembership.objects.create(team=team, user=friend)
    CorpusShare.objects.create(target=corpus, team=team, role="viewer")


def publish(corpus, _):
    Corpus.objects.filter(pk=corpus.pk).update(is_public=True)


WAYS = {
    "user": lambda corpus, friend: CorpusShare.objects.create(target=corpus, user=friend, role="viewer"),
    "team": share_with_team,
    "link": lambda corpus, friend: CorpusShare.objects.create(
        target=corpus, token_hash=HASH, role="viewer", created_by=corpus.owner
    ),
    "public": publish,
}


@pytest.mark.parametrize(("way", "expected"), [("user", True), ("team", True), ("link", True), ("public", False)])
def test_shares_make_members_and_publication_does_not(corpus, friend, way, expected):
    # proves: S3-22
    WAYS[way](corpus, friend)
    corpus.refresh_from_db()
    actor = with_link(friend) if way == "link" else friend
    assert is_member(actor, corpus) == expected
    assert (corpus in Corpus.objects.of_member(actor)) == expected
    assert (corpus in Corpus.objects.in_scope(actor, ListScope.ALL)) == expected
    assert visible_rows(CorpusAction, actor).exists() == expected
    assert visible_rows(CorpusAction, actor, corpus=corpus).exists() == expected
    assert visible_rows(ActionExecution, actor).exists() == expected
    assert visible_rows(ActionExecution, actor, corpus=corpus).exists() == expected


@pytest.mark.parametrize("way", ["link", "public"])
def test_anonymous_users_are_never_members(corpus, friend, way):
    WAYS[way](corpus, friend)
    corpus.refresh_from_db()
    actor = with_link(AnonymousUser())
    assert corpus in Corpus.objects.visible_to(actor)
    assert not is_member(actor, corpus)
    assert not Corpus.objects.of_member(actor).exists()
    assert not visible_rows(CorpusAction, actor, corpus=corpus).exists()


def test_the_owner_is_a_member_without_a_query(user, corpus):
    with CaptureQueriesContext(connection) as queries:
        assert is_member(user, corpus)
    assert len(queries) == 0
    assert get_visible_row(CorpusAction, user, corpus.actions.get().pk).corpus == corpus


def test_a_deleted_corpus_has_no_members(user, corpus):
    corpus.deleted_at = corpus.created
    assert memberships_of(user, [corpus]) == set()


def test_responses_say_whether_the_user_is_a_member(corpus, api, friend, friend_api, share):
    publish(corpus, friend)
    url = f"/api/v1/corpuses/{corpus.pk}"
    assert api.get(url).json()["is_member"] is True
    assert friend_api.get(url).json()["is_member"] is False
    query = f'{{ corpus(id: "{corpus.pk}") {{ isMember actions {{ name }} executions {{ totalCount }} }} }}'
    assert friend_api.graphql(query).data == {
        "corpus": {"isMember": False, "actions": [], "executions": {"totalCount": 0}}
    }
    share(corpus, user="grace")
    assert friend_api.get(url).json()["is_member"] is True
    data = friend_api.graphql(query).data["corpus"]
    assert data["isMember"]
    assert data["actions"]
    assert data["executions"]["totalCount"] == 1
