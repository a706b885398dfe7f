"""tus-js-client against the real web server: chunks, clients that are killed, and resuming."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from django.test import Client

from config.stack.paths import scripts
from documents.models import Document, Upload

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("tus_upload.mjs")
MEBI = 1 << 20


@pytest.fixture
def server(live_web):
    return live_web.url


@pytest.fixture
def send(server, transactional_db, user, settings, tmp_path):
    """Run the client, signed in as the user."""
    client = Client()
    client.force_login(user)
    client.get("/api/v1/auth/session")
    csrf = client.cookies["csrftoken"].value
    cookie = f"sessionid={client.cookies['sessionid'].value}; csrftoken={csrf}"
    # Node looks for modules beside the program.
    program = ROOT / "frontend" / f".{PROGRAM.stem}-{os.getpid()}.mjs"
    program.write_text(PROGRAM.read_text())

    def run(file, **options):
        config = {
            "endpoint": f"{server}/api/v1/uploads",
            "cookie": cookie,
            "csrf": csrf,
            "file": str(file),
            "size": file.stat().st_size,
            "metadata": {"filename": file.name},
            "chunkSize": settings.MAX_CHUNK_BYTES,
            "storage": str(tmp_path / "urls.json"),
            **options,
        }
        completed = subprocess.run(
            [scripts() / "node", program, json.dumps(config)], capture_output=True, text=True, timeout=90, check=False
        )
        assert completed.stdout, completed.stderr
        return json.loads(completed.stdout.splitlines()[0])

    yield run
    program.unlink()


@pytest.fixture
def large(tmp_path):
    """Write a text of 20 MiB: three chunks."""
    file = tmp_path / "large.txt"
    file.write_bytes(b"0123456789 abcde\n" * (20 * MEBI // 17))
    return file


def content_of(document_id):
    from documents.storage.blobs import open_blob

    with open_blob(Document.objects.get(pk=document_id).blob) as source:
        return source.read()


@pytest.mark.parametrize(
    "options",
    [{}, {"chunkSize": 5 * MEBI}, {"withCreation": True}, {"withCreation": True, "chunkSize": 5 * MEBI}],
    ids=["largest-chunks", "smaller-chunks", "with-creation", "with-creation-and-smaller-chunks"],
)
def test_a_file_is_uploaded(send, large, options):
    # proves: S3-1 S3-2
    result = send(large, **options)
    assert result.get("failed") is None, result
    assert content_of(result["document"]) == large.read_bytes()


@pytest.mark.parametrize("with_creation", [False, True])
def test_a_chunk_above_the_limit_is_refused(send, large, settings, with_creation):
    body = json.loads(send(large, chunkSize=large.stat().st_size, withCreation=with_creation)["body"])
    assert body["error"] == {"code": "chunk_too_large", "chunk_size": settings.MAX_CHUNK_BYTES} | body["error"]
    assert not Document.objects.exists()


def test_a_killed_client_resumes(send, large, settings):
    # proves: S3-1
    result = send(large, dieAt=12 * MEBI)
    upload = Upload.objects.get(pk=result["url"].rsplit("/", 1)[1])
    # The second chunk may still arrive from the socket's buffer.
    assert upload.received in {settings.MAX_CHUNK_BYTES, 2 * settings.MAX_CHUNK_BYTES}
    again = send(large, uploadUrl=result["url"], retryDelays=[0, 500, 1_500])
    assert again["url"] == result["url"]
    assert content_of(again["document"]) == large.read_bytes()


def test_errors_reach_the_client(send, tmp_path):
    program = tmp_path / "program.txt"
    program.write_bytes(b"\x7fELF" + bytes(1000))
    assert send(program)["error"] == "unsupported_type"
    assert "not_found" in send(program, metadata={"corpus": str(Upload().pk)})["body"]
