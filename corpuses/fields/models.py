"""Fields of the documents of a corpus, and their values."""

from typing import ClassVar, Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from core.deletion import LiveManager
from core.models import Deletable, Keyed
from corpuses.models import Corpus, CorpusDocument
from corpuses.visibility import VisibleWith
from documents.models import Document

SORT_KEY_LENGTH: Final = 200


@VisibleWith()
class DocumentField(Keyed, Deletable):
    """A field that each document of a corpus can have a value for."""

    class Type(models.TextChoices):
        """The type of the values, named as the types of the columns of extracts."""

        STRING = "string"
        NUMBER = "number"
        DATE = "date"
        BOOLEAN = "boolean"
        ENUM = "enum", "one of the choices"
        LIST = "list", "several of the choices"
        URL = "url"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="fields")
    name = models.CharField(max_length=100)
    description = models.CharField(max_length=1000, blank=True, default="")
    type = models.CharField(max_length=16, choices=Type.choices)
    choices = ArrayField(models.CharField(max_length=100), default=list, blank=True, help_text="of an enum or a list")
    position = models.PositiveIntegerField(default=0, help_text="place in the corpus, from 0, without gaps")

    objects = LiveManager["DocumentField"]()
    with_deleted = models.Manager["DocumentField"]()

    class Meta:
        ordering: ClassVar = ["position", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["corpus", "name"], condition=Q(deleted_at=None), name="document_field_name_once"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="document_field_has_name"),
        ]
        indexes = [
            models.Index(fields=["deleted_at"], name="document_field_bin", condition=Q(deleted_at__isnull=False))
        ]

    def __str__(self) -> str:
        return self.name


class FieldValueManager(models.Manager["FieldValue"]):
    """The values of fields that are not in the bin."""

    def get_queryset(self) -> models.QuerySet["FieldValue"]:
        return super().get_queryset().filter(field__deleted_at=None)


@VisibleWith(document="document", related=("field",))
class FieldValue(Keyed):
    """The value of a document for a field. It is removed with the membership of the document in the corpus."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="field_values")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="field_values")
    membership = models.ForeignKey(CorpusDocument, on_delete=models.CASCADE, related_name="+")
    field = models.ForeignKey(DocumentField, on_delete=models.CASCADE, related_name="values")
    values = ArrayField(models.TextField(), help_text="normalised; several only if the type is a list")
    text = models.TextField(help_text="as it is shown")
    sort_key = models.CharField(max_length=SORT_KEY_LENGTH, db_collation="C")
    modified = models.DateTimeField()
    modified_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    earlier = models.JSONField(
        default=dict,
        db_default={},
        help_text="values before and after edits that converted it: {edit: [before, after]}",
    )

    objects = FieldValueManager()
    with_deleted = models.Manager["FieldValue"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["field", "document"], name="field_value_once"),
            models.CheckConstraint(condition=Q(values__len__gt=0), name="field_value_is_not_empty"),
        ]
        indexes = [models.Index(fields=["field", "sort_key"], name="field_value_sorted")]

    def __str__(self) -> str:
        return self.text[:80]
