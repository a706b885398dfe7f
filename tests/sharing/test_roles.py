"""Who sees what and may do what: by owning, sharing, publishing and lending. Lists and permissions always agree."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.access.permissions import get_visible, has_permission, permissions_on, permissions_on_all, require, roles_on
from core.access.roles import PERMISSIONS, Permission, Role
from core.errors import NotAllowed, NotAuthenticated, NotFound
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from corpuses.services.corpora import create_corpus, remove_documents
from documents.models import Document, DocumentShare
from documents.tests.factories import parsed_document
from users.models import User
from users.sharing.models import Team, TeamMembership

pytestmark = pytest.mark.django_db

HASH = "0" * 64


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


@pytest.fixture
def team(friend):
    team = Team.objects.create(name="Readers")
    TeamMembership.objects.create(team=team, user=friend)
    return team


def holding(actor, *links):
    actor.share_links = frozenset(links)
    return actor


def seen_by(actor, model=Document):
    return set(model.objects.visible_to(actor))


class TestRoles:
    """One share at a time."""

    @pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
    def test_a_person_may_do_what_the_role_permits(self, document, friend, role):
        DocumentShare.objects.create(target=document, user=friend, role=role)
        assert roles_on(friend, document) == {role}
        assert permissions_on(friend, document) == PERMISSIONS[role]
        for permission in Permission:
            listed = document in Document.objects.permitting(friend, permission)
            assert listed == has_permission(friend, permission, document) == (permission in PERMISSIONS[role])

    def test_the_owner_may_do_everything_without_a_question_to_the_database(self, document, user):
        with CaptureQueriesContext(connection) as asked:
            assert permissions_on(user, document) == frozenset(Permission)
        assert not asked
        assert seen_by(user) == {document}

    def test_a_stranger_sees_nothing_and_may_do_nothing(self, document, other_user):
        assert seen_by(other_user) == set()
        assert permissions_on(other_user, document) == frozenset()
        with pytest.raises(NotFound):
            require(other_user, Permission.VIEW, document)
        with pytest.raises(NotFound):
            require(other_user, Permission.DELETE, document)

    def test_what_is_in_sight_but_not_permitted_is_refused_as_such(self, document, friend):
        DocumentShare.objects.create(target=document, user=friend, role=Role.VIEWER)
        with pytest.raises(NotAllowed):
            require(friend, Permission.EDIT, document)

    def test_what_is_public_can_be_looked_at_by_everybody(self, document, other_user):
        Document.objects.update(is_public=True)
        document.refresh_from_db()
        for actor in (other_user, AnonymousUser()):
            assert permissions_on(actor, document) == {Permission.VIEW}
            assert seen_by(actor) == {document}
        with pytest.raises(NotAuthenticated):
            require(AnonymousUser(), Permission.EDIT, document)

    def test_nobody_learns_that_something_is_there(self, document):
        with pytest.raises(NotAuthenticated):
            get_visible(Document.objects.all(), AnonymousUser(), document.pk)
        with pytest.raises(NotAuthenticated):
            get_visible(Document.objects.all(), AnonymousUser(), document.lineage)

    def test_the_roles_of_several_shares_add_up(self, document, friend, team):
        DocumentShare.objects.create(target=document, user=friend, role=Role.REVIEWER)
        DocumentShare.objects.create(target=document, team=team, role=Role.ANNOTATOR)
        assert permissions_on(friend, document) == {Permission.VIEW, Permission.REVIEW, Permission.ANNOTATE}

    @pytest.mark.parametrize(("minutes", "is_seen"), [(-1, False), (1, True)])
    def test_a_share_ends_when_it_expires(self, document, friend, minutes, is_seen):
        expires = timezone.now() + timedelta(minutes=minutes)
        DocumentShare.objects.create(target=document, user=friend, role=Role.VIEWER, expires=expires)
        assert (document in seen_by(friend)) == has_permission(friend, Permission.VIEW, document) == is_seen

    def test_leaving_a_team_ends_what_it_was_given(self, document, friend, team):
        DocumentShare.objects.create(target=document, team=team, role=Role.EDITOR)
        assert has_permission(friend, Permission.EDIT, document)
        friend.team_memberships.all().delete()
        assert permissions_on(friend, document) == frozenset()
        assert seen_by(friend) == set()


class TestLinks:
    """A link opens what it names to whoever holds it."""

    @pytest.fixture(autouse=True)
    def link(self, document):
        return DocumentShare.objects.create(target=document, token_hash=HASH, role=Role.EDITOR)

    def test_somebody_unknown_only_looks_whatever_the_link_gives(self, document):
        reader = holding(AnonymousUser(), HASH)
        assert permissions_on(reader, document) == {Permission.VIEW}
        assert seen_by(reader) == {document}
        assert not Document.objects.permitting(reader, Permission.EDIT).exists()

    def test_a_person_gets_the_role_of_the_link(self, document, other_user):
        assert permissions_on(holding(other_user, HASH), document) == PERMISSIONS[Role.EDITOR]

    def test_another_link_opens_nothing(self, other_user, document):
        assert seen_by(holding(other_user, "1" * 64)) == set()
        assert seen_by(holding(AnonymousUser(), "1" * 64)) == set()

    def test_it_stops_at_once_when_it_is_withdrawn_or_expires(self, document, other_user, link):
        reader = holding(other_user, HASH)
        DocumentShare.objects.update(expires=timezone.now())
        assert seen_by(reader) == set()
        DocumentShare.objects.update(expires=None)
        assert seen_by(reader) == {document}
        link.delete()
        assert seen_by(reader) == set()


class TestLending:
    """A corpus shows what its members put into it of their own."""

    def put(self, corpus, document, by):
        CorpusDocument.objects.create(corpus=corpus, document=document, added_by=by)

    @pytest.mark.parametrize("role", [Role.VIEWER, Role.REVIEWER, Role.ANNOTATOR, Role.EDITOR])
    def test_a_role_on_the_corpus_is_one_on_what_was_lent_to_it(self, corpus, document, user, friend, role):
        self.put(corpus, document, user)
        CorpusShare.objects.create(target=corpus, user=friend, role=role)
        assert permissions_on(friend, document) == PERMISSIONS[role]
        for permission in Permission:
            listed = document in Document.objects.permitting(friend, permission)
            assert listed == (permission in PERMISSIONS[role])

    def test_somebody_elses_better_role_is_not_yours(self, corpus, document, user, friend, other_user):
        self.put(corpus, document, user)
        CorpusShare.objects.create(target=corpus, user=other_user, role=Role.EDITOR)
        CorpusShare.objects.create(target=corpus, user=friend, role=Role.VIEWER)
        assert permissions_on(friend, document) == {Permission.VIEW}
        assert not Document.objects.permitting(friend, Permission.EDIT).exists()

    def test_a_corpus_does_not_show_what_was_not_its_members_to_lend(self, corpus, document, user, friend):
        """Grace may look at the document; she cannot let others look by putting it into her own corpus."""
        DocumentShare.objects.create(target=document, user=friend, role=Role.VIEWER)
        hers = create_corpus(owner=friend, title="Hers")
        self.put(hers, document, friend)
        eve = User.objects.create_user("mallory")
        CorpusShare.objects.create(target=hers, user=eve, role=Role.EDITOR)
        Corpus.objects.filter(pk=hers.pk).update(is_public=True)
        assert seen_by(eve) == set()
        assert permissions_on(eve, document) == frozenset()

    def test_whoever_owns_the_corpus_edits_what_was_lent_but_never_deletes_it(self, corpus, friend, user):
        hers = parsed_document(friend, "Her words.")
        self.put(corpus, hers, friend)
        assert permissions_on(user, hers) == PERMISSIONS[Role.EDITOR]
        assert Permission.DELETE not in permissions_on(user, hers)

    def test_a_lender_takes_back_what_is_theirs_and_nothing_else(self, corpus, document, friend, user):
        hers = parsed_document(friend, "Her words.")
        self.put(corpus, hers, friend)
        self.put(corpus, document, user)
        CorpusShare.objects.create(target=corpus, user=friend, role=Role.VIEWER)
        with pytest.raises(NotAllowed):
            remove_documents(corpus, [hers, document], actor=friend)
        assert remove_documents(corpus, [hers], actor=friend) == 1
        assert permissions_on(user, hers) == frozenset()

    def test_a_published_corpus_shows_what_was_lent_to_it(self, corpus, document, user, other_user):
        self.put(corpus, document, user)
        Corpus.objects.update(is_public=True)
        for actor in (other_user, AnonymousUser()):
            assert permissions_on(actor, document) == {Permission.VIEW}
            assert seen_by(actor) == {document}
        Corpus.objects.update(is_public=False)
        assert seen_by(other_user) == seen_by(AnonymousUser()) == set()

    def test_a_link_to_the_corpus_shows_what_was_lent_to_it(self, corpus, document, user):
        self.put(corpus, document, user)
        CorpusShare.objects.create(target=corpus, token_hash=HASH, role=Role.ANNOTATOR)
        reader = holding(AnonymousUser(), HASH)
        assert seen_by(reader) == {document}
        assert seen_by(reader, Corpus) == {corpus}

    def test_taking_it_out_ends_the_loan(self, corpus, document, user, friend):
        self.put(corpus, document, user)
        CorpusShare.objects.create(target=corpus, user=friend, role=Role.EDITOR)
        assert seen_by(friend) == {document}
        CorpusDocument.objects.all().delete()
        assert seen_by(friend) == set()


def test_the_permissions_of_many_cost_one_query(user, friend, team, corpus):
    documents = [parsed_document(user, "Words.") for _ in range(4)]
    DocumentShare.objects.create(target=documents[0], user=friend, role=Role.EDITOR)
    DocumentShare.objects.create(target=documents[1], team=team, role=Role.REVIEWER)
    CorpusDocument.objects.create(corpus=corpus, document=documents[2], added_by=user)
    CorpusShare.objects.create(target=corpus, team=team, role=Role.ANNOTATOR)
    with CaptureQueriesContext(connection) as asked:
        found = permissions_on_all(friend, documents)
    assert len(asked) == 1
    expected = [PERMISSIONS[role] for role in (Role.EDITOR, Role.REVIEWER, Role.ANNOTATOR)]
    assert [found[document.pk] for document in documents] == [*expected, frozenset()]
