"""A document in a corpus, both Ada's, and the user she shares them with."""

import pytest

from core.api.testing import ApiClient
from corpuses.corpora.services import add_documents, create_corpus
from documents.tests.factories import parsed_document
from users.models import User


@pytest.fixture
def friend(db):
    return User.objects.create_user("grace", "grace@example.org", name="Grace Hopper")


@pytest.fixture
def friend_api(friend):
    return ApiClient(friend)


@pytest.fixture
def document(user):
    return parsed_document(user, "Some words.", title="Lease")


@pytest.fixture
def corpus(user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    return corpus


@pytest.fixture
def share(api):
    """Share in REST, as the owner; return the share."""

    def send(target, **share_request):
        plural = "documents" if target._meta.model_name == "document" else "corpuses"
        response = api.send("POST", f"/api/v1/{plural}/{target.pk}/shares", {"role": "viewer", **share_request})
        assert response.status_code == 201, response.json()
        return response.json()

    return send
