"""ZIP files that the server unpacks into documents."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cartulary_client.errors import CartularyError, NotFound
from cartulary_client.records import Archive, ArchiveEntry
from cartulary_client.resources.base import PAGE_SIZE, TIMEOUT, Resource
from cartulary_client.upload import (
    MAX_FORM_SIZE,
    Destination,
    Progress,
    UploadRequest,
    no_progress,
    upload_form,
    upload_resumable,
)
from cartulary_client.wait import poll_while


class Archives(Resource):
    """The operations on archives: `Client.archives`."""

    def upload(
        self, file: Path, *, destination: Destination | None = None, progress: Progress = no_progress
    ) -> Archive:
        """Upload a ZIP file that the server unpacks into a corpus (your personal one by default)."""
        request = UploadRequest.for_file(file, destination or Destination(), kind="archive")
        corpus = request.destination.corpus
        if corpus and request.size <= MAX_FORM_SIZE:
            response = upload_form(self._connection, request, f"/corpuses/{corpus}/archives", progress=progress)
            return Archive.from_json(response.json())
        archive = str(upload_resumable(self._connection, request, progress=progress)["archive"])
        return self.get(corpus, archive) if corpus else self._find_personal(archive)

    def get(self, corpus: str, archive: str) -> Archive:
        return Archive.from_json(self._connection.get(f"/corpuses/{corpus}/archives/{archive}"))

    def wait(self, archive: Archive, *, timeout: float = TIMEOUT) -> Archive:
        """Return the archive when it has been unpacked or has failed; raise `WaitTimeout`."""
        poll_while(
            lambda: self.get(archive.corpus, archive.id).state == "waiting",
            timeout=timeout,
            message=f"{archive.filename} is still being unpacked.",
        )
        return self.get(archive.corpus, archive.id)

    def entries(self, archive: Archive) -> Iterator[ArchiveEntry]:
        path = f"/corpuses/{archive.corpus}/archives/{archive.id}/entries"
        return self._list(ArchiveEntry, path)

    def _find_personal(self, archive: str) -> Archive:
        """Find an archive in your own personal corpus; personal corpora of others may be visible, too."""
        for corpus in self._connection.pages("/corpuses", page_size=PAGE_SIZE):
            if corpus["is_personal"]:
                with suppress(NotFound):
                    return self.get(corpus["id"], archive)
        raise CartularyError("The archive was deleted.")
