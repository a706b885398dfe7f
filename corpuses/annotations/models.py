"""Labels of a corpus, and what has them: annotations of its documents, relations between these, and whole documents."""

from typing import ClassVar, Final
from uuid import UUID

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from core.deletion import LiveManager
from core.models import Deletable, Keyed
from corpuses.models import Corpus, CorpusDocument
from corpuses.visibility import VisibleWith
from documents.models import Document, DocumentRevision

LABEL_SEPARATOR: Final = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "


@VisibleWith()
class Label(Keyed, Deletable):
    """A label of a corpus. Labels are sorted by `position`, which may have gaps, and then by key.

    They form a tree (`corpuses.annotations.labels.hierarchy`), whose order that of the positions is, depth first.
    """

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="labels")
    name = models.CharField(max_length=100)
    color = models.CharField(max_length=7)
    description = models.CharField(max_length=1000, blank=True, default="", db_default="")
    position = models.PositiveIntegerField(default=0, db_default=0)
    parent = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="children")
    parent_path = models.CharField(
        max_length=300, blank=True, default="", db_default="", help_text="the names of the labels above it"
    )
    archived = models.DateTimeField(null=True, blank=True, help_text="archived labels are not used for new annotations")

    objects = LiveManager["Label"]()
    with_deleted = models.Manager["Label"]()

    class Meta:
        ordering: ClassVar = ["position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["corpus", "name"], condition=Q(deleted_at=None), name="label_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="label_has_name"),
            models.CheckConstraint(condition=Q(color__regex=r"^#[0-9a-f]{6}$"), name="label_color_is_hex"),
        ]
        indexes = [models.Index(fields=["deleted_at"], name="label_bin", condition=Q(deleted_at__isnull=False))]

    @property
    def path(self) -> str:
        """The names of the labels above it and its own."""
        return f"{self.parent_path}{LABEL_SEPARATOR}{self.name}" if self.parent_path else self.name

    def __str__(self) -> str:
        return self.name


@VisibleWith(document="document", related=("label",))
class Annotation(Keyed, Deletable):
    """A labelled passage, anchored three ways: offsets, tokens, and the quote with its context; or a box on one page.

    The offsets, the tokens and the quote of a box are those of the words inside it; it may have none.
    """

    class Source(models.TextChoices):
        HUMAN = "human"
        ANALYZER = "analyzer"
        AGENT = "agent"
        EXTRACT = "extract"

    class Review(models.TextChoices):
        """The review of a suggestion, which is an annotation by a program. A rejected one is in the bin."""

        PENDING = "pending"
        ACCEPTED = "accepted"
        REJECTED = "rejected"

    class Placement(models.TextChoices):
        """The result of finding the place again in the current revision."""

        CERTAIN = "certain"
        TO_CHECK = "to_check"
        UNCERTAIN = "uncertain"
        NOT_FOUND = "not_found"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="annotations")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="annotations")
    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="+")
    label = models.ForeignKey(Label, on_delete=models.RESTRICT, related_name="annotations")
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    source = models.CharField(max_length=16, choices=Source.choices, default=Source.HUMAN)
    page = models.PositiveIntegerField()
    start = models.PositiveIntegerField(help_text="code points, in the revision's text")
    end = models.PositiveIntegerField()
    spans = models.JSONField(help_text="[[page, first token, last token], …]")
    parts = models.JSONField(
        default=list,
        blank=True,
        db_default=[],
        help_text="[[start, end], …] of the words between which others are left out; empty without gaps",
    )
    quote = models.TextField(blank=True, help_text="the parts are joined by an ellipsis")
    box = ArrayField(
        models.FloatField(),
        size=4,
        null=True,
        blank=True,
        help_text="left, top, right, bottom, as fractions of the width and height of the page",
    )
    prefix = models.CharField(max_length=64, blank=True)
    suffix = models.CharField(max_length=64, blank=True)
    note = models.TextField(blank=True)
    confidence = models.FloatField(
        default=1, db_default=1, help_text="of the place: less than 1 after a move to another revision, 0 if not found"
    )
    score = models.FloatField(
        null=True, blank=True, help_text="of suggestions by the recommender: the probability that the label is right"
    )
    origin = models.CharField(
        max_length=200, blank=True, help_text="the run that created it; a second run adds nothing"
    )
    copied_from = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        db_index=False,
        related_name="+",
        help_text="the annotation on the previous version of the document",
    )

    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reviewed = models.DateTimeField(null=True, blank=True, help_text="of suggestions: the time when it was accepted")

    modified = models.DateTimeField(
        default=timezone.now, db_default=Now(), editable=False, help_text="set by a trigger at every change"
    )

    objects = LiveManager["Annotation"]()
    with_deleted = models.Manager["Annotation"]()

    class Meta:
        ordering: ClassVar = ["page", "start", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(start__lt=F("end")) | Q(box__isnull=False, start__lte=F("end")),
                name="annotation_covers_text",
            ),
            models.CheckConstraint(
                condition=Q(box__isnull=True)
                | Q(
                    box__len=4,
                    box__0__gte=0,
                    box__1__gte=0,
                    box__2__lte=1,
                    box__3__lte=1,
                    box__0__lt=F("box__2"),
                    box__1__lt=F("box__3"),
                ),
                name="annotation_box_is_on_page",
            ),
            models.CheckConstraint(
                condition=Q(confidence__gte=0, confidence__lte=1), name="annotation_confidence_is_a_share"
            ),
            models.CheckConstraint(condition=Q(score__gte=0, score__lte=1), name="annotation_score_is_a_share"),
            models.UniqueConstraint(
                fields=["origin", "revision", "label", "start", "end"],
                condition=~Q(origin=""),
                name="annotation_once_per_origin",
            ),
            models.UniqueConstraint(
                fields=["copied_from", "document"],
                condition=Q(copied_from__isnull=False),
                name="annotation_copied_once",
            ),
        ]
        indexes = [
            models.Index(fields=["corpus", "document", "page", "start"], name="annotation_of_page"),
            models.Index(fields=["deleted_at"], name="annotation_bin", condition=Q(deleted_at__isnull=False)),
            GinIndex(SearchVector("quote", "note", config="simple"), name="annotation_words"),
            models.Index(
                fields=["corpus", "document"],
                name="annotation_pending",
                condition=Q(reviewed__isnull=True) & ~Q(source="human"),
            ),
            models.Index(fields=["corpus", "document"], name="annotation_to_check", condition=Q(confidence__lt=1)),
        ]

    @property
    def review(self) -> Review | None:
        """The state of the review; `None` for annotations by users, which need none."""
        return _review_of(self)

    def __str__(self) -> str:
        return self.quote[:80] or f"box on page {self.page}"


@VisibleWith(document="document", has_document=False, for_members=True, related=("actor", "annotation", "target"))
class Edit(Keyed):
    """A change by a user, which can be undone. The edits of a group are undone together."""

    class Subject(models.TextChoices):
        """The kind of object that an edit is about."""

        ANNOTATION = "annotation"
        RELATION = "relation"
        DOCUMENT_LABEL = "document_label"
        COMMENT = "comment"
        THREAD = "thread"
        FIELD_VALUE = "field_value"
        DOCUMENT = "document"
        LABEL = "label"
        FOLDER = "folder"
        MEMBERSHIP = "membership"
        CELL = "cell"
        CORPUS = "corpus"
        FIELD = "field"

    class Area(models.TextChoices):
        """The page where an edit is made and undone."""

        DOCUMENT = "document"
        CORPUS = "corpus"

    class Kind(models.TextChoices):
        CREATED = "created"
        CHANGED = "changed"
        DELETED = "deleted"
        RESTORED = "restored"
        ACCEPTED = "accepted"
        REJECTED = "rejected"
        REOPENED = "reopened"
        RESOLVED = "resolved"
        MOVED = "moved"
        MERGED = "merged"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="+", db_index=False)
    document = models.ForeignKey(
        Document,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        help_text="null for labels, fields, folders, the corpus and the comments on it",
    )
    subject = models.CharField(
        max_length=16, choices=Subject.choices, default=Subject.ANNOTATION, db_default=Subject.ANNOTATION
    )
    subject_id = models.UUIDField(
        null=True, db_index=True, help_text="key of the relation, the comment, the field …; null for annotations"
    )
    annotation = models.ForeignKey(
        Annotation,
        on_delete=models.CASCADE,
        null=True,
        related_name="edits",
        help_text="of relations: the one where it begins; of comments: the one that they are on, if any",
    )
    target = models.ForeignKey(
        Annotation,
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        help_text="of relations: the annotation where it ends",
    )
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    group = models.UUIDField(db_index=True)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    changes = models.JSONField(help_text='{"note": [before, after], …}; see `annotations.states` for annotations')
    is_undone = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes = [models.Index(fields=["corpus", "document", "id"], name="edit_of_document")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} {self.subject_key}"

    @property
    def document_key(self) -> UUID:
        """Return the key of the document, for edits that have one."""
        assert self.document_id is not None  # noqa: S101  # for the type checker
        return self.document_id

    @property
    def subject_key(self) -> UUID:
        """Return the key of what was changed."""
        key = self.subject_id or self.annotation_id
        assert key is not None  # noqa: S101  # for the type checker
        return key


class DocumentLabelManager(models.Manager["DocumentLabel"]):
    """The labels of documents that are not in the bin."""

    def get_queryset(self) -> models.QuerySet["DocumentLabel"]:
        return super().get_queryset().filter(label__deleted_at=None)


@VisibleWith(document="document", related=("label",))
class DocumentLabel(Keyed):
    """A label of a whole document in a corpus. It is removed with the membership of the document in the corpus.

    Those of analyzers are suggestions. A rejected one is removed; its edit keeps analyzers from suggesting it again.
    """

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="document_labels")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="document_labels")
    membership = models.ForeignKey(CorpusDocument, on_delete=models.CASCADE, related_name="+")
    label = models.ForeignKey(Label, on_delete=models.CASCADE, related_name="document_labels")
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    source = models.CharField(max_length=16, choices=Annotation.Source.choices, default=Annotation.Source.HUMAN)
    origin = models.CharField(
        max_length=200, blank=True, default="", db_default="", help_text="of suggestions: the action that made it"
    )
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    reviewed = models.DateTimeField(null=True, blank=True, help_text="of suggestions: the time when it was accepted")

    objects = DocumentLabelManager()
    with_deleted = models.Manager["DocumentLabel"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["corpus", "document", "label"], name="document_label_once"),
        ]

    @property
    def review(self) -> Annotation.Review | None:
        """The state of the review; `None` for labels by users, which need none."""
        return _review_of(self)

    def __str__(self) -> str:
        return f"{self.label_id} of {self.document_id}"


def _review_of(row: Annotation | DocumentLabel) -> Annotation.Review | None:
    if row.source == Annotation.Source.HUMAN:
        return None
    return Annotation.Review.PENDING if row.reviewed is None else Annotation.Review.ACCEPTED


class RelationManager(models.Manager["Relation"]):
    """The relations whose annotations and label are not in the bin."""

    def get_queryset(self) -> models.QuerySet["Relation"]:
        live = {"source__deleted_at": None, "target__deleted_at": None, "label__deleted_at": None}
        return super().get_queryset().filter(**live)


@VisibleWith(document="document", related=("label", "source", "target"))
class Relation(Keyed):
    """A labelled relation from an annotation to another one of the same document and corpus.

    It is removed with either annotation or its label, and hidden while one of them is in the bin.
    """

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="relations")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="relations")
    source = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="+")
    target = models.ForeignKey(Annotation, on_delete=models.CASCADE, related_name="+")
    label = models.ForeignKey(Label, on_delete=models.CASCADE, related_name="relations")
    creator = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    objects = RelationManager()
    with_deleted = models.Manager["Relation"]()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "target", "label"], name="relation_once"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="relation_has_two_annotations"),
        ]
        indexes = [models.Index(fields=["corpus", "document", "id"], name="relation_of_document")]

    def __str__(self) -> str:
        return f"{self.source_id} to {self.target_id}"
