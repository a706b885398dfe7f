"""`bulk …`: changes of all documents that a filter selects."""

import argparse
from dataclasses import asdict
from typing import Any

from cartulary_client.client import Client
from cartulary_client.command.commands_auth import open_client
from cartulary_client.command.output import EXIT_SOME_FAILED, Output, count
from cartulary_client.errors import CartularyError, NotFound
from cartulary_client.records import is_id
from cartulary_client.resources.bulk_changes import BulkChange


def label(arguments: argparse.Namespace, output: Output) -> int:
    """Add a label to documents of a corpus."""
    return _change(arguments, output, "label")


def unlabel(arguments: argparse.Namespace, output: Output) -> int:
    """Remove a label from documents of a corpus."""
    return _change(arguments, output, "unlabel")


def set_field(arguments: argparse.Namespace, output: Output) -> int:
    """Set a field of documents of a corpus; without a value, clear it."""
    return _change(arguments, output, "set_field")


def remove(arguments: argparse.Namespace, output: Output) -> int:
    """Remove documents from a corpus; the documents themselves are kept."""
    return _change(arguments, output, "remove")


def add(arguments: argparse.Namespace, output: Output) -> int:
    """Add documents to a corpus."""
    return _change(arguments, output, "add")


def retry(arguments: argparse.Namespace, output: Output) -> int:
    """Process documents again that have failed."""
    return _change(arguments, output, "retry")


def delete(arguments: argparse.Namespace, output: Output) -> int:
    """Move documents to the bin, with all their versions."""
    return _change(arguments, output, "delete")


def undo(arguments: argparse.Namespace, output: Output) -> int:
    """Undo a change of many documents; what was changed since is skipped."""
    with open_client(arguments) as client:
        return _report(client, client.bulk_changes.undo(arguments.change), arguments, output)


def list_changes(arguments: argparse.Namespace, output: Output) -> int:
    """List your changes of many documents, newest first."""
    with open_client(arguments) as client:
        columns = ("id", "kind", "state", "is_undone", "changed", "total", "created")
        output.records(client.bulk_changes.list(), columns)
    return 0


def _change(arguments: argparse.Namespace, output: Output, kind: str) -> int:
    with open_client(arguments) as client:
        corpus = client.find_corpus(arguments.corpus).id if arguments.corpus else ""
        query = _query(client, arguments, corpus)
        target = _target(client, arguments, kind, corpus)
        if kind in {"remove", "delete"}:
            target["expected"] = _confirm(client, query, arguments)
        return _report(client, client.bulk_changes.create(kind, query, **target), arguments, output)


def _query(client: Client, arguments: argparse.Namespace, corpus: str) -> dict[str, Any]:
    """Return the parameters of the list of documents."""
    names = ("search", "state", "type", "language", "folder")
    query: dict[str, Any] = {name: getattr(arguments, name) for name in names if getattr(arguments, name)}
    if corpus:
        query["corpus"] = corpus
    if arguments.with_label:
        query["document_label"] = client.labels.find(corpus, arguments.with_label).id
    return query


def _target(client: Client, arguments: argparse.Namespace, kind: str, corpus: str) -> dict[str, Any]:
    match kind:
        case "label" | "unlabel":
            return {"label": client.labels.find(corpus, arguments.label).id}
        case "set_field":
            return {"field": _find_field(client, corpus, arguments.field), "values": arguments.value}
        case "add":
            return {"corpus": client.find_corpus(arguments.to).id}
    return {}


def _find_field(client: Client, corpus: str, id_or_name: str) -> str:
    if is_id(id_or_name):
        return id_or_name
    for field in client.fields.list(corpus):
        if field.name == id_or_name:
            return str(field.id)
    raise NotFound(404, "not_found", f"The corpus has no field “{id_or_name}”.")


def _confirm(client: Client, query: dict[str, Any], arguments: argparse.Namespace) -> int:
    """Return the number of documents that the user has confirmed."""
    number = sum(1 for _ in client.documents(**query))
    if not arguments.yes:
        raise CartularyError(f"{count(number, 'document')} selected. Use --yes to go on.")
    return number


def _report(client: Client, started: BulkChange, arguments: argparse.Namespace, output: Output) -> int:
    """Wait for the job and print its report; the exit code is 5 if documents were skipped."""
    with output.percent_progress(started.kind) as progress:
        report = client.bulk_changes.wait(started.id, timeout=arguments.timeout, progress=progress)
    if output.is_json:
        output.value(asdict(report))
    else:
        for skipped in report.skipped:
            output.error(f"{count(skipped['count'], 'document')} skipped ({skipped['code']})")
        done = f"{report.restored} undone" if report.is_undone else f"{report.changed} of {report.total} changed"
        output.message(f"{report.id}: {done}")
    return EXIT_SOME_FAILED if report.skipped else 0
