"""Upload of one file: a single form request when it is small, else a resumable upload (tus)."""

import hashlib
import io
import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final, Self

import httpx

from cartulary_client.connection import Connection, new_idempotency_key
from cartulary_client.errors import ApiError, CartularyError, Conflict
from cartulary_client.records import is_id

MAX_FORM_SIZE: Final = 8 << 20
_CHUNK_SIZE: Final = 8 << 20
_READ_SIZE: Final = 1 << 20
_TUS_HEADERS: Final[Mapping[str, str]] = {"Tus-Resumable": "1.0.0"}
# A chunk was stored but its response was lost: a retry of the chunk gets one of these codes.
_ALREADY_STORED: Final = frozenset({"offset_mismatch", "upload_gone"})

Progress = Callable[[int], None]
"""Receives the number of bytes sent so far; it decreases when a request is retried."""


def no_progress(*_: object) -> None:
    """Ignore progress reports."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """The corpus (the personal one by default) and the folder that a file is uploaded to.

    `path` names folders below `folder`; missing ones are created.
    """

    corpus: str = ""
    folder: str = ""
    path: str = ""

    @classmethod
    def in_corpus(cls, corpus: str, folder: str) -> Self:
        """Return the destination for a folder given by its id or its path."""
        return cls(corpus=corpus, folder=folder) if is_id(folder) else cls(corpus=corpus, path=folder)

    def fields(self) -> dict[str, str]:
        """Return the form fields that are set."""
        fields = {"corpus": self.corpus, "folder": self.folder, "path": self.path}
        return {name: value for name, value in fields.items() if value}


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadRequest:
    """A file to upload, its checksum, and the fields that are sent with it."""

    file: Path
    sha256: str
    size: int
    destination: Destination
    title: str = ""
    kind: str = "document"

    @classmethod
    def for_file(cls, file: Path, destination: Destination, *, title: str = "", kind: str = "document") -> Self:
        """Read the file's size and checksum; raise `OSError` when it cannot be read."""
        with file.open("rb") as source:
            sha256 = hashlib.file_digest(source, "sha256").hexdigest()
        size = file.stat().st_size
        return cls(file=file, sha256=sha256, size=size, destination=destination, title=title, kind=kind)

    def fields(self) -> dict[str, str]:
        return {**self.destination.fields(), **({"title": self.title} if self.title else {})}


def upload_document(connection: Connection, request: UploadRequest, *, progress: Progress = no_progress) -> str:
    """Upload one file in the way that suits its size and return the id of its document.

    Raises `ApiError`; `Conflict` with `document_id` if you have this file already.
    """
    if request.size <= MAX_FORM_SIZE:
        # Without the document in the response, which costs the server more than storing a small file.
        headers = {"Prefer": "return=minimal"}
        response = upload_form(connection, request, "/documents/upload", progress=progress, headers=headers)
        return _created_id(response)
    upload = upload_resumable(connection, request, progress=progress)
    if upload["document"] is None:
        raise CartularyError("The upload ended without a document.")
    return str(upload["document"])


def upload_batch(connection: Connection, requests: Sequence[UploadRequest]) -> list[dict[str, Any]]:
    """Send small files for one corpus in one request; return the server's result for each file, in the same order.

    A repeated request adds nothing twice. Raises `OSError` when a file cannot be read.
    """
    to = requests[0].destination
    entries = [{"path": each.destination.path, "title": each.title, "sha256": each.sha256} for each in requests]
    contents = [("file", (each.file.name, each.file.read_bytes())) for each in requests]
    fields = {**{name: value for name, value in to.fields().items() if name != "path"}, "files": json.dumps(entries)}
    response = connection.request("POST", "/documents/upload-batch", files=contents, data=fields, is_idempotent=True)
    return list(response.json()["files"])


def upload_form(
    connection: Connection,
    request: UploadRequest,
    path: str,
    *,
    progress: Progress = no_progress,
    headers: Mapping[str, str] | None = None,
) -> httpx.Response:
    """Send the file in one request; all attempts use the same idempotency key."""
    with _ProgressReader(request.file, progress) as source:

        def form() -> Mapping[str, Any]:
            source.seek(0)
            return {"files": {"file": (request.file.name, source)}}

        fields = {**request.fields(), "sha256": request.sha256}
        headers = {**(headers or {}), "Idempotency-Key": new_idempotency_key()}
        return connection.request("POST", path, body=form, data=fields, headers=headers)


def upload_resumable(
    connection: Connection, request: UploadRequest, *, progress: Progress = no_progress
) -> dict[str, Any]:
    """Send the file in chunks, starting where an interrupted upload of the same file ended; return the final upload.

    Raises `ApiError` with the code of what is wrong with the file.
    """
    upload = _create_upload(connection, request)
    path = f"/uploads/{upload['id']}"
    with request.file.open("rb") as source:
        while upload["state"] == "receiving" and upload["offset"] < upload["length"]:
            progress(upload["offset"])
            _send_chunk(connection, path, source, offset=upload["offset"])
            upload = connection.get(path)
    progress(upload["offset"])
    if (error := upload["error"]) is not None:
        is_conflict = error["code"] == "document_exists"
        kind, status = (Conflict, HTTPStatus.CONFLICT) if is_conflict else (ApiError, HTTPStatus.BAD_REQUEST)
        raise kind(status, error["code"], error["message"], **error.get("details", {}))
    return dict(upload)


def _created_id(response: httpx.Response) -> str:
    """Return the id from the body, or from `Location` where the server leaves the body out."""
    if response.content:
        return str(response.json()["id"])
    return response.headers["Location"].rstrip("/").rpartition("/")[2]


def _create_upload(connection: Connection, request: UploadRequest) -> dict[str, Any]:
    """Return the interrupted upload of the same file, found by its idempotency key, or else create one."""
    values = {"filename": request.file.name, "sha256": request.sha256, "kind": request.kind, **request.fields()}
    metadata = ",".join(f"{name} {b64encode(value.encode()).decode()}" for name, value in values.items())
    headers = {**_TUS_HEADERS, "Upload-Length": str(request.size), "Upload-Metadata": metadata}
    fingerprint = hashlib.sha256(json.dumps([request.size, values], sort_keys=True).encode()).hexdigest()
    for key in (f"upload-{fingerprint}", new_idempotency_key()):
        try:
            response = connection.request("POST", "/uploads", headers={**headers, "Idempotency-Key": key})
        except ApiError as error:
            if error.code not in {"idempotency_key_reuse", "not_found"} or not key.startswith("upload-"):
                raise
            continue
        upload: dict[str, Any] = response.json()
        if upload["state"] == "receiving":
            break
    return upload


def _send_chunk(connection: Connection, path: str, source: io.BufferedReader, *, offset: int) -> None:
    """Send the next bytes. The caller reads the server's offset afterwards, so one that differs is no error."""
    source.seek(offset)
    chunk = source.read(_CHUNK_SIZE)
    if not chunk:
        raise CartularyError(f"{source.name} became shorter during the upload.")
    headers = {**_TUS_HEADERS, "Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"}
    try:
        connection.request("PATCH", path, content=chunk, headers=headers, is_idempotent=True)
    except ApiError as error:
        if error.code not in _ALREADY_STORED:
            raise


class _ProgressReader(io.BufferedReader):
    """A file that reports how much of it has been read."""

    def __init__(self, file: Path, progress: Progress) -> None:
        super().__init__(io.FileIO(file), _READ_SIZE)
        self._progress = progress
        self._position = 0

    def read(self, size: int | None = -1, /) -> bytes:
        content = super().read(size)
        self._position += len(content)
        self._progress(self._position)
        return content

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        self._position = super().seek(offset, whence)
        return self._position
