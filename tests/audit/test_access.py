"""Entries never show more than their reader may see. `tests/permissions/test_audit_log.py` has the matrix."""

import pytest

from core.api.testing import ApiClient
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus
from documents.tests.factories import parsed_document
from users.accounts.api_tokens import create_token
from users.models import User
from users.sharing import services
from users.sharing.services import ShareRequest

pytestmark = pytest.mark.django_db
URL = "/api/v1/audit-log"


def _listed(client, **query) -> list[dict]:
    response = client.get(URL, query)
    assert response.status_code == 200, response.content
    return response.json()["results"]


def test_a_document_that_the_owner_of_a_corpus_cannot_see_is_not_mentioned(user, other_user):
    corpus = create_corpus(owner=user, title="Shared")
    services.create_share(corpus, ShareRequest(role="editor", user="eve"), actor=user)
    theirs = parsed_document(other_user, "Their words.", title="Theirs")
    borrowed = parsed_document(User.objects.create_user("third"), "Words.", title="Of a third user")
    services.create_share(borrowed, ShareRequest(role="editor", user="eve"), actor=borrowed.owner)
    add_documents(corpus, [theirs, borrowed], actor=other_user)
    entries = _listed(ApiClient(user), object=str(corpus.pk), action="corpus.document_added")
    assert [entry["document_id"] for entry in entries] == [str(theirs.pk)]


def test_addresses_of_others_are_for_staff(user, other_user, admin_user):
    document = parsed_document(user, "Some words.", title="Lease")
    services.create_share(document, ShareRequest(role="viewer", user="eve"), actor=user)
    url = f"/api/v1/documents/{document.pk}"
    for reader, address in ((user, "192.0.2.1"), (other_user, "192.0.2.2")):
        ApiClient(reader, REMOTE_ADDR=address, HTTP_USER_AGENT="Mozilla").get(url)
    query = {"object": str(document.pk), "action": "document.opened"}
    assert [entry["address"] for entry in _listed(ApiClient(user), **query)] == [None, "192.0.2.1"]
    assert [entry["user_agent"] for entry in _listed(ApiClient(user), **query)] == ["", "Mozilla"]
    seen_by_staff = _listed(ApiClient(admin_user), everyone="true", **query)
    assert [entry["address"] for entry in seen_by_staff] == ["192.0.2.2", "192.0.2.1"]


def test_api_tokens_see_no_entries_about_the_account(user):
    corpus = create_corpus(owner=user, title="Leases")
    _, text = create_token(owner=user, name="sync", scopes=["read"])
    client = ApiClient(headers={"Authorization": f"Bearer {text}"})
    assert {entry["object_kind"] for entry in _listed(client)} == {"corpus"}
    Corpus.objects.filter(pk=corpus.pk).update(owner=User.objects.create_user("heir"))
    assert _listed(client) == []


def test_a_token_of_staff_without_the_admin_scope_sees_its_own(admin_user):
    _, text = create_token(owner=admin_user, name="sync", scopes=["read"])
    client = ApiClient(headers={"Authorization": f"Bearer {text}"})
    assert client.get(URL, {"everyone": "true"}).status_code == 403
