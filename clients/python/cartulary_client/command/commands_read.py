"""`ls`, `search`, `ask`, `show`, `download`, `export`, `jobs`, `usage`."""

import argparse
import json
import sys
from itertools import islice
from pathlib import Path

from cartulary_client.client import Client
from cartulary_client.command.commands_auth import open_client
from cartulary_client.command.output import Output, count
from cartulary_client.export import export_documents


def ls(arguments: argparse.Namespace, output: Output) -> int:
    """List your corpora, or the documents of one corpus."""
    with open_client(arguments) as client:
        if arguments.corpus or arguments.all:
            corpus = client.find_corpus(arguments.corpus).id if arguments.corpus else ""
            documents = client.documents(corpus=corpus, search=arguments.search, state=arguments.state)
            output.records(documents, ("id", "state", "page_count", "size", "title"))
        else:
            output.records(client.corpora(search=arguments.search), ("id", "document_count", "title"))
    return 0


def search(arguments: argparse.Namespace, output: Output) -> int:
    """Search a corpus for passages that answer a question."""
    with open_client(arguments) as client:
        corpus = client.find_corpus(arguments.corpus)
        results = client.search(corpus.id, arguments.query, limit=arguments.limit)
        output.records(results, ("score", "document_title", "page", "quote"))
    return 0


def ask(arguments: argparse.Namespace, output: Output) -> int:
    """Answer a question in the words of your documents."""
    with open_client(arguments) as client:
        corpus = client.find_corpus(arguments.corpus).id if arguments.corpus else ""
        answers = client.ask(arguments.question, corpus=corpus, document=arguments.document)
        if answers:
            output.records(answers, ("probability", "text", "document_title", "page"))
        else:
            output.message("No passage answers this question.")
    return 0


def show(arguments: argparse.Namespace, output: Output) -> int:
    """Show the metadata of a document, or its text."""
    with open_client(arguments) as client:
        if arguments.text:
            sys.stdout.write(client.text(arguments.document))
        else:
            output.record(client.document(arguments.document))
    return 0


def download(arguments: argparse.Namespace, output: Output) -> int:
    """Download the original file, the PDF or the text of a document."""
    with open_client(arguments) as client:
        target = Path(arguments.to) if arguments.to else Path()
        if target.is_dir():
            target /= _filename(client, arguments.document, arguments.content)
        size = client.download(arguments.document, target, content=arguments.content)
    output.message(f"{target}: {size:,} bytes")
    if output.is_json:
        output.value({"path": str(target), "bytes": size})
    return 0


def _filename(client: Client, document: str, content: str) -> str:
    """Return the file's own name without folders, which must not decide where the file is written."""
    name = Path(client.document(document).filename.replace("\\", "/")).name or document
    return name if content == "file" else f"{Path(name).stem}.{'txt' if content == 'text' else content}"


def export(arguments: argparse.Namespace, output: Output) -> int:
    """Export a corpus as JSON lines: one document each, with its text and its annotations."""
    with open_client(arguments) as client:
        corpus = client.find_corpus(arguments.corpus)
        file = sys.stdout if arguments.to == "-" else Path(arguments.to).open("w", encoding="utf-8")  # noqa: SIM115 - closed below
        exported = 0
        try:
            for document in export_documents(client, corpus.id, with_text=not arguments.no_text):
                file.write(json.dumps(document, ensure_ascii=False) + "\n")
                exported += 1
        finally:
            if file is not sys.stdout:
                file.close()
    output.error(f"{count(exported, 'document')} exported.")
    return 0


def jobs(arguments: argparse.Namespace, output: Output) -> int:
    """List your background jobs, newest first."""
    with open_client(arguments) as client:
        newest = islice(client.jobs(status=arguments.status, document=arguments.document), arguments.limit)
        output.records(newest, ("id", "status", "progress", "title", "subject_title"))
    return 0


def usage(arguments: argparse.Namespace, output: Output) -> int:
    """Show the storage you use and its limits."""
    with open_client(arguments) as client:
        output.record(client.usage())
    return 0
