"""The origins in the Content-Security-Policy are those of the URLs that browsers get."""

from urllib.parse import urlsplit

import pytest

from config.settings import security
from documents.storage.object_store import ObjectStore


@pytest.mark.parametrize(
    ("bucket", "region", "endpoint", "public"),
    [
        ("papers", "us-east-1", "", ""),
        ("papers", "eu-central-1", "", ""),
        ("papers.example.org", "eu-central-1", "", ""),
        ("papers", "us-east-1", "http://seaweed:8333", ""),
        ("papers", "us-east-1", "http://seaweed:8333", "https://files.example.org/store"),
    ],
)
def test_the_object_store_is_allowed(monkeypatch, bucket, region, endpoint, public):
    names = {"S3_BUCKET": bucket, "S3_REGION": region, "S3_ENDPOINT_URL": endpoint, "S3_PUBLIC_ENDPOINT_URL": public}
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    store = ObjectStore(
        bucket_name=bucket,
        region_name=region,
        endpoint_url=endpoint or None,
        public_endpoint_url=public,
        access_key="key",
        secret_key="secret",
        addressing_style="path" if endpoint else "auto",
    )
    parts = urlsplit(store.download_url("name", seconds=60, headers={}))
    assert f"{parts.scheme}://{parts.netloc}" in security._store_origins().split()


def test_without_an_object_store_only_this_server_is_allowed():
    assert security._store_origins() == ""
    assert "connect-src 'self';" in security.CSP_PAGE
    assert "form-action 'self';" in security.CSP_PAGE
