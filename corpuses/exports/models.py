"""Exports that a job writes."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models

from corpuses.extracts.models import Extract
from corpuses.models import Corpus, JobReport
from corpuses.visibility import VisibleWith
from documents.models import Blob


@VisibleWith(for_members=True, for_owner=True, related=("blob",))
class Export(JobReport):
    """A file that a job writes, or has written, from rows of a corpus. It is kept for some days."""

    class Kind(models.TextChoices):
        ANNOTATIONS = "annotations"
        DOCUMENTS = "documents"
        EXTRACT = "extract"
        ANNOTATED_PDFS = "annotated_pdfs"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="exports")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    extract = models.ForeignKey(Extract, on_delete=models.CASCADE, null=True, related_name="+")
    format = models.CharField(max_length=16)
    query = models.JSONField(default=dict, help_text="the parameters of the export that is sent at once")
    origin = models.CharField(max_length=300, help_text="that of the links in the file")
    filename = models.CharField(max_length=255)
    row_count = models.PositiveIntegerField(null=True, help_text="known once it has been written")
    blob = models.ForeignKey(Blob, on_delete=models.PROTECT, null=True, related_name="+")
    finished = models.DateTimeField(null=True, db_index=True)

    class Meta(JobReport.Meta):
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
