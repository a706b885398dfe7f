"""Give a corpus away as JSON lines: one document a line, with its text and its annotations."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from cartulary_client.client import Client
from cartulary_client.records import Document

_AHEAD = 8


def lines_of(client: Client, corpus: str, *, with_text: bool = True) -> Iterator[dict[str, Any]]:
    """Give one object per document of the corpus, in the order of the list; some are read ahead."""
    documents = client.documents(corpus=corpus)
    with ThreadPoolExecutor(max_workers=_AHEAD // 2, thread_name_prefix="export") as pool:
        waiting = []
        for document in documents:
            waiting.append(pool.submit(_line, client, corpus, document, with_text=with_text))
            if len(waiting) == _AHEAD:
                yield waiting.pop(0).result()
        for each in waiting:
            yield each.result()


def _line(client: Client, corpus: str, document: Document, *, with_text: bool) -> dict[str, Any]:
    annotations = [
        {
            "id": each.id,
            "label": each.label_name,
            "source": each.source,
            "page": each.page,
            "start": each.start,
            "end": each.end,
            "quote": each.quote,
            "note": each.note,
        }
        for each in client.annotations(corpus=corpus, document=document.id)
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
