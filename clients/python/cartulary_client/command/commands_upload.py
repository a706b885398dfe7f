"""`upload` and `wait`."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from cartulary_client.bulk_upload import SourceFile, UploadResult, UploadStatus, find_files, upload_files
from cartulary_client.client import Client
from cartulary_client.command.commands_auth import open_client
from cartulary_client.command.output import EXIT_SOME_FAILED, Output
from cartulary_client.errors import CartularyError
from cartulary_client.records import Document
from cartulary_client.upload import Destination


def upload(arguments: argparse.Namespace, output: Output) -> int:
    """Upload files and folders; print one result for each file."""
    paths = [Path(each) for each in arguments.files]
    if missing := [str(path) for path in paths if not path.exists()]:
        raise CartularyError(f"No such file or folder: {', '.join(missing)}")
    with open_client(arguments) as client:
        corpus = client.find_corpus(arguments.corpus, create=arguments.create).id if arguments.corpus else ""
        destination = Destination(corpus=corpus, path=arguments.folder)
        files = find_files(*paths)
        archives = [each for each in files if arguments.unpack and each.file.suffix.lower() == ".zip"]
        results: list[UploadResult] = []
        for archive in archives:
            results += _upload_archive(client, archive.file, destination, arguments.timeout, output)
        others = [each for each in files if each not in archives]
        results += _upload_files(client, others, destination, arguments.jobs, output)
        has_failed = any(result.status is UploadStatus.REFUSED for result in results)
        if arguments.wait:
            documents = [result.document for result in results if result.document]
            has_failed |= not _wait(client, documents, arguments.timeout, output)
            if corpus:
                client.wait_for_actions(corpus, timeout=arguments.timeout)
    return EXIT_SOME_FAILED if has_failed else 0


def wait(arguments: argparse.Namespace, output: Output) -> int:
    """Wait until documents are processed; by default, all that are being processed."""
    with open_client(arguments) as client:
        documents = arguments.documents or [each.id for each in client.documents(state="processing")]
        return 0 if _wait(client, documents, arguments.timeout, output) else EXIT_SOME_FAILED


def _upload_files(
    client: Client, files: Sequence[SourceFile], destination: Destination, concurrency: int, output: Output
) -> list[UploadResult]:
    total = sum(each.file.stat().st_size for each in files)
    results = []
    with output.progress(files=len(files), total=total) as progress:
        uploads = upload_files(
            client.connection, files, destination=destination, concurrency=concurrency, progress=progress
        )
        for result in uploads:
            results.append(result)
            _print_result(result, output)
    counts = {status: sum(result.status is status for result in results) for status in UploadStatus}
    output.message(", ".join(f"{number} {status}" for status, number in counts.items()))
    return results


def _upload_archive(
    client: Client, file: Path, destination: Destination, timeout: float, output: Output
) -> Iterator[UploadResult]:
    """Upload a ZIP file, wait until it is unpacked, and yield the result of each of its files."""
    archive = client.archives.wait(client.archives.upload(file, destination=destination), timeout=timeout)
    if archive.error:
        raise CartularyError(f"{file}: {archive.error['message']}")
    for entry in client.archives.entries(archive):
        if entry.state in set(UploadStatus):  # others are files of the system, which are skipped
            error = entry.error or {"code": "", "message": ""}
            result = UploadResult(
                file=file / entry.path,
                status=UploadStatus(entry.state),
                size=entry.size,
                document=entry.document,
                code=error["code"],
                message=error["message"],
            )
            _print_result(result, output)
            yield result


def _print_result(result: UploadResult, output: Output) -> None:
    if output.is_json:
        output.value(asdict(result))
    else:
        detail = f": {result.message} ({result.code})" if result.code else f" {result.document}"
        output.message(f"{result.status:8} {result.file}{detail}")


def _wait(client: Client, documents: Sequence[str], timeout: float, output: Output) -> bool:
    """Print each document when it has ended; return whether none has failed."""
    has_failed = False
    for document in client.wait(documents, timeout=timeout):
        has_failed |= document.state == "failed"
        _print_document(document, output)
    return not has_failed


def _print_document(document: Document, output: Output) -> None:
    if output.is_json:
        output.value(asdict(document))
    else:
        reason = f": {document.failure['message']}" if document.failure else ""
        output.message(f"{document.state:8} {document.id} {document.title}{reason}")
