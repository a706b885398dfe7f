"""Users see who else has a document open, if access was granted to them."""

import pytest

from core.access.roles import Role
from documents.models import Document, DocumentShare
from documents.services import presence
from documents.services.presence import report_presence
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(user):
    return parsed_document(user, "The tenant pays rent.")


@pytest.fixture
def reader(document, other_user):
    DocumentShare.objects.create(target=document, user=other_user, role=Role.VIEWER, created_by=document.owner)
    return other_user


def names(users):
    return [(each.user.username, each.page) for each in users]


def test_users_see_the_pages_of_each_other(document, user, reader):
    assert report_presence(document, page=1, actor=user) == []
    assert names(report_presence(document, page=7, actor=reader)) == [(user.username, 1)]
    assert names(report_presence(document, page=2, actor=user)) == [(reader.username, 7)]
    other = parsed_document(user, "Another one.")
    assert report_presence(other, page=1, actor=user) == []


def test_users_are_forgotten_after_a_while(document, user, reader, monkeypatch):
    report_presence(document, page=1, actor=user)
    later = presence.time.time() + 60
    monkeypatch.setattr(presence.time, "time", lambda: later)
    assert report_presence(document, page=7, actor=reader) == []


def test_readers_of_public_documents_do_not_see_each_other(document, user, other_user):
    Document.objects.update(is_public=True)
    report_presence(document, page=1, actor=user)
    assert report_presence(document, page=2, actor=other_user) == []
    assert report_presence(document, page=1, actor=user) == []


def test_no_one_is_shown_while_redis_is_unavailable(document, user, reader, settings):
    report_presence(document, page=1, actor=reader)
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert report_presence(document, page=1, actor=user) == []


def test_page_is_checked(api, document):
    path = f"/api/v1/documents/{document.pk}/presence"
    assert api.put(path, {"page": 3}, content_type="application/json").json() == {"users": []}
    assert api.put(path, {"page": 0}, content_type="application/json").status_code == 400
