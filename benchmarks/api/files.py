"""How fast files come in: one large file beside the disk, and a thousand of 500 kB through the client."""

import base64
import os
import statistics
import time
from pathlib import Path

from benchmarks.api.stage import Stage
from cartulary_client import Client, Fate

MEBI = 1 << 20
_LARGE = 64 * MEBI
_SMALL = 500_000


def beside_the_disk(on: Stage, *, rounds: int) -> dict[str, float]:
    """A file of 64 MiB in parts, and the same bytes written to the same file system and synced, in turn."""
    uploads, writes = [], []
    for _ in range(rounds):
        file = _text(on.folder / "large.txt", _LARGE)
        content = file.read_bytes()
        began = time.perf_counter()
        _write(on.folder / "data" / "raw", content)
        writes.append(time.perf_counter() - began)
        began = time.perf_counter()
        document = on.client.upload(file)
        uploads.append(time.perf_counter() - began)
        on.client.delete_document(document.id)
    upload, write = (_LARGE / MEBI / statistics.median(taken) for taken in (uploads, writes))
    ratio = statistics.median(w / u for w, u in zip(writes, uploads, strict=True))
    return {"upload_mb_s": round(upload, 1), "disk_mb_s": round(write, 1), "ratio_disk": round(ratio, 3)}


def many(on: Stage, *, files: int, at_once: int) -> dict[str, float]:
    """Send a folder of files that nobody has, hashing and asking first, while a worker works on what has come."""
    folder = on.folder / "many"
    folder.mkdir()
    for number in range(files):
        _text(folder / f"{number:04}.txt", _SMALL)
    before = time.process_time()
    began = time.perf_counter()
    fates = [outcome.fate for outcome in on.client.upload_all(folder, at_once=at_once)]
    seconds = time.perf_counter() - began
    client_cpu = time.process_time() - before
    if fates.count(Fate.ADDED) != files:
        raise RuntimeError(f"not all of them were added: {fates}")
    return {
        f"upload_{files}_s": round(seconds, 1),
        f"upload_{files}_mb_s": round(files * _SMALL / MEBI / seconds, 1),
        f"upload_{files}_client_cpu_s": round(client_cpu, 1),
        f"upload_{files}_again_s": _again(on.client, folder),
    }


def _again(client: Client, folder: Path) -> float:
    """The same folder once more: nothing is sent."""
    began = time.perf_counter()
    fates = {outcome.fate for outcome in client.upload_all(folder)}
    if fates != {Fate.EXISTING}:
        raise RuntimeError(f"they were there already: {fates}")
    return round(time.perf_counter() - began, 1)


def _text(file: Path, length: int) -> Path:
    """Text that no other file holds: lines of letters, so that it is taken for what it is."""
    file.write_bytes(base64.encodebytes(os.urandom(length * 57 // 77))[:length].ljust(length, b"."))
    return file


def _write(target: Path, content: bytes) -> None:
    with target.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    target.unlink()
