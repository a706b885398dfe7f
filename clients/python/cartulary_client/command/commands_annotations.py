"""`annotations export`, `annotations pdfs` and `annotations import`."""

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from cartulary_client.client import Client
from cartulary_client.command.commands_auth import open_client
from cartulary_client.command.output import EXIT_SOME_FAILED, Output, count
from cartulary_client.errors import CartularyError

FORMATS: Final = ("csv", "xlsx", "jsonl", "parquet", "jsonld")
_SHOWN_PROBLEMS: Final = 20


def export_annotations(arguments: argparse.Namespace, output: Output) -> int:
    """Write the annotations of a corpus to a file: CSV, Excel, JSON lines, Parquet or Web Annotations (W3C)."""
    target = Path(arguments.to)
    chosen = arguments.format or target.suffix.lstrip(".").lower()
    if chosen not in FORMATS:
        raise CartularyError(f"The suffix of {target} is no format. Use --format: {', '.join(FORMATS)}.")
    with open_client(arguments) as client, output.bytes_progress(target.name) as progress:
        corpus = client.find_corpus(arguments.corpus)
        filters = _filters(client, corpus.id, arguments)
        size = client.export_annotations(
            corpus.id, target, format=chosen, comments=not arguments.no_comments, progress=progress, **filters
        )
    output.message(f"{target}: {size:,} bytes")
    if output.is_json:
        output.value({"path": str(target), "bytes": size})
    return 0


def export_pdfs(arguments: argparse.Namespace, output: Output) -> int:
    """Write the PDFs of a corpus with their annotations to a ZIP file, in the folders of the corpus.

    With filters of annotations, only the documents that have some of these, and only these. Documents that have no PDF
    are listed in a file of the archive.
    """
    target = Path(arguments.to)
    with open_client(arguments) as client:
        corpus = client.find_corpus(arguments.corpus)
        query = _filters(client, corpus.id, arguments)
        kind = "annotations" if query.keys() - {"document"} else "annotated_pdfs"
        query["comments"] = not arguments.no_comments
        started = client.exports.start(corpus.id, kind, format="zip", query=query)
        written = client.exports.wait(started.id, timeout=arguments.timeout)
        size = client.exports.download(written.id, target)
        client.exports.delete(written.id)
    output.message(f"{target}: {count(written.rows or 0, 'document')}, {size:,} bytes")
    if output.is_json:
        output.value({"path": str(target), "documents": written.rows, "bytes": size})
    return 0


def _filters(client: Client, corpus: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the filters that are given, as parameters of the export."""
    names = ("document", "annotation", "source", "review", "creator", "search", "placement")
    filters = {name: getattr(arguments, name) for name in names if getattr(arguments, name)}
    if arguments.label:
        filters["label"] = [client.labels.find(corpus, name).id for name in arguments.label]
    return filters


def import_annotations(arguments: argparse.Namespace, output: Output) -> int:
    """Add annotations to a corpus from a file of JSON lines or Web Annotations (W3C), as they are exported.

    Rows that are there already are skipped. Rows that cannot be added are listed; then the exit code is 5.
    """
    file = Path(arguments.file)
    with open_client(arguments) as client:
        corpus = client.find_corpus(arguments.corpus)
        with output.progress(files=1, total=file.stat().st_size) as uploaded:
            started = client.annotation_imports.start(
                corpus.id, file, progress=lambda position: uploaded(file, position)
            )
        with output.percent_progress(file.name) as progress:
            report = client.annotation_imports.wait(started, timeout=arguments.timeout, progress=progress)
    if output.is_json:
        output.value(asdict(report))
    else:
        for problem in report.problems[:_SHOWN_PROBLEMS]:
            output.error(f"line {problem['line']}: {problem['message']} ({problem['code']})")
        if (others := report.refused - len(report.problems[:_SHOWN_PROBLEMS])) > 0:
            output.error(f"{count(others, 'more row')} refused; --json lists them.")
        relations = f", {count(report.relations, 'relation')}" if report.relations else ""
        comments = f", {count(report.comments, 'comment')}" if report.comments else ""
        output.message(
            f"{report.added} added{relations}{comments}, {report.existing} existing, {report.refused} refused"
        )
    return EXIT_SOME_FAILED if report.refused else 0
