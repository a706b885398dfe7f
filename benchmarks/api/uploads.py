"""Speed of uploads: one large file beside the disk, and 1,000 files of 500 kB through the client."""

import base64
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from benchmarks.processes import cpu_seconds, process_tree
from benchmarks.setup import Server
from cartulary_client import Client, UploadStatus
from config.stack.testing import Process

MEBI: Final = 1 << 20
_LARGE: Final = 64 * MEBI
_SMALL: Final = 500_000
_CONCURRENCY: Final = 4


def upload_large(server: Server, client: Client) -> dict[str, float]:
    """Upload a file of 64 MiB in chunks, and write and sync the same bytes to the same file system."""
    file = _write_text(server.folder / "large.txt", _LARGE)
    content = file.read_bytes()
    began = time.perf_counter()
    _write_and_sync(server.folder / "data" / "raw", content)
    written = time.perf_counter() - began
    began = time.perf_counter()
    document = client.upload(file)
    uploaded = time.perf_counter() - began
    client.delete_document(document.id)
    size = _LARGE / MEBI
    return {
        "upload_mb_s": round(size / uploaded, 1),
        "disk_mb_s": round(size / written, 1),
        "ratio_disk": round(written / uploaded, 3),
    }


def upload_many(server: Server, client: Client, *, files: int) -> dict[str, float]:
    """Upload a folder of new files while a worker processes them, then upload it again."""
    folder = server.folder / "many"
    folder.mkdir()
    for number in range(files):
        _write_text(folder / f"{number:04}.txt", _SMALL)
    worker = server.start_worker()
    before = _cpu_by_part(server, worker)
    began = time.perf_counter()
    statuses = [result.status for result in client.upload_all(folder, concurrency=_CONCURRENCY)]
    seconds = time.perf_counter() - began
    cpu = [after - earlier for after, earlier in zip(_cpu_by_part(server, worker), before, strict=True)]
    if statuses.count(UploadStatus.ADDED) != files:
        raise RuntimeError(f"Not all files were added: {statuses}")
    again = _upload_again(client, folder)
    worker.stop()
    return {
        f"upload_{files}_s": round(seconds, 1),
        f"upload_{files}_mb_s": round(files * _SMALL / MEBI / seconds, 1),
        f"upload_{files}_client_cpu_s": round(cpu[0], 1),
        f"upload_{files}_server_cpu_s": round(cpu[1], 1),
        f"upload_{files}_worker_cpu_s": round(cpu[2], 1),
        f"upload_{files}_again_s": again,
    }


def _cpu_by_part(server: Server, worker: Process) -> Sequence[float]:
    """Return the CPU seconds of the client (this process), of the web server, and of the worker."""
    return time.process_time(), cpu_seconds(server.web.pid), cpu_seconds(*process_tree(worker.pid))


def _upload_again(client: Client, folder: Path) -> float:
    began = time.perf_counter()
    statuses = {result.status for result in client.upload_all(folder)}
    if statuses != {UploadStatus.EXISTING}:
        raise RuntimeError(f"The files exist already: {statuses}")
    return round(time.perf_counter() - began, 1)


def _write_text(file: Path, length: int) -> Path:
    """Write lines of random text, which no other file has."""
    file.write_bytes(base64.encodebytes(os.urandom(length * 57 // 77))[:length].ljust(length, b"."))
    return file


def _write_and_sync(target: Path, content: bytes) -> None:
    with target.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    target.unlink()
