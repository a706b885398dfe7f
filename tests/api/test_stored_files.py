"""Findings of the nightly check, reported to staff, owners and Prometheus."""

import pytest
from django.core.files.storage import default_storage

from core.api.testing import ApiClient
from documents.services import integrity
from tasks import system_tenant
from tasks.runtime import queue
from tasks.testing import run_jobs
from users.models import User

pytestmark = pytest.mark.django_db(transaction=True)

FILES = """{ storedFiles { oldestCheck damagedCount damaged {
    sha256 size damage checked documents { uuid title owner isSource } } } }"""


@pytest.fixture
def staff_api(db) -> ApiClient:
    return ApiClient(User.objects.create_user("staff", is_staff=True))


@pytest.fixture
def damaged(upload):
    """Upload a document whose file is lost, and run the check."""
    document = upload("franchise-agreement.pdf")
    default_storage.delete(document.blob.name)
    queue.enqueue(integrity.CHECK, args={}, tenant_id=system_tenant.tenant_id(), owner_id=None)
    run_jobs()
    return document


def test_staff_see_damaged_files_and_their_owners(staff_api, damaged):
    # proves: S2-48
    files = staff_api.execute(FILES)["storedFiles"]
    (file,) = files["damaged"]
    assert (files["damagedCount"], file["sha256"], file["damage"]) == (1, damaged.blob_id, "MISSING")
    assert file["documents"] == [
        {"uuid": str(damaged.pk), "title": damaged.title, "owner": "ada", "isSource": True},
    ]
    assert files["oldestCheck"] is not None


def test_only_staff_see_the_stored_files(api, anonymous_api, damaged):
    assert api.graphql(FILES).codes == ["not_allowed"]
    assert anonymous_api.graphql(FILES).codes == ["not_authenticated"]


def test_the_document_is_marked_for_its_owner(api, damaged, upload):
    # proves: S2-48
    sound = upload("maintenance-agreement.txt")
    query = "{ documents { edges { node { uuid damage } } } }"
    marks = {edge["node"]["uuid"]: edge["node"]["damage"] for edge in api.execute(query)["documents"]["edges"]}
    assert marks == {str(damaged.pk): "MISSING", str(sound.pk): None}


def test_findings_are_exported_to_prometheus(anonymous_api, settings, damaged):
    # proves: S2-48
    settings.METRICS_TOKEN = "the-token"
    text = anonymous_api.get("/health/metrics", headers={"Authorization": "Bearer the-token"}).content.decode()
    assert 'cartulary_damaged_files{damage="missing"} 1' in text.splitlines()
    assert 'cartulary_damaged_files{damage="changed"} 0' in text.splitlines()
    assert "cartulary_oldest_file_check_seconds " in text
