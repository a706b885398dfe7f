"""Requests end with 503 while the object store accepts connections and does not respond."""

import socket
from collections.abc import Iterator

import pytest

from documents.errors import StorageUnavailable
from documents.storage.object_store import ObjectStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def hung_store(settings) -> Iterator[None]:
    """Listen without ever accepting: the kernel completes connections, and no process reads from them."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as server:
        options = {
            "bucket_name": "files",
            "endpoint_url": f"http://127.0.0.1:{server.getsockname()[1]}",
            "region_name": "us-east-1",
            "access_key": "key",
            "secret_key": "secret",
            "addressing_style": "path",
            "signature_version": "s3v4",
            "timeout": 0.2,
        }
        backend = {"BACKEND": "documents.storage.object_store.ObjectStore", "OPTIONS": options}
        settings.STORAGES = settings.STORAGES | {"default": backend}
        yield


def test_a_download_is_unavailable(api, upload, request):
    document = upload("hosting-agreement.pdf")
    request.getfixturevalue("hung_store")
    response = api.get(f"/api/v1/documents/{document.pk}/file")
    assert (response.status_code, response.json()["error"]["code"]) == (503, "storage_unavailable")
    assert int(response["Retry-After"]) > 0


@pytest.mark.full
def test_an_upload_is_unavailable(upload, hung_store):
    with pytest.raises(StorageUnavailable):
        upload("hosting-agreement.pdf")


def test_the_timeout_of_the_settings_is_used():
    store = ObjectStore(bucket_name="files", timeout=3.5)
    assert (store.client_config.connect_timeout, store.client_config.read_timeout) == (3.5, 3.5)
    assert store.client_config.retries["total_max_attempts"] == 2
