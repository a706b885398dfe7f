"""Imports of annotations."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from corpuses.models import Corpus, JobReport
from corpuses.visibility import VisibleWith


@VisibleWith(for_members=True, for_owner=True)
class AnnotationImport(JobReport):
    """A file of annotations that is, or was, imported into a corpus, with a report."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="annotation_imports")
    upload = models.UUIDField(help_text="contains its bytes until it is imported")
    waits_for = ArrayField(
        models.UUIDField(),
        default=list,
        blank=True,
        db_default=[],
        help_text="documents that are being processed; its job starts afterwards",
    )
    filename = models.CharField(max_length=255)
    row_count = models.PositiveIntegerField(null=True, help_text="known once it has been read")
    done = models.PositiveIntegerField(default=0, help_text="rows that have a result")
    added = models.PositiveIntegerField(default=0)
    existing = models.PositiveIntegerField(default=0)
    relations = models.PositiveIntegerField(default=0, db_default=0, help_text="relations that were added")
    comments = models.PositiveIntegerField(default=0, db_default=0, help_text="comments that were added")
    refused = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list, help_text="the first refused rows: [{line, code, message}, …]")

    class Meta(JobReport.Meta):
        indexes = [
            models.Index(fields=["id"], name="annotation_import_waiting", condition=Q(state="waiting")),
        ]

    def __str__(self) -> str:
        return self.filename
