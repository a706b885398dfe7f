"""The main job from the outside: a real web server, a real Celery worker, programs that speak REST and GraphQL."""

import os
import signal
import time
from collections.abc import Iterator

import httpx
import pytest

from conftest import DEMO
from tests.timeouts import PATIENCE
from users.models import User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

CONTRACT = DEMO / "hosting-agreement.pdf"
PASSWORD = "correct horse"

DOCUMENT = """query ($id: ID!) { document(id: $id) {
  state backendLock pageCount language failure { code message }
  pages { edges { node { number width tokenCount } } }
  structure { kind page text }
  jobs { kind state steps { name state } } } }"""
CREATE_CORPUS = """mutation { createCorpus(input: {title: "Hosting"}) { corpus { id uuid } errors { code } } }"""
ADD = """mutation ($corpus: ID!, $documents: [ID!]!) {
  addDocumentsToCorpus(input: {corpusId: $corpus, documentIds: $documents}) { added errors { code } } }"""
EXECUTIONS = """query ($id: ID!) { corpus(id: $id) { executions { edges { node { state action { kind } } } } } }"""
ANNOTATE = """mutation ($corpus: ID!, $document: ID!) {
  createAnnotation(input: {corpusId: $corpus, documentId: $document, labelName: "Party",
    spans: [{page: 1, first: 0, last: 3}]}) { annotation { id quote page } errors { code message } } }"""
ANNOTATIONS = """query ($corpus: ID!) {
  annotations(corpusId: $corpus) { totalCount edges { node { quote label { name } } } } }"""
SEARCH = """query ($corpus: ID!) {
  searchCorpus(corpusId: $corpus, query: "how much does the client pay for the website", limit: 3) {
  document { uuid } page quote score spans { page first last } } }"""


class Client:
    """A program with an access token."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=PATIENCE)
        answer = self.http.post("/api/v1/auth/login", json={"username": "ada", "password": PASSWORD})
        self.http.headers["Authorization"] = f"Bearer {answer.raise_for_status().json()['access']}"

    def execute(self, query: str, **variables: object) -> dict:
        answer = self.http.post("/graphql/", json={"query": query, "variables": variables}).json()
        assert "errors" not in answer, answer
        return answer["data"]

    def upload(self, name: str, content: bytes, **data: str) -> httpx.Response:
        return self.http.post("/api/v1/documents/upload", files={"file": (name, content)}, data=data)

    def settled(self, uuid: str, seconds: float = PATIENCE) -> dict:
        """Wait until a document is no longer being processed."""
        return _until(
            lambda: self.execute(DOCUMENT, id=uuid)["document"], lambda found: not found["backendLock"], seconds
        )


def _until(read, good, seconds: float = PATIENCE):
    deadline = time.monotonic() + seconds
    while not good(found := read()):
        assert time.monotonic() < deadline, found
        time.sleep(0.1)
    return found


@pytest.fixture
def client(user: User, live_stack) -> Iterator[Client]:
    signed_in = Client(live_stack.url)
    yield signed_in
    signed_in.http.close()


def test_a_contract_is_uploaded_processed_annotated_and_found(client):
    # proves: S1-1 S1-5 S1-6 S1-8
    created = client.upload("hosting.pdf", CONTRACT.read_bytes())
    assert created.status_code == 201, created.text
    uuid = created.json()["id"]

    document = client.settled(uuid)
    assert (document["state"], document["pageCount"], document["language"]) == ("READY", 3, "en")
    assert all(page["node"]["tokenCount"] > 20 for page in document["pages"]["edges"])
    assert {"HEADING", "PARAGRAPH"} <= {item["kind"] for item in document["structure"]}
    steps = [step for job in document["jobs"] if job["kind"] == "documents.process" for step in job["steps"]]
    assert [(step["name"], step["state"]) for step in steps] == [
        ("documents.extract_thumbnail", "SUCCESS"),
        ("documents.ingest_doc", "SUCCESS"),
        ("documents.set_doc_lock_state", "SUCCESS"),
    ]
    assert client.http.get(f"/api/v1/documents/{uuid}/thumbnail").headers["content-type"] == "image/webp"

    corpus = client.execute(CREATE_CORPUS)["createCorpus"]["corpus"]
    assert client.execute(ADD, corpus=corpus["id"], documents=[uuid])["addDocumentsToCorpus"]["added"] == 1
    _until(
        lambda: [edge["node"] for edge in client.execute(EXECUTIONS, id=corpus["id"])["corpus"]["executions"]["edges"]],
        lambda executions: [e["state"] for e in executions] == ["SUCCESS"],
    )

    annotation = client.execute(ANNOTATE, corpus=corpus["id"], document=uuid)["createAnnotation"]["annotation"]
    (found,) = client.execute(ANNOTATIONS, corpus=corpus["id"])["annotations"]["edges"]
    assert found["node"] == {"quote": annotation["quote"], "label": {"name": "Party"}}

    hits = client.execute(SEARCH, corpus=corpus["id"])["searchCorpus"]
    assert any("$5,000" in hit["quote"] for hit in hits), hits
    assert all(hit["spans"] for hit in hits), hits


def test_bad_files_end_visibly_and_the_worker_goes_on(client, live_stack):
    intact = CONTRACT.read_bytes()
    refused = {
        client.upload("empty.pdf", b"").json()["error"]["code"],
        client.upload("program.pdf", b"\x7fELF" + bytes(range(256)) * 9).json()["error"]["code"],
        client.upload("large.pdf", b"%PDF-1.4 " + b"x" * (26 << 20)).json()["error"]["code"],
    }
    assert refused == {"empty_file", "unsupported_type", "file_too_large"}
    half = client.settled(client.upload("../../half\x00\u202e.pdf", intact[: len(intact) // 2]).json()["id"])
    assert (half["state"], half["failure"]["code"]) == ("FAILED", "truncated_document")
    assert client.settled(client.upload("intact.pdf", intact).json()["id"])["state"] == "READY"
    assert live_stack.worker.popen.poll() is None


def test_a_killed_pool_process_costs_a_second_not_a_document(client, live_stack):
    uuid = client.upload("hosting.pdf", CONTRACT.read_bytes()).json()["id"]
    for pid in live_stack.worker.children():
        os.kill(pid, signal.SIGKILL)
    document = client.settled(uuid)
    assert document["state"] == "READY"
