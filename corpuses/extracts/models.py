"""Questions about every document of a corpus, and the answers with the text that proves them.

A fieldset has columns (questions). An extract is one run of them over documents: it has copies of the columns, so that
it stays as it was when the fieldset is changed, a row for each document, and a cell for each row and column.
"""

from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from core.db.ids import uuid7
from core.deletion import LiveManager
from core.models import Deletable, Keyed
from corpuses.models import Corpus
from corpuses.visibility import VisibleWith
from documents.models import Document, DocumentRevision

SORT_KEY_LENGTH: Final = 200
_COUNTED: Final = ("status", "review", "has_conflict", "confidence", "input_tokens", "output_tokens", "cost")


@VisibleWith(for_members=True, related=("corpus__owner",))
class Fieldset(Keyed, Deletable):
    """A named set of questions of a corpus."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="fieldsets")
    name = models.CharField(max_length=100)
    description = models.TextField(blank=True)
    template = models.CharField(max_length=50, blank=True, help_text="the ready-made fieldset that it is a copy of")

    objects = LiveManager["Fieldset"]()
    with_deleted = models.Manager["Fieldset"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["corpus", "name"], condition=Q(deleted_at=None), name="fieldset_name_once"),
        ]
        indexes = [models.Index(fields=["deleted_at"], name="fieldset_bin", condition=Q(deleted_at__isnull=False))]

    def __str__(self) -> str:
        return self.name


@VisibleWith(for_members=True, related=("corpus__owner", "fieldset"))
class Extract(Keyed, Deletable):
    """One run of questions over documents of a corpus. Runs are kept, so that two of them can be compared.

    The standing one of a fieldset receives the answers of corpus actions, document by document.
    """

    class Stop(models.TextChoices):
        """The reason why cells were left unanswered."""

        NONE = "", "not stopped"
        CANCELLED = "cancelled", "cancelled by a user"
        BUDGET = "budget", "its budget is used up"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="extracts")
    fieldset = models.ForeignKey(Fieldset, on_delete=models.SET_NULL, null=True, blank=True, related_name="extracts")
    name = models.CharField(max_length=100)
    engine = models.CharField(max_length=50)
    is_standing = models.BooleanField(default=False, editable=False)
    previous = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+", help_text="the run before it"
    )
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    stop = models.CharField(max_length=16, choices=Stop.choices, default=Stop.NONE, blank=True)
    estimated_tokens = models.BigIntegerField(default=0)
    estimated_cost = models.DecimalField(max_digits=12, decimal_places=6, default=0)
    budget_tokens = models.BigIntegerField(null=True, blank=True)
    budget_cost = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    modified = models.DateTimeField(
        default=timezone.now, db_default=Now(), editable=False, help_text="set by a trigger at every change"
    )

    objects = LiveManager["Extract"]()
    with_deleted = models.Manager["Extract"]()

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["fieldset"],
                condition=Q(is_standing=True, deleted_at=None),
                name="one_standing_extract_per_fieldset",
            ),
        ]
        indexes = [models.Index(fields=["deleted_at"], name="extract_bin", condition=Q(deleted_at__isnull=False))]

    def __str__(self) -> str:
        return self.name


class Column(Keyed):
    """A question, of a fieldset or, as a copy, of an extract."""

    class Type(models.TextChoices):
        STRING = "string"
        NUMBER = "number"
        INTEGER = "integer"
        BOOLEAN = "boolean"
        DATE = "date"
        MONEY = "money"
        DURATION = "duration"
        ENUM = "enum", "one of the choices"
        LIST = "list", "several values of one type"
        OBJECT = "object", "an object that a JSON Schema describes"

    fieldset = models.ForeignKey(Fieldset, on_delete=models.CASCADE, null=True, blank=True, related_name="columns")
    extract = models.ForeignKey(Extract, on_delete=models.CASCADE, null=True, blank=True, related_name="columns")
    lineage = models.UUIDField(default=uuid7, editable=False, help_text="the same for a column and its copies")
    order = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=100)
    question = models.TextField()
    instructions = models.TextField(blank=True, help_text="for language models, in addition to the question")
    type = models.CharField(max_length=16, choices=Type.choices, default=Type.STRING)
    choices = models.JSONField(default=list, blank=True, help_text="of an enum")
    items = models.CharField(max_length=16, choices=Type.choices, blank=True, help_text="the type of a list's values")
    schema = models.JSONField(null=True, blank=True, help_text="JSON Schema of an object")

    class Meta:
        ordering: ClassVar = ["order", "id"]
        constraints = [
            # Deferred, so that two columns can exchange their names.
            models.UniqueConstraint(
                fields=["fieldset", "name"], name="column_name_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(
                fields=["extract", "name"], name="column_of_extract_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.CheckConstraint(
                condition=Q(fieldset__isnull=True) ^ Q(extract__isnull=True), name="column_has_one_holder"
            ),
        ]

    def __str__(self) -> str:
        return self.name


@VisibleWith(corpus="extract__corpus", document="document", for_members=True, related=("extract",))
class ExtractRow(Keyed):
    """The document of a row of an extract, and the state of the job that answers its questions."""

    class State(models.TextChoices):
        PENDING = "pending"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"
        SKIPPED = "skipped"

    extract = models.ForeignKey(Extract, on_delete=models.CASCADE, related_name="rows")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="extract_rows")
    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, null=True, related_name="+")
    state = models.CharField(max_length=16, choices=State.choices, default=State.PENDING)
    code = models.CharField(max_length=64, blank=True, default="", db_default="", help_text="of the error of a failure")
    message = models.TextField(blank=True)
    job = models.UUIDField(null=True, blank=True, editable=False)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["extract", "document"], name="extract_row_once"),
            models.CheckConstraint(
                condition=Q(state__in=["pending", "running"], finished__isnull=True)
                | (~Q(state__in=["pending", "running"]) & Q(finished__isnull=False)),
                name="extract_row_finished_has_time",
            ),
        ]
        indexes = [
            models.Index(fields=["extract", "id"], name="extract_row_in_order"),
            models.Index(fields=["job"], name="extract_row_of_job", condition=Q(job__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.document_id} in {self.extract_id}"


@VisibleWith(
    corpus="row__extract__corpus",
    document="row__document",
    for_members=True,
    related=("row__extract", "row__revision", "column"),
)
class Cell(Keyed):
    """The answer to a question about a document. A found value has sources: passages that were found verbatim."""

    class Status(models.TextChoices):
        PENDING = "pending"
        RUNNING = "running"
        FOUND = "found"
        UNPROVEN = "unproven", "the text does not contain the quote that was given as proof"
        NOT_FOUND = "not_found", "the document does not say"
        FAILED = "failed"
        SKIPPED = "skipped"

    class Review(models.TextChoices):
        UNREVIEWED = "unreviewed"
        APPROVED = "approved"
        REJECTED = "rejected"
        EDITED = "edited"

    WITH_VALUE: ClassVar = (Status.FOUND, Status.UNPROVEN)
    OPEN: ClassVar = (Status.PENDING, Status.RUNNING)

    row = models.ForeignKey(ExtractRow, on_delete=models.CASCADE, related_name="cells")
    column = models.ForeignKey(Column, on_delete=models.CASCADE, related_name="cells")
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.PENDING)
    raw = models.TextField(blank=True, help_text="the answer of the engine; never edited")
    value = models.JSONField(null=True, blank=True, help_text="normalised by the type of the column")
    text = models.TextField(blank=True, help_text="the value as it is shown")
    sort_key = models.CharField(max_length=SORT_KEY_LENGTH, blank=True, db_collation="C")
    problem = models.TextField(blank=True, help_text="the reason of a failure, or why the value does not fit its type")
    sources = models.JSONField(default=list, blank=True, help_text="[{start, end, page, quote}] in the revision's text")
    confidence = models.FloatField(null=True, blank=True, help_text="0 to 1, if the engine has one")
    engine = models.CharField(max_length=50, blank=True)
    question_hash = models.CharField(max_length=16, blank=True, help_text="of the question that was answered")
    input_tokens = models.PositiveIntegerField(default=0)
    output_tokens = models.PositiveIntegerField(default=0)
    cost = models.DecimalField(max_digits=12, decimal_places=6, default=0)
    has_conflict = models.BooleanField(default=False, help_text="the previous run has another value")
    review = models.CharField(max_length=16, choices=Review.choices, default=Review.UNREVIEWED)
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reviewed = models.DateTimeField(null=True, blank=True)
    is_source_picked = models.BooleanField(default=False, help_text="a user has chosen the source")
    modified = models.DateTimeField(
        default=timezone.now, db_default=Now(), editable=False, help_text="set by a trigger at every change"
    )

    class Meta:
        ordering: ClassVar = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["row", "column"], name="cell_once"),
            models.CheckConstraint(condition=~Q(status="found") | ~Q(sources=[]), name="found_value_has_source"),
            models.CheckConstraint(
                condition=Q(status__in=["found", "unproven"]) & ~Q(text="")
                | ~Q(status__in=["found", "unproven"]) & Q(text="", value__isnull=True, sources=[]),
                name="only_answers_have_value",
            ),
            models.CheckConstraint(
                condition=~Q(review="approved") | Q(status__in=["found", "not_found"]), name="approved_value_is_proven"
            ),
        ]
        indexes = [
            models.Index(fields=["column", "sort_key"], name="cell_in_order"),
            # Counts and filters of hundreds of thousands of cells, without reading their texts.
            models.Index(fields=["row"], include=_COUNTED, name="cell_of_row"),
        ]

    def __str__(self) -> str:
        return self.text[:80]
