"""Imports of annotations from a file."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from cartulary_client.errors import CartularyError
from cartulary_client.records import Job, Record
from cartulary_client.resources.base import TIMEOUT, Resource
from cartulary_client.upload import Destination, Progress, UploadRequest, no_progress, upload_form
from cartulary_client.wait import poll_while


@dataclass(frozen=True, slots=True)
class AnnotationImport(Record):
    """A file of annotations that is imported: `waiting`, `done` or `failed` with an `error`.

    `problems` has the `line`, the `code` and the `message` of each row that was refused.
    """

    id: str
    corpus: str
    filename: str
    state: str
    rows: int | None
    added: int
    existing: int
    relations: int
    comments: int
    refused: int
    problems: list[dict[str, Any]]
    job: str | None
    error: dict[str, str] | None
    created: datetime
    finished: datetime | None


class AnnotationImports(Resource):
    """The operations on imports of annotations: `Client.annotation_imports`."""

    def start(self, corpus: str, file: Path, *, progress: Progress = no_progress) -> AnnotationImport:
        """Send a file of JSON lines or Web Annotations, as they are exported; a job imports it."""
        request = UploadRequest.for_file(file, Destination())
        path = f"/corpuses/{corpus}/annotation-imports"
        response = upload_form(self._connection, request, path, progress=progress)
        return AnnotationImport.from_json(response.json())

    def get(self, corpus: str, annotation_import: str) -> AnnotationImport:
        return AnnotationImport.from_json(
            self._connection.get(f"/corpuses/{corpus}/annotation-imports/{annotation_import}")
        )

    def wait(
        self, started: AnnotationImport, *, timeout: float = TIMEOUT, progress: Callable[[int], None] = no_progress
    ) -> AnnotationImport:
        """Return the report when all rows were read; raise `CartularyError` if that fails, or `WaitTimeout`.

        `progress` is called with the percentage that is done.
        """

        def is_busy() -> bool:
            if started.job:
                progress(Job.from_json(self._connection.get(f"/jobs/{started.job}")).progress)
            return self.get(started.corpus, started.id).state == "waiting"

        poll_while(is_busy, timeout=timeout, message=f"{started.filename} is still being imported.")
        report = self.get(started.corpus, started.id)
        if report.error:
            raise CartularyError(f"{report.filename}: {report.error['message']}")
        return report
