"""Uploads beside an extraction with a language model that is slow, answers 503, or never answers; and on an idle stack.

The extraction is of twenty contracts and 41 questions, by the same user. Uploads begin every four seconds, whether the
ones before are ready or not, so that a slot that is taken shows. Those on the idle stack are measured in two halves,
before and after all others.
"""

import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

from benchmarks.extract.truth import questions
from benchmarks.resilience.services import Behaviour, start_service
from benchmarks.resilience.stack import ANSWER_S, Stack, copy_of_contract, model_at, ratio
from cartulary_client import Destination
from cartulary_client.errors import WaitTimeout

UPLOADS: Final = 16
PAUSE_S: Final = 4.0
LIMIT_S: Final = 30.0  # an upload counts with this time if it is not ready by then
SMALL_FILES: Final = 97
_SMALL_LIMIT_S: Final = 600.0


def measure(stack: Stack) -> dict[str, float]:
    """Return the ratios of uploads beside the extraction to those on the idle stack."""
    figures: dict[str, float] = {}
    times: dict[str, list[float]] = {}
    with stack.worker():
        idle = upload_times(stack, UPLOADS // 2)
        small_idle = small_files_seconds(stack)
    with extraction(stack, Behaviour.ANSWERS):
        times["upload_ratio_beside_extraction"] = upload_times(stack)
        figures["upload_97_ratio_beside_extraction"] = round(small_files_seconds(stack) / small_idle, 2)
    with extraction(stack, Behaviour.FAILS):
        times["upload_ratio_model_503"] = upload_times(stack)
    with extraction(stack, Behaviour.HANGS):
        times["upload_ratio_model_hangs"] = upload_times(stack)
    with stack.worker():
        idle += upload_times(stack, UPLOADS // 2)
    return figures | {name: ratio(beside, idle) for name, beside in times.items()}


@contextmanager
def extraction(stack: Stack, behaviour: Behaviour) -> Iterator[None]:
    """Start an extraction; the block begins when its language model has got the first request."""
    client = stack.client
    corpus = stack.corpus_of_contracts()
    columns = [{"name": name, "question": question} for name, question in questions().items()]
    fieldset = client.extracts.create_fieldset(corpus, "Clauses", columns=columns)
    processes = stack.server.processes
    before = start_service(processes, Behaviour.ANSWERS)
    with stack.worker(**model_at(before.port)):
        before.stop()  # it has answered while the worker was made warm
        model = start_service(processes, behaviour, seconds=ANSWER_S, port=before.port)
        extract = client.extracts.start(fieldset, engine="language-model")
        model.wait_until_called()
        yield
        state = client.extracts.get(extract.id).state
        print(f"extraction, model {behaviour}: {state} after {len(model.calls())} requests to the model", flush=True)
        client.extracts.cancel(extract.id)
        model.stop()
    client.delete_corpus(corpus)


def upload_times(stack: Stack, number: int = UPLOADS) -> list[float]:
    """Upload copies of a contract of middle size, one every few seconds; return the seconds until each is ready."""
    corpus = stack.client.create_corpus("Uploads").id
    with tempfile.TemporaryDirectory(dir=stack.server.folder) as folder, ThreadPoolExecutor(number) as threads:
        started = []
        for _ in range(number):
            copy = copy_of_contract(Path(folder))
            started.append(threads.submit(_until_ready, stack, copy, corpus))
            time.sleep(PAUSE_S)
        times = [each.result() for each in started]
    print("uploads:", *(f"{each:.2f}" for each in sorted(times)), flush=True)
    return times


def small_files_seconds(stack: Stack) -> float:
    """Upload small texts through the client, four at a time; return the seconds until all are ready."""
    corpus = stack.client.create_corpus("Small files").id
    with tempfile.TemporaryDirectory(dir=stack.server.folder) as folder:
        for number in range(SMALL_FILES):
            (Path(folder) / f"{number}.txt").write_text(f"Note {uuid4()}.\n" + "The parties agree on it.\n" * 40)
        began = time.monotonic()
        uploaded = list(stack.client.upload_all(Path(folder), destination=Destination(corpus=corpus)))
        documents = [each.document for each in uploaded if each.document]
        ready = list(stack.client.wait(documents, timeout=_SMALL_LIMIT_S))
        seconds = time.monotonic() - began
    if [document.state for document in ready] != ["ready"] * SMALL_FILES:
        raise RuntimeError(f"Not all small files are ready: {ready}")
    print(f"{SMALL_FILES} small files: {seconds:.1f} s", flush=True)
    return seconds


def _until_ready(stack: Stack, file: Path, corpus: str) -> float:
    began = time.monotonic()
    document = stack.client.upload(file, corpus=corpus)
    with suppress(WaitTimeout):
        for each in stack.client.wait([document.id], timeout=LIMIT_S):
            if each.state != "ready":
                raise RuntimeError(each)
    return min(time.monotonic() - began, LIMIT_S)
