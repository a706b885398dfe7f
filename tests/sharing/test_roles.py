"""Access by ownership, shares, publication and inheritance. Lists and permissions agree."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core.access import (
    PERMISSIONS,
    Access,
    Permission,
    Role,
    has_permission,
    permissions_on,
    permissions_on_all,
    require,
)
from core.errors import NotAllowed, NotAuthenticated, NotFound
from corpuses.corpora.services import create_corpus, remove_documents
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from documents.api.selectors import get_visible_document
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


def with_links(actor, *links):
    actor.access = Access(actor.pk, links=frozenset(links))
    return actor


def visible_to(actor, model=Document):
    return set(model.objects.visible_to(actor))


class TestRoles:
    """Roles by shares with users and teams."""

    @pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
    def test_roles_grant_their_permissions(self, document, friend, role):
        DocumentShare.objects.create(target=document, user=friend, role=role)
        assert permissions_on(friend, document) == PERMISSIONS[role]
        for permission in Permission:
            listed = document in Document.objects.permitting(friend, permission)
            assert listed == has_permission(friend, permission, document) == (permission in PERMISSIONS[role])

    def test_the_owner_needs_no_query(self, document, user):
        with CaptureQueriesContext(connection) as queries:
            assert permissions_on(user, document) == frozenset(Permission)
        assert not queries
        assert visible_to(user) == {document}

    def test_other_users_have_no_access(self, document, other_user):
        assert visible_to(other_user) == set()
        assert permissions_on(other_user, document) == frozenset()
        with pytest.raises(NotFound):
            require(other_user, Permission.VIEW, document)
        with pytest.raises(NotFound):
            require(other_user, Permission.DELETE, document)

    def test_visible_objects_without_permission_are_not_allowed(self, document, friend):
        DocumentShare.objects.create(target=document, user=friend, role=Role.VIEWER)
        with pytest.raises(NotAllowed):
            require(friend, Permission.EDIT, document)

    def test_everyone_can_view_public_documents(self, document, other_user):
        Document.objects.update(is_public=True)
        document.refresh_from_db()
        for actor in (other_user, AnonymousUser()):
            assert permissions_on(actor, document) == {Permission.VIEW}
            assert visible_to(actor) == {document}
        with pytest.raises(NotAuthenticated):
            require(AnonymousUser(), Permission.EDIT, document)

    def test_existence_is_not_revealed(self, document):
        with pytest.raises(NotAuthenticated):
            get_visible_document(AnonymousUser(), document.pk)
        with pytest.raises(NotAuthenticated):
            get_visible_document(AnonymousUser(), document.lineage)

    def test_roles_of_several_shares_add_up(self, document, friend, team):
        DocumentShare.objects.create(target=document, user=friend, role=Role.REVIEWER)
        DocumentShare.objects.create(target=document, team=team, role=Role.ANNOTATOR)
        assert permissions_on(friend, document) == {Permission.VIEW, Permission.REVIEW, Permission.ANNOTATE}

    @pytest.mark.parametrize(("minutes", "is_visible"), [(-1, False), (1, True)])
    def test_expired_shares_grant_nothing(self, document, friend, minutes, is_visible):
        expires = timezone.now() + timedelta(minutes=minutes)
        DocumentShare.objects.create(target=document, user=friend, role=Role.VIEWER, expires=expires)
        assert (document in visible_to(friend)) == has_permission(friend, Permission.VIEW, document) == is_visible

    def test_leaving_a_team_ends_its_access(self, document, friend, team):
        DocumentShare.objects.create(target=document, team=team, role=Role.EDITOR)
        assert has_permission(friend, Permission.EDIT, document)
        friend.team_memberships.all().delete()
        assert permissions_on(friend, document) == frozenset()
        assert visible_to(friend) == set()


class TestLinks:
    """Roles by links."""

    @pytest.fixture(autouse=True)
    def link(self, document):
        return DocumentShare.objects.create(
            target=document, token_hash=HASH, role=Role.EDITOR, created_by=document.owner
        )

    def test_anonymous_link_holders_can_only_view(self, document):
        holder = with_links(AnonymousUser(), HASH)
        assert permissions_on(holder, document) == {Permission.VIEW}
        assert visible_to(holder) == {document}
        assert not Document.objects.permitting(holder, Permission.EDIT).exists()

    def test_signed_in_link_holders_get_the_role(self, document, other_user):
        assert permissions_on(with_links(other_user, HASH), document) == PERMISSIONS[Role.EDITOR]

    def test_other_links_grant_nothing(self, other_user, document):
        assert visible_to(with_links(other_user, "1" * 64)) == set()
        assert visible_to(with_links(AnonymousUser(), "1" * 64)) == set()

    def test_withdrawn_and_expired_links_grant_nothing(self, document, other_user, link):
        holder = with_links(other_user, HASH)
        DocumentShare.objects.update(expires=timezone.now())
        assert visible_to(holder) == set()
        DocumentShare.objects.update(expires=None)
        assert visible_to(holder) == {document}
        link.delete()
        assert visible_to(holder) == set()


class TestInheritance:
    """A role on a corpus extends to documents that their owners have added."""

    def add(self, corpus, document, by):
        CorpusDocument.objects.create(corpus=corpus, document=document, added_by=by)

    @pytest.mark.parametrize("role", [Role.VIEWER, Role.REVIEWER, Role.ANNOTATOR, Role.EDITOR])
    def test_documents_inherit_the_role_on_their_corpus(self, corpus, document, user, friend, role):
        self.add(corpus, document, user)
        CorpusShare.objects.create(target=corpus, user=friend, role=role)
        assert permissions_on(friend, document) == PERMISSIONS[role]
        for permission in Permission:
            listed = document in Document.objects.permitting(friend, permission)
            assert listed == (permission in PERMISSIONS[role])

    def test_roles_of_other_users_do_not_count(self, corpus, document, user, friend, other_user):
        self.add(corpus, document, user)
        CorpusShare.objects.create(target=corpus, user=other_user, role=Role.EDITOR)
        CorpusShare.objects.create(target=corpus, user=friend, role=Role.VIEWER)
        assert permissions_on(friend, document) == {Permission.VIEW}
        assert not Document.objects.permitting(friend, Permission.EDIT).exists()

    def test_documents_added_by_others_than_their_owner_inherit_nothing(self, corpus, document, user, friend):
        """Grace can view the document; she cannot share it by adding it to her own corpus."""
        DocumentShare.objects.create(target=document, user=friend, role=Role.VIEWER)
        hers = create_corpus(owner=friend, title="Hers")
        self.add(hers, document, friend)
        eve = User.objects.create_user("mallory")
        CorpusShare.objects.create(target=hers, user=eve, role=Role.EDITOR)
        Corpus.objects.filter(pk=hers.pk).update(is_public=True)
        assert visible_to(eve) == set()
        assert permissions_on(eve, document) == frozenset()

    def test_the_owner_of_the_corpus_can_edit_but_not_delete_documents(self, corpus, friend, user):
        hers = parsed_document(friend, "Her words.")
        self.add(corpus, hers, friend)
        assert permissions_on(user, hers) == PERMISSIONS[Role.EDITOR]
        assert Permission.DELETE not in permissions_on(user, hers)

    def test_owners_can_remove_only_their_documents_from_a_corpus(self, corpus, document, friend, user):
        hers = parsed_document(friend, "Her words.")
        self.add(corpus, hers, friend)
        self.add(corpus, document, user)
        CorpusShare.objects.create(target=corpus, user=friend, role=Role.VIEWER)
        with pytest.raises(NotAllowed):
            remove_documents(corpus, [hers, document], actor=friend)
        assert remove_documents(corpus, [hers], actor=friend) == 1
        assert permissions_on(user, hers) == frozenset()

    def test_a_public_corpus_shows_the_documents_of_its_members(self, corpus, document, user, other_user):
        self.add(corpus, document, user)
        Corpus.objects.update(is_public=True)
        for actor in (other_user, AnonymousUser()):
            assert permissions_on(actor, document) == {Permission.VIEW}
            assert visible_to(actor) == {document}
        Corpus.objects.update(is_public=False)
        assert visible_to(other_user) == visible_to(AnonymousUser()) == set()

    def test_a_link_to_a_corpus_shows_its_documents(self, corpus, document, user):
        self.add(corpus, document, user)
        CorpusShare.objects.create(target=corpus, token_hash=HASH, role=Role.ANNOTATOR, created_by=user)
        holder = with_links(AnonymousUser(), HASH)
        assert visible_to(holder) == {document}
        assert visible_to(holder, Corpus) == {corpus}

    def test_removal_from_a_corpus_ends_inherited_access(self, corpus, document, user, friend):
        self.add(corpus, document, user)
        CorpusShare.objects.create(target=corpus, user=friend, role=Role.EDITOR)
        assert visible_to(friend) == {document}
        CorpusDocument.objects.all().delete()
        assert visible_to(friend) == set()


def test_permissions_on_many_objects_need_one_query(user, friend, team, corpus):
    documents = [parsed_document(user, "Words.") for _ in range(4)]
    DocumentShare.objects.create(target=documents[0], user=friend, role=Role.EDITOR)
    DocumentShare.objects.create(target=documents[1], team=team, role=Role.REVIEWER)
    CorpusDocument.objects.create(corpus=corpus, document=documents[2], added_by=user)
    CorpusShare.objects.create(target=corpus, team=team, role=Role.ANNOTATOR)
    with CaptureQueriesContext(connection) as queries:
        permissions = permissions_on_all(friend, documents)
    assert len(queries) == 1
    expected = [PERMISSIONS[role] for role in (Role.EDITOR, Role.REVIEWER, Role.ANNOTATOR)]
    assert [permissions[document.pk] for document in documents] == [*expected, frozenset()]
