"""Documents through the product: uploaded over REST, processed by its worker, read back over REST."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.formats.suites import Suite
from cartulary_client import Client
from cartulary_client.records import Document

_WAIT = 3_600.0
READABLE = frozenset({"ready", "partial"})


def read_suite(client: Client, suite: Suite, files: Sequence[Path], folder: Path) -> list[Document]:
    """Write what the product makes of each file into the folder; what it refuses has no file there."""
    folder.mkdir(parents=True)
    documents = process(client, files)
    for file, document in documents.items():
        if document.state.lower() in READABLE:
            suite.found_of(file, folder).write_text(_READERS[suite.kind](client, document, suite.query), "utf-8")
            for name, query in suite.further.items():
                found = suite.found_of(file, further_folder(folder, name))
                found.parent.mkdir(exist_ok=True)
                found.write_text(_READERS[suite.kind](client, document, query), "utf-8")
    return list(documents.values())


def further_folder(folder: Path, name: str) -> Path:
    """Where lies what was read back in another way."""
    return folder.with_name(f"{folder.name}-{name}")


def process(client: Client, files: Iterable[Path]) -> dict[Path, Document]:
    """Upload and wait; files that are refused at once are not among the answers."""
    sent = {outcome.file: outcome.document for outcome in client.upload_all(*files) if outcome.document}
    ended = {document.id: document for document in client.wait(list(set(sent.values())), seconds=_WAIT)}
    return {file: ended[document] for file, document in sent.items() if document in ended}


def _markdown(client: Client, document: Document, query: Mapping[str, str]) -> str:
    return client.connection.request("GET", f"/documents/{document.id}/markdown", params=query).text


def _text(client: Client, document: Document, _: Mapping[str, str]) -> str:
    return client.text(document.id)


def _words(client: Client, document: Document, _: Mapping[str, str]) -> str:
    """PAWLs pages in the shape that is scored."""
    pages = {}
    for number in range(1, document.page_count + 1):
        address = f"/documents/{document.id}/pages/{number}/tokens"
        page = client.connection.request("GET", address, headers={"Accept": "application/json"}).json()
        words = [[t["text"], t["x"], t["y"], t["x"] + t["width"], t["y"] + t["height"]] for t in page["tokens"]]
        pages[str(number)] = {"width": page["page"]["width"], "height": page["page"]["height"], "words": words}
    return json.dumps(pages)


def _tables(client: Client, document: Document, _: Mapping[str, str]) -> str:
    """The tables of the DoclingDocument."""
    told = client.connection.get(f"/documents/{document.id}/docling")
    return json.dumps({"tables": [{"cells": [_cell(cell) for cell in _cells(table)]} for table in told["tables"]]})


def _cells(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = table["data"]["table_cells"]
    return cells


def _cell(cell: Mapping[str, Any]) -> dict[str, Any]:
    row, column = cell["start_row_offset_idx"], cell["start_col_offset_idx"]
    spans = {"rowspan": cell["end_row_offset_idx"] - row, "colspan": cell["end_col_offset_idx"] - column}
    return {"row": row, "col": column, **spans, "text": cell["text"]}


_READERS = {"markdown": _markdown, "text": _text, "characters": _text, "words": _words, "tables": _tables}
