"""Export of a corpus: one object for each document, with its text and its annotations."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from cartulary_client.client import Client
from cartulary_client.records import Document

_THREADS = 4
_LOOKAHEAD = 8


def export_documents(client: Client, corpus: str, *, with_text: bool = True) -> Iterator[dict[str, Any]]:
    """Yield one object for each document, in the order of the list; a few are fetched ahead in parallel."""
    with ThreadPoolExecutor(_THREADS, thread_name_prefix="export") as pool:
        pending: deque[Future[dict[str, Any]]] = deque()
        for document in client.documents(corpus=corpus):
            pending.append(pool.submit(_export, client, corpus, document, with_text=with_text))
            if len(pending) == _LOOKAHEAD:
                yield pending.popleft().result()
        for future in pending:
            yield future.result()


def _export(client: Client, corpus: str, document: Document, *, with_text: bool) -> dict[str, Any]:
    annotations = [
        {
            "id": annotation.id,
            "label": annotation.label_name,
            "source": annotation.source,
            "page": annotation.page,
            "start": annotation.start,
            "end": annotation.end,
            "box": annotation.box,
            "quote": annotation.quote,
            "note": annotation.note,
        }
        for annotation in client.annotations(corpus=corpus, document=document.id)
    ]
    has_text = with_text and document.state in {"ready", "partial"}
    return {
        "document": document.id,
        "title": document.title,
        "filename": document.filename,
        "sha256": document.sha256,
        "state": document.state,
        "pages": document.page_count,
        "language": document.language,
        **({"text": client.text(document.id)} if has_text else {}),
        "annotations": annotations,
    }
