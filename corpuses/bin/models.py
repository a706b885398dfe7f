"""Rows of the database view that lists what is in the bin."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from corpuses.models import Corpus
from documents.models import Document


class BinItem(models.Model):
    """Something that was deleted: a row of a view over all models that have a bin (`view.sql`)."""

    class Kind(models.TextChoices):
        DOCUMENT = "document"
        CORPUS = "corpus"
        FOLDER = "folder"
        LABEL = "label"
        FIELD = "field"
        ANNOTATION = "annotation"
        FIELDSET = "fieldset"
        EXTRACT = "extract"
        COMMENT = "comment"

    id = models.UUIDField(primary_key=True)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    title = models.TextField()
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, related_name="+", help_text="of the document or corpus"
    )
    corpus = models.ForeignKey(Corpus, on_delete=models.DO_NOTHING, null=True, related_name="+")
    document = models.ForeignKey(Document, on_delete=models.DO_NOTHING, null=True, related_name="+")
    size = models.BigIntegerField(help_text="bytes of the file and its attachments")
    deleted_at = models.DateTimeField()
    deleted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, null=True, related_name="+")

    class Meta:
        managed = False
        ordering: ClassVar = ["-deleted_at", "-id"]

    def __str__(self) -> str:
        return self.title
