"""Twenty contracts: from the first byte of the upload until all are processed and indexed for the search.

In the same run pdfium reads the raw text of the same files, which is the least that reading a PDF costs.
"""

import time
from pathlib import Path

import httpx

from benchmarks.checkout import Running
from benchmarks.login import graphql, token_client
from benchmarks.setup import CONTRACTS
from documents.pipeline.pdfium import pypdfium2

TIMEOUT = 600

_CREATE = 'mutation { createCorpus(input: {title: "Benchmark"}) { corpus { id uuid } errors { message } } }'
_STATE = """query ($id: ID!) { corpus(id: $id) {
  documents(first: 100) { edges { node { state pageCount failure { code } } } }
  executions(first: 100) { edges { node { state message } } } } }"""


def measure(product: Running) -> dict[str, float]:
    """Return the seconds until all documents are ready, in total and per page, and those of pdfium per page."""
    files = sorted(CONTRACTS.glob("*.pdf"))
    with token_client(product.url, product.username, product.password) as client:
        corpus = graphql(client, _CREATE)["createCorpus"]["corpus"]
        began = time.monotonic()
        for path in files:
            _upload(client, path, corpus["uuid"])
        uploaded = time.monotonic() - began
        pages = _wait(client, corpus["id"], len(files), began)
        ready = time.monotonic() - began
    pdfium = _pdfium_seconds(files)
    return {
        "contracts20_pages": pages,
        "contracts20_sent_s": round(uploaded, 3),
        "contracts20_ready_s": round(ready, 3),
        "parse_s_per_page": round(ready / pages, 5),
        "pdfium_s_per_page": round(pdfium / pages, 5),
    }


def _upload(client: httpx.Client, path: Path, corpus: str) -> None:
    with path.open("rb") as file:
        client.post(
            "/api/v1/documents/upload", files={"file": (path.name, file)}, data={"corpus": corpus}
        ).raise_for_status()


def _wait(client: httpx.Client, corpus: str, expected: int, began: float) -> int:
    """Poll until every document is ready and every action has succeeded; return the number of pages."""
    while time.monotonic() - began < TIMEOUT:
        state = graphql(client, _STATE, id=corpus)["corpus"]
        documents = [edge["node"] for edge in state["documents"]["edges"]]
        executions = [edge["node"] for edge in state["executions"]["edges"]]
        failed = [each for each in documents + executions if each["state"] == "FAILED"]
        if failed:
            raise RuntimeError(failed)
        succeeded = [execution for execution in executions if execution["state"] == "SUCCESS"]
        if len(documents) == len(succeeded) == expected:
            return sum(document["pageCount"] for document in documents)
        time.sleep(0.05)
    raise RuntimeError("The contracts were not ready in time.")


def _pdfium_seconds(files: list[Path]) -> float:
    began = time.monotonic()
    for path in files:
        document = pypdfium2.PdfDocument(path)
        for page in document:
            page.get_textpage().get_text_bounded()
        document.close()
    return time.monotonic() - began
