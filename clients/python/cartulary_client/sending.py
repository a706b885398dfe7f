"""Send one file: as a form when it is small, else in parts (tus) that go on where a broken upload was."""

import hashlib
import io
import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from cartulary_client.connection import Connection, new_key
from cartulary_client.errors import CartularyError, Conflict, Refused

RESUMABLE_OVER: Final = 8 << 20
_PART: Final = 8 << 20
_CHUNK: Final = 1 << 20
_TUS: Final[Mapping[str, str]] = {"Tus-Resumable": "1.0.0"}
# The bytes came, but not the answer: whoever asks again hears this.
_ELSEWHERE: Final = frozenset({"offset_mismatch", "upload_gone"})

Progress = Callable[[int], None]
"""Is told how many bytes of the file have been sent so far; less than before when something is sent again."""


def unheard(_sent: int) -> None:
    """For those who do not want to know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a file goes to: a corpus (else the personal one), and folders in it."""

    corpus: str = ""
    folder: str = ""
    path: str = ""

    def fields(self) -> dict[str, str]:
        """Give what is named, as fields of a form."""
        named = {"corpus": self.corpus, "folder": self.folder, "path": self.path}
        return {name: value for name, value in named.items() if value}


def placed(corpus: str, folder: str) -> Place:
    """Give the place of a folder that is named by its id, or by its path."""
    try:
        return Place(corpus=corpus, folder=str(UUID(folder)))
    except ValueError:
        return Place(corpus=corpus, path=folder)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parcel:
    """A file that shall be sent, its hash, and what is said about it."""

    file: Path
    sha256: str
    size: int
    place: Place
    title: str = ""
    kind: str = "document"

    def wishes(self) -> dict[str, str]:
        """Give what goes with the bytes."""
        return {**self.place.fields(), **({"title": self.title} if self.title else {})}


def sha256_of(file: Path) -> str:
    """Hash a file of any size."""
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()


def send_form(connection: Connection, parcel: Parcel, path: str, *, progress: Progress = unheard) -> dict[str, Any]:
    """Send everything in one request; repeat it under the same key when the answer is lost."""
    with _Counted(parcel.file, progress) as source:

        def form() -> Mapping[str, Any]:
            source.seek(0)
            return {"files": {"file": (parcel.file.name, source)}}

        fields = {**parcel.wishes(), "sha256": parcel.sha256}
        answer = connection.request("POST", path, body=form, data=fields, headers={"Idempotency-Key": new_key()})
    return dict(answer.json())


def send_in_parts(connection: Connection, parcel: Parcel, *, progress: Progress = unheard) -> dict[str, Any]:
    """Send the file part by part, and go on with an earlier try of the same; give the upload as it ended.

    Raises `Refused` with the code of what was wrong with the file.
    """
    upload = _announce(connection, parcel)
    path = f"/uploads/{upload['id']}"
    with parcel.file.open("rb") as source:
        while upload["state"] == "receiving" and upload["offset"] < upload["length"]:
            progress(upload["offset"])
            _send_part(connection, path, source, offset=upload["offset"])
            upload = connection.get(path)
    progress(upload["offset"])
    if upload["error"] is not None:
        wrong = upload["error"]
        kind = Conflict if wrong["code"] == "document_exists" else Refused
        raise kind(409 if kind is Conflict else 400, wrong["code"], wrong["message"], **wrong.get("details", {}))
    return dict(upload)


def _announce(connection: Connection, parcel: Parcel) -> dict[str, Any]:
    """Find the upload that an earlier try of the same has left, by its idempotency key; else make one."""
    told = {"filename": parcel.file.name, "sha256": parcel.sha256, "kind": parcel.kind, **parcel.wishes()}
    metadata = ",".join(f"{name} {b64encode(value.encode()).decode()}" for name, value in told.items())
    headers = {**_TUS, "Upload-Length": str(parcel.size), "Upload-Metadata": metadata}
    same = hashlib.sha256(json.dumps([parcel.size, told], sort_keys=True).encode()).hexdigest()
    for key in (f"upload-{same}", new_key()):
        try:
            answer = connection.request("POST", "/uploads/", headers={**headers, "Idempotency-Key": key})
        except Refused as refused:
            if refused.code not in {"idempotency_key_reuse", "not_found"} or not key.startswith("upload-"):
                raise
            continue
        upload: dict[str, Any] = answer.json()
        if upload["state"] == "receiving":
            break
    return upload


def _send_part(connection: Connection, path: str, source: io.BufferedReader, *, offset: int) -> None:
    """Send the next bytes. Where the server stands elsewhere than we thought, it tells when it is asked again."""
    source.seek(offset)
    part = source.read(_PART)
    if not part:
        raise CartularyError(f"{source.name} has become shorter while it was sent.")
    headers = {**_TUS, "Upload-Offset": str(offset), "Content-Type": "application/offset+octet-stream"}
    try:
        connection.request("PATCH", path, content=part, headers=headers, again=True)
    except Refused as refused:
        if refused.code not in _ELSEWHERE:
            raise


class _Counted(io.BufferedReader):
    """A file that tells how much of it has been read."""

    def __init__(self, file: Path, progress: Progress) -> None:
        super().__init__(io.FileIO(file), _CHUNK)
        self._progress = progress

    def read(self, size: int | None = -1, /) -> bytes:
        read = super().read(size)
        self._progress(self.tell())
        return read
