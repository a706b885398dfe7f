"""Commands that look: `ls`, `search`, `show`, `download`, `export`, `jobs`, `usage`."""

import argparse
import json
import sys
from pathlib import Path

from cartulary_client import exporting
from cartulary_client.client import Client
from cartulary_client.command.output import Output
from cartulary_client.command.places import corpus_named
from cartulary_client.command.signing_in import client_for


def ls(asked: argparse.Namespace, output: Output) -> int:
    """List corpora, or the documents of one; `-a` lists all documents."""
    with client_for(asked) as client:
        if asked.corpus or asked.all:
            corpus = corpus_named(client, asked.corpus).id if asked.corpus else ""
            documents = client.documents(corpus=corpus, search=asked.search, state=asked.state)
            output.records(documents, ("id", "state", "page_count", "size", "title"))
        else:
            output.records(client.corpora(search=asked.search), ("id", "document_count", "title"))
    return 0


def search(asked: argparse.Namespace, output: Output) -> int:
    """Ask a corpus; every answer points at its place."""
    with client_for(asked) as client:
        found = client.search(corpus_named(client, asked.corpus).id, asked.query, limit=asked.limit)
        output.records(found, ("score", "document_title", "page", "quote"))
    return 0


def show(asked: argparse.Namespace, output: Output) -> int:
    """Show what is known of a document, or its text."""
    with client_for(asked) as client:
        if asked.text:
            sys.stdout.write(client.text(asked.document))
        else:
            output.record(client.document(asked.document))
    return 0


def download(asked: argparse.Namespace, output: Output) -> int:
    """Write a document's file, PDF or text to a path."""
    with client_for(asked) as client:
        target = Path(asked.to) if asked.to else Path()
        if target.is_dir():
            target /= _name(client, asked.document, asked.what)
        length = client.download(asked.document, target, what=asked.what)
    output.say(f"{target}: {length:,} bytes.")
    if output.is_json:
        output.value({"path": str(target), "bytes": length})
    return 0


def _name(client: Client, document: str, what: str) -> str:
    """Give the file's own name, without any folders that somebody may have put into it."""
    own = Path(client.document(document).filename.replace("\\", "/")).name or document
    return own if what == "file" else f"{Path(own).stem}.{'txt' if what == 'text' else what}"


def export(asked: argparse.Namespace, output: Output) -> int:
    """Write a corpus as JSON lines: one document each, with its text and its annotations."""
    with client_for(asked) as client:
        corpus = corpus_named(client, asked.corpus)
        file = sys.stdout if asked.to == "-" else Path(asked.to).open("w", encoding="utf-8")  # noqa: SIM115 - closed below
        try:
            lines = exporting.lines_of(client, corpus.id, with_text=not asked.no_text)
            count = sum(1 for line in lines if file.write(json.dumps(line, ensure_ascii=False) + "\n"))
        finally:
            if file is not sys.stdout:
                file.close()
    output.complain(f"{count} document{'s' if count != 1 else ''} exported.")
    return 0


def jobs(asked: argparse.Namespace, output: Output) -> int:
    """List jobs, the newest first."""
    with client_for(asked) as client:
        found = client.jobs(status=asked.status, document=asked.document)
        newest = (job for job, _ in zip(found, range(asked.limit), strict=False))
        output.records(newest, ("id", "status", "progress", "title", "subject_title"))
    return 0


def usage(asked: argparse.Namespace, output: Output) -> int:
    """Show what you keep, and may keep."""
    with client_for(asked) as client:
        output.record(client.usage())
    return 0
