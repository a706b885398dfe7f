"""Exports that a job writes."""

from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models

from core.models import Keyed
from corpuses.extracts.models import Extract
from corpuses.models import Corpus
from documents.models import Blob


class Export(Keyed):
    """A file that a job writes, or has written, from rows of a corpus. It is kept for some days."""

    class Kind(models.TextChoices):
        ANNOTATIONS = "annotations"
        DOCUMENTS = "documents"
        EXTRACT = "extract"
        ANNOTATED_PDFS = "annotated_pdfs"

    class State(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="exports")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    extract = models.ForeignKey(Extract, on_delete=models.CASCADE, null=True, related_name="+")
    format = models.CharField(max_length=16)
    query = models.JSONField(default=dict, help_text="the parameters of the export that is sent at once")
    origin = models.CharField(max_length=300, help_text="that of the links in the file")
    filename = models.CharField(max_length=255)
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    row_count = models.PositiveIntegerField(null=True, help_text="known once it has been written")
    blob = models.ForeignKey(Blob, on_delete=models.PROTECT, null=True, related_name="+")
    error_code = models.CharField(max_length=64, blank=True)
    error_message = models.TextField(blank=True)
    job = models.UUIDField(null=True)
    finished = models.DateTimeField(null=True, db_index=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="extract", extract__isnull=False)
                | ~models.Q(kind="extract") & models.Q(extract__isnull=True),
                name="export_of_extract_has_extract",
            ),
            models.CheckConstraint(
                condition=models.Q(state="done", blob__isnull=False) | ~models.Q(state="done"), name="export_has_file"
            ),
        ]

    def __str__(self) -> str:
        return self.filename

    @property
    def expires(self) -> datetime | None:
        """The time when the file is deleted."""
        return self.finished + timedelta(days=settings.EXPORT_DAYS) if self.finished else None
