"""The client: what people do with Cartulary, as methods."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

from cartulary_client import batches, waiting
from cartulary_client.batches import Outcome, Told, unseen
from cartulary_client.connection import Connection, log_in
from cartulary_client.credentials import Credentials, Keeper
from cartulary_client.errors import CartularyError, NotFound
from cartulary_client.records import (
    Annotation,
    ApiToken,
    Archive,
    ArchiveEntry,
    Corpus,
    Document,
    Hit,
    Job,
    Person,
    R,
    Usage,
    read,
)
from cartulary_client.sending import (
    RESUMABLE_OVER,
    Parcel,
    Place,
    Progress,
    placed,
    send_form,
    send_in_parts,
    sha256_of,
    unheard,
)

_PAGE: Final = 200


class Client:
    """One person at one server. Use it as a context manager, or close it; threads may share it."""

    def __init__(self, credentials: Credentials, *, keeper: Keeper | None = None, connections: int = 10) -> None:
        self.connection = Connection(credentials, keeper=keeper, connections=connections)

    @classmethod
    def log_in(cls, server: str, username: str, password: str) -> Self:
        """Sign in with a password; the client renews the login while it lives."""
        return cls(log_in(server, username, password))

    @classmethod
    def with_token(cls, server: str, token: str) -> Self:
        """Sign in with an API token (`cty_…`)."""
        return cls(Credentials(server=server.rstrip("/"), token=token))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    # Who

    def me(self) -> Person:
        return read(Person, self.connection.get("/auth/me"))

    def log_out(self) -> None:
        """End this login; an API token stays as it is."""
        credentials = self.connection.credentials
        if credentials.refresh:
            self.connection.request("POST", "/auth/logout", json={"refresh": credentials.refresh})

    def usage(self) -> Usage:
        return read(Usage, self.connection.get("/usage"))

    def tokens(self) -> Iterator[ApiToken]:
        return self._list(ApiToken, "/tokens")

    def create_token(self, name: str, scopes: Sequence[str], *, expires: str | None = None) -> ApiToken:
        """Make an API token; its `token` is told now and never again."""
        body = {"name": name, "scopes": list(scopes), **({"expires": expires} if expires else {})}
        return read(ApiToken, self.connection.request("POST", "/tokens", json=body).json())

    def revoke_token(self, token: str) -> None:
        self.connection.delete(f"/tokens/{token}")

    # Files

    def upload(
        self,
        file: Path,
        *,
        corpus: str = "",
        folder: str = "",
        place: Place | None = None,
        title: str = "",
        progress: Progress = unheard,
    ) -> Document:
        """Send one file to a corpus (else your personal one) and a folder of it, named by its id or its path.

        Folders of the path that are missing are made; `place` says the same in one. Raises `Conflict` with
        `document_id` if you have the file already.
        """
        parcel = _parcel(file, place or placed(corpus, folder), title=title)
        return self.document(batches.send_document(self.connection, parcel, progress=progress))

    def upload_all(
        self, *named: Path, place: Place | None = None, at_once: int = 4, told: Told = unseen
    ) -> Iterator[Outcome]:
        """Send files and whole folders; gives what became of each file."""
        found = batches.files_of(*named)
        return batches.send_many(self.connection, found, place=place or Place(), at_once=at_once, told=told)

    def upload_archive(self, file: Path, *, place: Place | None = None, progress: Progress = unheard) -> Archive:
        """Send a ZIP file to be unpacked into a corpus; your personal one, unless another is named."""
        parcel = _parcel(file, place, kind="archive")
        corpus = parcel.place.corpus
        if corpus and parcel.size <= RESUMABLE_OVER:
            return read(Archive, send_form(self.connection, parcel, f"/corpuses/{corpus}/archives", progress=progress))
        archive = str(send_in_parts(self.connection, parcel, progress=progress)["archive"])
        return self.archive(corpus, archive) if corpus else self._personal_archive(archive)

    def _personal_archive(self, archive: str) -> Archive:
        """Personal corpora of others may be seen as well; what you have sent is in yours."""
        for corpus in self.corpora():
            if corpus.is_personal:
                with suppress(NotFound):
                    return self.archive(corpus.id, archive)
        raise CartularyError("The archive has gone.")

    def archive(self, corpus: str, archive: str) -> Archive:
        return read(Archive, self.connection.get(f"/corpuses/{corpus}/archives/{archive}"))

    def wait_for_archive(self, archive: Archive, *, seconds: float = 600.0) -> Archive:
        """Give the archive when it has been unpacked, or could not be; raises `TookTooLong`."""
        waiting.poll(
            lambda: self.archive(archive.corpus, archive.id).state == "waiting",
            seconds=seconds,
            still=f"{archive.filename} is still being unpacked.",
        )
        return self.archive(archive.corpus, archive.id)

    def archive_entries(self, archive: Archive) -> Iterator[ArchiveEntry]:
        return self._list(ArchiveEntry, f"/corpuses/{archive.corpus}/archives/{archive.id}/entries")

    def wait(self, documents: Sequence[str], *, seconds: float = 600.0, streaming: bool = True) -> Iterator[Document]:
        """Give each document as soon as nothing works on it any more; raises `TookTooLong`."""
        ended = waiting.until_processed(self.connection, documents, seconds=seconds, streaming=streaming)
        return (read(Document, body) for body in ended)

    def download(self, document: str, target: Path, *, what: str = "file") -> int:
        """Write a document's `file`, `pdf` or `text` to a path, whole or not at all; gives its length in bytes."""
        part = target.with_name(f".{target.name}.part")
        length = 0
        try:
            address = f"/documents/{document}/{what}"
            with self.connection.stream(address, headers={}, timeout=None) as answer, part.open("wb") as file:
                for chunk in answer.iter_bytes(1 << 20):
                    length += file.write(chunk)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
        return length

    # Documents

    def documents(self, *, corpus: str = "", search: str = "", state: str = "", scope: str = "") -> Iterator[Document]:
        """List the newest first: everything, or what is in a corpus."""
        if corpus:
            return self._list(Document, f"/corpuses/{corpus}/documents", search=search, state=state)
        return self._list(Document, "/documents", search=search, state=state, scope=scope)

    def document(self, document: str) -> Document:
        return read(Document, self.connection.get(f"/documents/{document}"))

    def children(self, document: str) -> Iterator[Document]:
        """List what was found inside a document, or deeper, by place: attachments of a letter."""
        return self._list(Document, f"/documents/{document}/children")

    def rename(self, document: str, title: str, *, version: str = "") -> Document:
        """Change the title; with `version` only if nobody else has changed it, else `EditConflict`."""
        return read(Document, self.connection.patch(f"/documents/{document}", {"title": title}, version=version))

    def delete_document(self, document: str) -> None:
        self.connection.delete(f"/documents/{document}")

    def text(self, document: str) -> str:
        return self.connection.request("GET", f"/documents/{document}/text").text

    # Corpora

    def corpora(self, *, search: str = "") -> Iterator[Corpus]:
        return self._list(Corpus, "/corpuses", search=search)

    def corpus(self, corpus: str) -> Corpus:
        return read(Corpus, self.connection.get(f"/corpuses/{corpus}"))

    def create_corpus(self, title: str, *, description: str = "") -> Corpus:
        return read(Corpus, self.connection.post("/corpuses", {"title": title, "description": description}))

    def wait_for_actions(self, corpus: str, *, seconds: float = 600.0) -> None:
        """Return when the corpus has done with its documents what it does by itself: only then are they searchable.

        Raises `TookTooLong`.
        """
        waiting.poll(
            lambda: self.connection.get(f"/corpuses/{corpus}/executions", state="queued", page_size=1)["results"],
            seconds=seconds,
            still="The corpus is still at work on its documents.",
        )

    def delete_corpus(self, corpus: str) -> None:
        self.connection.delete(f"/corpuses/{corpus}")

    def add_documents(self, corpus: str, documents: Sequence[str]) -> int:
        """Put documents into a corpus; gives how many were not in it."""
        return int(self.connection.post(f"/corpuses/{corpus}/documents", {"documents": list(documents)})["added"])

    def search(self, corpus: str, query: str, *, limit: int = 10) -> list[Hit]:
        """Ask a corpus; the best passages first."""
        found = self.connection.get(f"/corpuses/{corpus}/search", query=query, limit=limit)
        return [read(Hit, body) for body in found["results"]]

    # Annotations

    def annotations(
        self, *, corpus: str, document: str = "", label: str = "", page: int | None = None
    ) -> Iterator[Annotation]:
        return self._list(Annotation, "/annotations", corpus=corpus, document=document, label=label, page=page)

    def annotate(
        self, corpus: str, document: str, label_name: str, *, start: int, end: int, note: str = ""
    ) -> Annotation:
        """Label a passage, given by offsets in the document's text."""
        place = {"corpus": corpus, "document": document, "start": start, "end": end}
        note_if_any = {"note": note} if note else {}
        return read(
            Annotation, self.connection.post("/annotations", {**place, "label_name": label_name, **note_if_any})
        )

    def edit_annotation(self, annotation: str, *, note: str, version: str = "") -> Annotation:
        """Change the note; with `version` only if nobody else has changed it, else `EditConflict`."""
        return read(Annotation, self.connection.patch(f"/annotations/{annotation}", {"note": note}, version=version))

    def delete_annotation(self, annotation: str) -> None:
        self.connection.delete(f"/annotations/{annotation}")

    # Jobs

    def jobs(self, *, status: str = "", document: str = "") -> Iterator[Job]:
        return self._list(Job, "/jobs", status=status, document=document)

    def job(self, job: str) -> Job:
        return read(Job, self.connection.get(f"/jobs/{job}"))

    def _list(self, kind: type[R], path: str, **params: Any) -> Iterator[R]:
        """Follow the pages."""
        return (read(kind, body) for body in self.connection.pages(path, page_size=_PAGE, **params))


def _parcel(file: Path, place: Place | None, *, title: str = "", kind: str = "document") -> Parcel:
    size = file.stat().st_size
    return Parcel(file=file, sha256=sha256_of(file), size=size, place=place or Place(), title=title, kind=kind)
