"""Things that happen at the same moment: shares, admins who leave, and roles that end while somebody reads."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection, transaction

from core.access.permissions import has_permission
from core.access.roles import Permission
from core.api.rest.exceptions import error_response_of
from core.db.ids import uuid7
from core.errors import DomainError
from documents.models import Document, DocumentShare
from documents.services.lifecycle import delete_document
from users.sharing.models import Team
from users.sharing.services import ShareRequest, create_share
from users.sharing.teams import add_member, create_team, remove_member

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls):
    """Run calls in threads that begin together; give what each gave or raised."""
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


def test_the_same_share_is_made_once(user, friend, document):
    share_request = ShareRequest(role="viewer", user="grace")
    made = at_once(*[lambda: create_share(document, share_request, actor=user)] * 8)
    assert made.count("share_exists") == 7
    assert DocumentShare.objects.count() == 1


def test_of_two_admins_who_leave_at_once_one_stays(user, friend):
    for _ in range(5):
        team = create_team("Readers", actor=user)
        add_member(team, "grace", role="admin", actor=user)
        left = at_once(
            lambda team=team: remove_member(team, user.pk, actor=user),
            lambda team=team: remove_member(team, friend.pk, actor=friend),
        )
        assert sorted(left, key=str) == [None, "last_admin"]
        assert Team.objects.get(pk=team.pk).memberships.count() == 1


def test_what_was_asked_for_before_a_share_ended_is_read_and_nothing_after(user, friend, document):
    """A query is one moment: a list that was begun is complete, the next one has forgotten it."""
    DocumentShare.objects.create(target=document, user=friend, role="editor")
    rows = Document.objects.visible_to(friend).iterator(chunk_size=1)
    assert next(rows) == document
    at_once(lambda: DocumentShare.objects.all().delete())
    assert not Document.objects.visible_to(friend).exists()
    assert not has_permission(friend, Permission.VIEW, document)


def test_a_share_of_what_is_deleted_at_this_moment_is_refused_or_deleted_too(user, document):
    share_request = ShareRequest(role="viewer", link=True)
    ended = at_once(
        lambda: create_share(document, share_request, actor=user) and "shared",
        lambda: delete_document(document, actor=user) or "deleted",
    )
    assert ended[0] in {"shared", "not_found"}
    assert ended[1] == "deleted"
    assert not DocumentShare.objects.exists()


def test_a_writer_whose_document_is_gone_at_the_end_hears_so(user):
    with pytest.raises(IntegrityError) as raised, transaction.atomic():
        DocumentShare.objects.create(target_id=uuid7(), role="viewer", user=user, created_by=user)
    assert error_response_of(raised.value).code == "not_found"


def test_what_is_deleted_twice_at_once_is_deleted_once(user, document):
    calls = [lambda: delete_document(document, actor=user) or "deleted"] * 4
    assert sorted(at_once(*calls)) == ["deleted", "not_found", "not_found", "not_found"]
