"""Versions of a document: documents of their own, of which the newest one is in its corpora."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from cartulary_client.records import Document, Record
from cartulary_client.resources.base import Resource, given
from cartulary_client.upload import Destination, Progress, UploadRequest, no_progress, upload_form


@dataclass(frozen=True, slots=True)
class Version(Record):
    """A version of a document; `id` is that of its own document."""

    id: str
    number: int
    is_newest: bool
    title: str
    filename: str
    mime_type: str
    size: int
    state: str
    created: datetime
    uploaded_by: dict[str, str] | None


@dataclass(frozen=True, slots=True)
class Comparison(Record):
    """The paragraphs of two versions side by side, with the words that were added and removed."""

    revisions: list[dict[str, Any]]
    old: int
    new: int
    change_count: int
    rows: list[dict[str, Any]]


class Versions(Resource):
    """The operations on versions: `Client.versions`."""

    def list(self, document: str) -> Iterator[Version]:
        """List the versions of a document, newest first."""
        return self._list(Version, f"/documents/{document}/versions")

    def upload(self, document: str, file: Path, *, title: str = "", progress: Progress = no_progress) -> Document:
        """Upload a new version, which replaces the document in its corpora; its annotations are copied."""
        request = UploadRequest.for_file(file, Destination(), title=title)
        response = upload_form(self._connection, request, f"/documents/{document}/versions", progress=progress)
        return Document.from_json(response.json())

    def compare(
        self, document: str, *, old: int | None = None, new: int | None = None, old_document: str = ""
    ) -> Comparison:
        """Compare two parses of a document, by number, or it with another version, `old_document`."""
        numbers = given(old=old, new=new, old_document=old_document)
        return Comparison.from_json(self._connection.get(f"/documents/{document}/comparison", **numbers))
