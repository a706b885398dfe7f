"""Send many files: what is there already is not sent, several go at once, and each one is accounted for."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, Final

from cartulary_client.connection import Connection
from cartulary_client.errors import CartularyError, Conflict
from cartulary_client.placing import Places
from cartulary_client.sending import (
    RESUMABLE_OVER,
    Parcel,
    Place,
    Progress,
    send_form,
    send_in_parts,
    sha256_of,
    unheard,
)

_CHECKED_AT_ONCE: Final = 200
_LITTER: Final = frozenset({"Thumbs.db", "desktop.ini", "__MACOSX"})


class Fate(StrEnum):
    """What became of a file."""

    ADDED = "added"
    EXISTING = "existing"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The line of account of one file. `document` is the one it is, or had been before."""

    file: Path
    fate: Fate
    size: int = 0
    document: str | None = None
    code: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A file, and the folders that it lies in below what was named."""

    file: Path
    path: str = ""


Told = Callable[[Path, int], None]
"""Is told how far a file has come, in bytes, from whatever thread sends it."""


def unseen(_file: Path, _sent: int) -> None:
    """For those who do not want to know."""


def files_of(*named: Path) -> list[Found]:
    """Give the files named, and those of folders with their places; no links, nothing that begins with a dot."""
    found: list[Found] = []
    for each in named:
        if not each.is_dir():
            found.append(Found(each))
            continue
        top = each.resolve().name
        inside = sorted(file for file in each.rglob("*") if file.is_file() and not file.is_symlink())
        found += [
            Found(file, Path(top, file.relative_to(each).parent).as_posix())
            for file in inside
            if not any(part.startswith(".") or part in _LITTER for part in file.relative_to(each).parts)
        ]
    return found


def send_many(
    connection: Connection, found: Sequence[Found], *, place: Place, at_once: int = 4, told: Told = unseen
) -> Iterator[Outcome]:
    """Give one outcome for each file, as they come. Only what concerns all of them is raised."""
    sender = _Sender(connection, Places(connection), told)
    with ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="upload") as pool:
        for start in range(0, len(found), _CHECKED_AT_ONCE):
            parcels, unreadable = _wrapped(pool, found[start : start + _CHECKED_AT_ONCE], place)
            yield from unreadable
            forecasts = _forecasts(connection, parcels)
            running = {
                pool.submit(sender.send, parcel, forecast) for parcel, forecast in zip(parcels, forecasts, strict=True)
            }
            yield from _as_they_come(running)


def _as_they_come(running: "set[Future[Outcome]]") -> Iterator[Outcome]:
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
    finally:
        for each in running:
            each.cancel()


def _wrapped(pool: ThreadPoolExecutor, found: Sequence[Found], place: Place) -> tuple[list[Parcel], list[Outcome]]:
    """Hash the files; those that cannot be read have had their outcome."""

    def wrap(each: Found) -> Parcel | Outcome:
        try:
            size = each.file.stat().st_size
            path = "/".join(filter(None, (place.path, each.path)))
            return Parcel(file=each.file, sha256=sha256_of(each.file), size=size, place=replace(place, path=path))
        except OSError as error:
            return Outcome(file=each.file, fate=Fate.REFUSED, code="unreadable", message=error.strerror or str(error))

    wrapped = list(pool.map(wrap, found))
    return [w for w in wrapped if isinstance(w, Parcel)], [w for w in wrapped if isinstance(w, Outcome)]


def _forecasts(connection: Connection, parcels: Sequence[Parcel]) -> list[dict[str, Any]]:
    """Ask what would become of the files."""
    if not parcels:
        return []
    asked = [{"sha256": parcel.sha256, "size": parcel.size, "name": parcel.file.name} for parcel in parcels]
    forecasts: list[dict[str, Any]] = connection.post("/documents/check", {"files": asked})["files"]
    return forecasts


@dataclass(frozen=True, slots=True)
class _Sender:
    """Sends files unless they are there already, and says what became of them."""

    connection: Connection
    places: Places
    told: Told

    def send(self, parcel: Parcel, forecast: dict[str, Any]) -> Outcome:
        """Whatever is wrong with one file concerns no other."""
        try:
            return self._send(parcel, forecast["document"])
        except CartularyError as error:
            return _refused(parcel, error)
        except OSError as error:
            return _refused(parcel, CartularyError(error.strerror or str(error)))
        finally:
            self.told(parcel.file, parcel.size)

    def _send(self, parcel: Parcel, existing: str | None) -> Outcome:
        try:
            if existing is None:
                document = send_document(self.connection, parcel, progress=partial(self.told, parcel.file))
                return Outcome(file=parcel.file, fate=Fate.ADDED, size=parcel.size, document=document)
        except Conflict as conflict:
            if conflict.code != "document_exists":
                raise
            existing = str(conflict.details["document_id"])
        self.places.put(existing, parcel.place)
        return Outcome(file=parcel.file, fate=Fate.EXISTING, size=parcel.size, document=existing)


def send_document(connection: Connection, parcel: Parcel, *, progress: Progress = unheard) -> str:
    """Send one file the way that fits it; give the document. Raises `Refused`."""
    if parcel.size <= RESUMABLE_OVER:
        return str(send_form(connection, parcel, "/documents/upload", progress=progress)["id"])
    upload = send_in_parts(connection, parcel, progress=progress)
    if upload["document"] is None:
        raise CartularyError("The upload has ended without a document.")
    return str(upload["document"])


def _refused(parcel: Parcel, error: CartularyError) -> Outcome:
    return Outcome(file=parcel.file, fate=Fate.REFUSED, size=parcel.size, code=error.code, message=str(error))
