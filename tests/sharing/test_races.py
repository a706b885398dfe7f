"""Concurrency: shares, admins who leave, access that ends during a query, deletions."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection, transaction

from core.access import Permission, has_permission
from core.api.rest.exceptions import error_response_of
from core.db.ids import uuid7
from core.errors import DomainError
from documents.models import Document, DocumentShare
from documents.services.deletion import delete_document
from users.models import User
from users.sharing.models import Team, TeamMembership
from users.sharing.services import ShareRequest, create_share
from users.sharing.team_invitations import accept_invitation, withdraw_invitation
from users.sharing.teams import add_member, create_team, remove_member

pytestmark = pytest.mark.django_db(transaction=True)


def concurrently(*calls):
    """Run calls concurrently; return their results, or the codes of their errors."""
    start = Barrier(len(calls))

    def run(call):
        try:
            start.wait(60)
            return call()
        except DomainError as error:
            return error.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_concurrent_shares_with_one_user_create_one_share(user, friend, document):
    share_request = ShareRequest(role="viewer", user="grace")
    results = concurrently(*[lambda: create_share(document, share_request, actor=user)] * 8)
    assert results.count("share_exists") == 7
    assert DocumentShare.objects.count() == 1


def test_one_of_two_admins_who_leave_concurrently_stays(user, friend):
    for _ in range(5):
        team = create_team("Readers", actor=user)
        TeamMembership.objects.create(team=team, user=friend, role="admin")
        results = concurrently(
            lambda team=team: remove_member(team, user.pk, actor=user),
            lambda team=team: remove_member(team, friend.pk, actor=friend),
        )
        assert sorted(results, key=str) == [None, "last_admin"]
        assert Team.objects.get(pk=team.pk).memberships.count() == 1


def test_a_share_with_an_address_and_its_confirmation_at_the_same_time(user, friend, document):
    team = create_team("Readers", actor=user)

    def confirm() -> None:
        account = User.objects.get(pk=friend.pk)
        account.email_confirmed = True
        account.save(update_fields=["email_confirmed"])

    for _ in range(5):
        User.objects.filter(pk=friend.pk).update(email_confirmed=False)
        share_request = ShareRequest(role="viewer", user="grace@example.org")
        concurrently(
            lambda share_request=share_request: create_share(document, share_request, actor=user),
            confirm,
            lambda: add_member(team, "grace@example.org", actor=user),
        )
        assert [row.user_id for row in (DocumentShare.objects.get(), team.invitations.get())] == [friend.pk] * 2
        DocumentShare.objects.all().delete()
        team.invitations.all().delete()


def test_an_invitation_is_accepted_or_withdrawn(user, friend):
    for _ in range(5):
        team = create_team("Readers", actor=user)
        add_member(team, "grace", actor=user)
        key = team.invitations.get().pk
        results = concurrently(
            lambda key=key: accept_invitation(key, actor=friend) and None,
            lambda key=key, team=team: withdraw_invitation(team, key, actor=user),
        )
        assert sorted(results, key=str) == [None, "not_found"]
        assert not team.invitations.exists()


def test_a_query_before_the_deletion_of_a_share_is_complete(user, friend, document):
    """A query sees one snapshot; the next one does not contain the document."""
    DocumentShare.objects.create(target=document, user=friend, role="editor")
    rows = Document.objects.visible_to(friend).iterator(chunk_size=1)
    assert next(rows) == document
    concurrently(lambda: DocumentShare.objects.all().delete())
    assert not Document.objects.visible_to(friend).exists()
    assert not has_permission(friend, Permission.VIEW, document)


def test_share_and_deletion_of_a_document_at_the_same_time(user, document):
    share_request = ShareRequest(role="viewer", link=True)
    results = concurrently(
        lambda: create_share(document, share_request, actor=user) and "shared",
        lambda: delete_document(document, actor=user, permanently=True) or "deleted",
    )
    assert results[0] in {"shared", "not_found"}
    assert results[1] == "deleted"
    assert not DocumentShare.objects.exists()


def test_a_share_of_a_deleted_document_is_not_found(user):
    with pytest.raises(IntegrityError) as raised, transaction.atomic():
        DocumentShare.objects.create(target_id=uuid7(), role="viewer", user=user, created_by=user)
    assert error_response_of(raised.value).code == "not_found"


def test_concurrent_deletions_delete_once(user, document):
    calls = [lambda: delete_document(document, actor=user, permanently=True) or "deleted"] * 4
    assert sorted(concurrently(*calls)) == ["deleted", "not_found", "not_found", "not_found"]
