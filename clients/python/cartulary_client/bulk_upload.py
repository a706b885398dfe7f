"""Upload of many files: existing ones are skipped, several are sent in parallel, and each file gets one result."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeAlias

from cartulary_client.add_existing import ExistingDocuments
from cartulary_client.connection import Connection
from cartulary_client.errors import ApiError, CartularyError, Conflict
from cartulary_client.upload import (
    MAX_FORM_SIZE,
    Destination,
    UploadRequest,
    no_progress,
    upload_batch,
    upload_document,
)

DEFAULT_CONCURRENCY: Final = 4
# A batch is hashed and checked in one request while the batch before it is sent. The limit in bytes keeps the files
# in the page cache between hashing and sending, and lets the first upload begin early.
_BATCH_FILES: Final = 200
_BATCH_BYTES: Final = 256 << 20
# Small files are sent together: for the server a request and a transaction cost more than storing such a file.
_SMALL_FILE: Final = 1 << 20
_FORM_FILES: Final = 50
_IGNORED_NAMES: Final = frozenset({"Thumbs.db", "desktop.ini", "__MACOSX"})


class UploadStatus(StrEnum):
    """The result of one upload."""

    ADDED = "added"
    EXISTING = "existing"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadResult:
    """The result for one file. `document` is the new document, or the one that has the same content already."""

    file: Path
    status: UploadStatus
    size: int = 0
    document: str | None = None
    code: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A local file, and its folder relative to the parent of the folder that was selected."""

    file: Path
    folder: str = ""


_Checked: TypeAlias = tuple[UploadRequest, str | None]
"""A file, and the id of the document that has its content already."""

FileProgress = Callable[[Path, int], None]
"""Receives a file and the number of its bytes sent so far, from any thread."""


def find_files(*paths: Path) -> list[SourceFile]:
    """Return these files and all files in these folders, without links, hidden files and files of the system."""
    files: list[SourceFile] = []
    for path in paths:
        if not path.is_dir():
            files.append(SourceFile(path))
            continue
        top = path.resolve().name
        inside = sorted(file for file in path.rglob("*") if file.is_file() and not file.is_symlink())
        files += [
            SourceFile(file, Path(top, file.relative_to(path).parent).as_posix())
            for file in inside
            if not any(part.startswith(".") or part in _IGNORED_NAMES for part in file.relative_to(path).parts)
        ]
    return files


def upload_files(
    connection: Connection,
    files: Sequence[SourceFile],
    *,
    destination: Destination,
    concurrency: int = DEFAULT_CONCURRENCY,
    progress: FileProgress = no_progress,
) -> Iterator[UploadResult]:
    """Yield one result for each file, in the order of completion. An error of a single file is in its result."""
    uploader = _Uploader(connection, ExistingDocuments(connection), progress)
    finished: SimpleQueue[Future[list[UploadResult]]] = SimpleQueue()
    pending: set[Future[list[UploadResult]]] = set()

    def results(*, leave: int) -> Iterator[UploadResult]:
        while len(pending) > leave:
            future = finished.get()
            pending.discard(future)
            yield from future.result()

    with ThreadPoolExecutor(concurrency, thread_name_prefix="upload") as pool:
        try:
            for batch in _prepared_batches(connection, destination, files):
                yield from batch.unreadable
                for group in _groups(batch.checked):
                    future = pool.submit(uploader.upload, group)
                    pending.add(future)
                    future.add_done_callback(finished.put)
                # Some stay pending, so that the pool has work until the next batch is added.
                yield from results(leave=concurrency)
        except CartularyError:
            yield from results(leave=0)
            raise
        else:
            yield from results(leave=0)
        finally:
            for future in pending:
                future.cancel()


@dataclass(frozen=True, slots=True)
class _Batch:
    """Files with the id of the document that has their content already, and results of files that cannot be read."""

    checked: list[_Checked]
    unreadable: list[UploadResult]


def _prepared_batches(
    connection: Connection, destination: Destination, files: Sequence[SourceFile]
) -> Iterator[_Batch]:
    """Yield the files in batches; the next batch is prepared while the caller uploads the current one."""
    prepared: deque[Future[_Batch]] = deque()
    with ThreadPoolExecutor(1, thread_name_prefix="prepare") as pool:
        for batch in _batches(files):
            prepared.append(pool.submit(_prepare, connection, destination, batch))
            if len(prepared) > 1:
                yield prepared.popleft().result()
        for future in prepared:
            yield future.result()


def _batches(files: Sequence[SourceFile]) -> Iterator[list[SourceFile]]:
    """Split the files into batches that are limited in number and in bytes."""
    batch: list[SourceFile] = []
    size = 0
    for file in files:
        batch.append(file)
        with suppress(OSError):  # reported when it is hashed
            size += file.file.stat().st_size
        if len(batch) == _BATCH_FILES or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _groups(checked: Iterable[_Checked]) -> Iterator[list[_Checked]]:
    """Yield files that are sent together: small ones that are new, until a form is full, and others alone."""
    small: list[_Checked] = []
    size = 0
    for request, existing in checked:
        if existing is not None or request.size > _SMALL_FILE:
            yield [(request, existing)]
            continue
        if len(small) == _FORM_FILES or size + request.size > MAX_FORM_SIZE:
            yield small
            small, size = [], 0
        small.append((request, existing))
        size += request.size
    if small:
        yield small


def _prepare(connection: Connection, destination: Destination, files: Sequence[SourceFile]) -> _Batch:
    """Hash the files and look up in one request which of them exist."""
    requests: list[UploadRequest] = []
    unreadable: list[UploadResult] = []
    for each in files:
        path = "/".join(filter(None, (destination.path, each.folder)))
        try:
            requests.append(UploadRequest.for_file(each.file, replace(destination, path=path)))
        except OSError as error:
            message = error.strerror or str(error)
            result = UploadResult(file=each.file, status=UploadStatus.REFUSED, code="unreadable", message=message)
            unreadable.append(result)
    if not requests:
        return _Batch([], unreadable)
    query = [{"sha256": request.sha256, "size": request.size, "name": request.file.name} for request in requests]
    checks = connection.post("/upload-checks", {"files": query})["files"]
    existing = (check["document"] for check in checks)
    return _Batch(list(zip(requests, existing, strict=True)), unreadable)


@dataclass(frozen=True, slots=True)
class _Uploader:
    """Uploads files unless they exist, and turns errors into results."""

    connection: Connection
    existing: ExistingDocuments
    progress: FileProgress

    def upload(self, group: Sequence[_Checked]) -> list[UploadResult]:
        """Upload files together, or add the existing documents with their content to the destination."""
        if len(group) > 1:
            try:
                return self._upload_together([request for request, _ in group])
            except (ApiError, OSError):
                pass  # one of the files, or the whole form, is refused: each alone gets its own error
        return [self._upload_alone(request, existing) for request, existing in group]

    def _upload_together(self, requests: Sequence[UploadRequest]) -> list[UploadResult]:
        results = upload_batch(self.connection, requests)
        return [self._settle(request, result) for request, result in zip(requests, results, strict=True)]

    def _settle(self, request: UploadRequest, result: Mapping[str, Any]) -> UploadResult:
        """Turn the server's result for a file of a batch into a result."""
        self.progress(request.file, request.size)
        if result["status"] == UploadStatus.ADDED:
            return _added(request, result["document"])
        if result["status"] == UploadStatus.EXISTING:
            return self._upload_alone(request, result["document"])
        return _refused(request, result["error"]["code"], result["error"]["message"])

    def _upload_alone(self, request: UploadRequest, existing: str | None) -> UploadResult:
        try:
            return self._upload(request, existing)
        except CartularyError as error:
            return _refused(request, error.code, str(error))
        except OSError as error:
            return _refused(request, CartularyError.code, error.strerror or str(error))
        finally:
            self.progress(request.file, request.size)

    def _upload(self, request: UploadRequest, existing: str | None) -> UploadResult:
        if existing is None:
            try:
                return _added(
                    request, upload_document(self.connection, request, progress=partial(self.progress, request.file))
                )
            except Conflict as conflict:
                if conflict.code != "document_exists":
                    raise
                existing = str(conflict.details["document_id"])
        self.existing.add(existing, request.destination)
        return UploadResult(file=request.file, status=UploadStatus.EXISTING, size=request.size, document=existing)


def _added(request: UploadRequest, document: str) -> UploadResult:
    return UploadResult(file=request.file, status=UploadStatus.ADDED, size=request.size, document=document)


def _refused(request: UploadRequest, code: str, message: str) -> UploadResult:
    return UploadResult(file=request.file, status=UploadStatus.REFUSED, size=request.size, code=code, message=message)
