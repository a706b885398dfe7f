"""Documents read by the product: uploaded over REST, processed by its worker, and read back over REST."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.formats.suites import Suite
from cartulary_client import Client
from cartulary_client.records import Document

_TIMEOUT = 3_600.0
READABLE = frozenset({"ready", "partial"})


def read_suite(client: Client, suite: Suite, files: Sequence[Path], folder: Path) -> list[Document]:
    """Write the product's output for each file into the folder; a file that was refused has no output."""
    folder.mkdir(parents=True)
    documents = process(client, files)
    read = _READERS[suite.kind]
    for file, document in documents.items():
        if document.state.lower() in READABLE:
            suite.output_of(file, folder).write_text(read(client, document, suite.query), "utf-8")
            for name, query in suite.variants.items():
                output = suite.output_of(file, variant_folder(folder, name))
                output.parent.mkdir(exist_ok=True)
                output.write_text(read(client, document, query), "utf-8")
    return list(documents.values())


def variant_folder(folder: Path, name: str) -> Path:
    """Return the folder for output with other options."""
    return folder.with_name(f"{folder.name}-{name}")


def process(client: Client, files: Iterable[Path]) -> dict[Path, Document]:
    """Upload files and wait; return the documents of those that were not refused."""
    ids = {result.file: result.document for result in client.upload_all(*files) if result.document}
    documents = {document.id: document for document in client.wait(list(set(ids.values())), timeout=_TIMEOUT)}
    return {file: documents[document] for file, document in ids.items() if document in documents}


def crashes(documents: Iterable[Document]) -> int:
    """Return the number of documents on which the parser crashed."""
    return sum((document.failure or {}).get("code") == "parser_crashed" for document in documents)


def _markdown(client: Client, document: Document, query: Mapping[str, str]) -> str:
    return client.connection.request("GET", f"/documents/{document.id}/markdown", params=query).text


def _text(client: Client, document: Document, _: Mapping[str, str]) -> str:
    return client.text(document.id)


def _words(client: Client, document: Document, _: Mapping[str, str]) -> str:
    """Convert PAWLs pages to the format of the scoring."""
    pages = {}
    for number in range(1, document.page_count + 1):
        path = f"/documents/{document.id}/pages/{number}/tokens"
        page = client.connection.request("GET", path, headers={"Accept": "application/json"}).json()
        words = [[t["text"], t["x"], t["y"], t["x"] + t["width"], t["y"] + t["height"]] for t in page["tokens"]]
        pages[str(number)] = {"width": page["page"]["width"], "height": page["page"]["height"], "words": words}
    return json.dumps(pages)


def _tables(client: Client, document: Document, _: Mapping[str, str]) -> str:
    return scored_tables(client.connection.get(f"/documents/{document.id}/docling"))


def scored_tables(docling: Mapping[str, Any]) -> str:
    """Convert the tables of a DoclingDocument to the format of the scoring."""
    tables = ([_cell(cell) for cell in table["data"]["table_cells"]] for table in docling["tables"])
    return json.dumps({"tables": [{"cells": cells} for cells in tables]})


def _cell(cell: Mapping[str, Any]) -> dict[str, Any]:
    row, column = cell["start_row_offset_idx"], cell["start_col_offset_idx"]
    spans = {"rowspan": cell["end_row_offset_idx"] - row, "colspan": cell["end_col_offset_idx"] - column}
    return {"row": row, "col": column, **spans, "text": cell["text"]}


_READERS = {"markdown": _markdown, "text": _text, "characters": _text, "words": _words, "tables": _tables}
