"""Twenty contracts through upload and API: from the first byte sent to everything ready and embedded.

Beside it, in the same run: the raw text of the same files by pdfium, the floor of what reading a PDF costs.
"""

import time
from pathlib import Path
from typing import Any

import httpx
import pypdfium2

from benchmarks.product import Running

FOLDER = Path(__file__).parent / "data" / "contracts"
LIMIT = 600

_CREATE = 'mutation { createCorpus(input: {title: "Benchmark"}) { corpus { id uuid } errors { message } } }'
_STATE = """query ($id: ID!) { corpus(id: $id) {
  documents(first: 100) { edges { node { state pageCount failure { code } } } }
  executions(first: 100) { edges { node { state message } } } } }"""


def measure(product: Running) -> dict[str, float]:
    """Give wall seconds until all is ready and embedded, and seconds per page for us and for pdfium."""
    files = sorted(FOLDER.glob("*.pdf"))
    with signed_in(product) as client:
        corpus = graphql(client, _CREATE)["createCorpus"]["corpus"]
        began = time.monotonic()
        for path in files:
            _upload(client, path, corpus["uuid"])
        sent = time.monotonic() - began
        pages = _wait(client, corpus["id"], len(files), began)
        ready = time.monotonic() - began
    floor = _pdfium_seconds(files)
    return {
        "contracts20_pages": pages,
        "contracts20_sent_s": round(sent, 3),
        "contracts20_ready_s": round(ready, 3),
        "parse_s_per_page": round(ready / pages, 5),
        "pdfium_s_per_page": round(floor / pages, 5),
    }


def signed_in(product: Running) -> httpx.Client:
    """A client with a fresh access token."""
    credentials = {"username": product.username, "password": product.password}
    answer = httpx.post(f"{product.url.rstrip('/')}/api/v1/auth/login", json=credentials).raise_for_status().json()
    headers = {"Authorization": f"Bearer {answer['access']}"}
    return httpx.Client(base_url=product.url, timeout=60, headers=headers)


def graphql(client: httpx.Client, query: str, **variables: object) -> Any:
    """Ask, and give the data; errors are raised."""
    answer = client.post("/graphql/", json={"query": query, "variables": variables}).json()
    if "errors" in answer:
        raise RuntimeError(answer["errors"])
    return answer["data"]


def _upload(client: httpx.Client, path: Path, corpus: str) -> None:
    with path.open("rb") as file:
        client.post(
            "/api/v1/documents/upload", files={"file": (path.name, file)}, data={"corpus": corpus}
        ).raise_for_status()


def _wait(client: httpx.Client, corpus: str, expected: int, began: float) -> int:
    """Poll until every document is ready and every execution has succeeded; give the pages."""
    while time.monotonic() - began < LIMIT:
        found = graphql(client, _STATE, id=corpus)["corpus"]
        documents = [edge["node"] for edge in found["documents"]["edges"]]
        executions = [edge["node"] for edge in found["executions"]["edges"]]
        broken = [d for d in documents if d["state"] == "FAILED"] + [e for e in executions if e["state"] == "FAILED"]
        if broken:
            raise RuntimeError(broken)
        done = [e for e in executions if e["state"] == "SUCCESS"]
        if len(documents) == len(done) == expected:
            return sum(d["pageCount"] for d in documents)
        time.sleep(0.05)
    raise RuntimeError("not ready in time")


def _pdfium_seconds(files: list[Path]) -> float:
    began = time.monotonic()
    for path in files:
        document = pypdfium2.PdfDocument(path)
        for page in document:
            page.get_textpage().get_text_bounded()
        document.close()
    return time.monotonic() - began
