"""A real S3 server for tests: SeaweedFS, which checks signatures and their time."""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from config.stack.paths import scripts
from config.stack.run_config import LOOPBACK, free_port

ACCESS, SECRET, BUCKET = "access-of-the-tests", "secret-of-the-tests-0123456789", "documents"
READY_SECONDS = 60


@dataclass(frozen=True, slots=True)
class S3Server:
    """A running server with an empty bucket."""

    url: str

    def client(self):
        return boto3.client(
            "s3",
            endpoint_url=self.url,
            aws_access_key_id=ACCESS,
            aws_secret_access_key=SECRET,
            region_name="us-east-1",
            config=Config(
                signature_version="s3v4",
                s3={"addressing_style": "path"},
                retries={"max_attempts": 1},
                connect_timeout=2,
            ),
        )

    def environment(self) -> dict[str, str]:
        """Return the environment variables with which a program stores its files here."""
        return {
            "S3_BUCKET": BUCKET,
            "S3_ENDPOINT_URL": self.url,
            "S3_ACCESS_KEY": ACCESS,
            "S3_SECRET_KEY": SECRET,
        }


@contextmanager
def s3_server(folder: Path, address: str = LOOPBACK) -> Iterator[S3Server]:
    """Run a server during the block."""
    ports = {name: free_port(0) for name in ("s3", "master", "volume", "filer")}
    identity = {"name": "app", "credentials": [{"accessKey": ACCESS, "secretKey": SECRET}], "actions": ["Admin"]}
    identities = folder / "s3.json"
    identities.write_text(json.dumps({"identities": [identity]}))
    argv = [str(scripts() / "weed"), f"-logdir={folder}", "mini", f"-dir={folder}", f"-ip={address}"]
    argv += [f"-ip.bind={address}", f"-s3.config={identities}", f"-s3.localSocket={folder / 's3.sock'}"]
    argv += ["-admin.ui=false", "-webdav=false", "-s3.port.iceberg=0", "-s3.port.lance=0", f"-bucket={BUCKET}"]
    argv += [f"-{name}.port={port}" for name, port in ports.items()]
    with (folder / "weed.log").open("wb") as log:
        process = subprocess.Popen(argv, stdout=log, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        server = S3Server(f"http://{address}:{ports['s3']}")
        _wait(server, folder / "weed.log")
        yield server
    finally:
        process.kill()
        process.wait()


def _wait(server: S3Server, log: Path) -> None:
    end = time.monotonic() + READY_SECONDS
    while True:
        try:
            server.client().put_object(Bucket=BUCKET, Key="ready", Body=b"ready")
            server.client().delete_object(Bucket=BUCKET, Key="ready")
        except (BotoCoreError, ClientError):
            if time.monotonic() > end:
                raise AssertionError(log.read_text()[-4000:]) from None
            time.sleep(0.1)
        else:
            return


@pytest.fixture(scope="session")
def running(tmp_path_factory):
    with s3_server(tmp_path_factory.mktemp("s3")) as server:
        yield server


@pytest.fixture
def bucket(running, settings):
    """Return a client of the empty bucket, which the settings use as storage."""
    client = running.client()
    for item in client.list_objects_v2(Bucket=BUCKET).get("Contents", []):
        client.delete_object(Bucket=BUCKET, Key=item["Key"])
    settings.STORAGES = settings.STORAGES | {"default": store_at(running.url)}
    return client


def store_at(url, **options):
    return {
        "BACKEND": "documents.storage.object_store.ObjectStore",
        "OPTIONS": {
            "bucket_name": BUCKET, "endpoint_url": url, "region_name": "us-east-1", "access_key": ACCESS,
            "secret_key": SECRET, "addressing_style": "path", "signature_version": "s3v4", "default_acl": None,
            "file_overwrite": True, **options,
        },
    }  # fmt: skip
