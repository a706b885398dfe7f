"""`upload` and `wait`."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from cartulary_client.batches import Fate, Found, Outcome, files_of, send_many
from cartulary_client.client import Client
from cartulary_client.command.output import Output
from cartulary_client.command.places import corpus_named
from cartulary_client.command.signing_in import client_for
from cartulary_client.errors import CartularyError
from cartulary_client.records import Document
from cartulary_client.sending import Place

SOME_FAILED = 5


def upload(asked: argparse.Namespace, output: Output) -> int:
    """Send files and folders; one line of account for each file."""
    named = [Path(each) for each in asked.files]
    if missing := [str(each) for each in named if not each.exists()]:
        raise CartularyError(f"There is no {', '.join(missing)}.")
    with client_for(asked) as client:
        corpus = corpus_named(client, asked.corpus, make=asked.make).id if asked.corpus else ""
        place = Place(corpus=corpus, path=asked.path)
        found = files_of(*named)
        archives = [each for each in found if asked.unpack and each.file.suffix.lower() == ".zip"]
        outcomes = [line for each in archives for line in _unpack(client, each.file, place, asked.timeout, output)]
        outcomes += _send(client, [each for each in found if each not in archives], place, asked.jobs, output)
        is_well = all(each.fate is not Fate.REFUSED for each in outcomes)
        if asked.wait:
            is_well &= _await(client, [each.document for each in outcomes if each.document], asked.timeout, output)
            if corpus:
                client.wait_for_actions(corpus, seconds=asked.timeout)
    return 0 if is_well else SOME_FAILED


def _send(client: Client, found: Sequence[Found], place: Place, at_once: int, output: Output) -> list[Outcome]:
    total = sum(each.file.stat().st_size for each in found)
    outcomes = []
    with output.progress(files=len(found), total=total) as told:
        for outcome in send_many(client.connection, found, place=place, at_once=at_once, told=told):
            outcomes.append(outcome)
            _account(outcome, output)
    counts = {fate: sum(each.fate is fate for each in outcomes) for fate in Fate}
    output.say(", ".join(f"{count} {fate}" for fate, count in counts.items()))
    return outcomes


def _account(outcome: Outcome, output: Output) -> None:
    if output.is_json:
        output.value(asdict(outcome))
    else:
        why = f": {outcome.message} ({outcome.code})" if outcome.code else f" {outcome.document}"
        output.say(f"{outcome.fate:8} {outcome.file}{why}")


def _unpack(client: Client, file: Path, place: Place, seconds: float, output: Output) -> Iterator[Outcome]:
    """Send a ZIP file, wait until it is unpacked, and account for its files but for what systems leave there."""
    archive = client.wait_for_archive(client.upload_archive(file, place=place), seconds=seconds)
    if archive.error:
        raise CartularyError(f"{file}: {archive.error['message']}")
    for entry in client.archive_entries(archive):
        if entry.state in set(Fate):
            wrong = entry.error or {"code": "", "message": ""}
            outcome = Outcome(
                file=file / entry.path, fate=Fate(entry.state), size=entry.size, document=entry.document, **wrong
            )
            _account(outcome, output)
            yield outcome


def wait(asked: argparse.Namespace, output: Output) -> int:
    """Wait until documents are processed; without any named, all that are on their way."""
    with client_for(asked) as client:
        named = asked.documents or [each.id for each in client.documents(state="processing")]
        return 0 if _await(client, named, asked.timeout, output) else SOME_FAILED


def _await(client: Client, documents: Sequence[str], seconds: float, output: Output) -> bool:
    is_well = True
    for document in client.wait(documents, seconds=seconds):
        is_well &= document.state != "failed"
        _tell(document, output)
    return is_well


def _tell(document: Document, output: Output) -> None:
    if output.is_json:
        output.value(asdict(document))
    else:
        why = f": {document.failure['message']}" if document.failure else ""
        output.say(f"{document.state:8} {document.id} {document.title}{why}")
