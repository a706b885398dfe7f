"""Imports of annotations."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from core.models import Keyed
from corpuses.models import Corpus


class AnnotationImport(Keyed):
    """A file of annotations that is, or was, imported into a corpus, with a report."""

    class State(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="annotation_imports")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    upload = models.UUIDField(help_text="contains its bytes until it is imported")
    filename = models.CharField(max_length=255)
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    row_count = models.PositiveIntegerField(null=True, help_text="known once it has been read")
    done = models.PositiveIntegerField(default=0, help_text="rows that have a result")
    added = models.PositiveIntegerField(default=0)
    existing = models.PositiveIntegerField(default=0)
    relations = models.PositiveIntegerField(default=0, db_default=0, help_text="relations that were added")
    comments = models.PositiveIntegerField(default=0, db_default=0, help_text="comments that were added")
    refused = models.PositiveIntegerField(default=0)
    problems = models.JSONField(default=list, help_text="the first refused rows: [{line, code, message}, …]")
    error_code = models.CharField(max_length=64, blank=True)
    error_message = models.TextField(blank=True)
    job = models.UUIDField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return self.filename
