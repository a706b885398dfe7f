"""Corpora, their folders, documents and archives. Annotations, actions and search have models of their own."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from core.access import LiveVisibleManager, VisibleQuerySet
from core.deletion import LiveManager
from core.models import Deletable, Keyed, Owned
from corpuses.visibility import VisibleWith
from documents.models import Document
from users.sharing.models import Share


class Corpus(Owned, Deletable):
    """A set of documents that users work on together. Each user has a personal one."""

    title = models.CharField(max_length=200)
    description = models.TextField(blank=True)
    is_personal = models.BooleanField(default=False, editable=False)
    documents = models.ManyToManyField(Document, through="CorpusDocument", related_name="corpuses")
    embedder = models.CharField(
        max_length=100, blank=True, default="", db_default="", editable=False, help_text="blank: that of the settings"
    )
    next_embedder = models.CharField(
        max_length=100,
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="serves when it has embedded all",
    )
    allows_language_models = models.BooleanField(
        default=True, db_default=True, editable=False, help_text="no: no text of its documents is sent to one"
    )
    answer_tool_calls = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="most of one answer, as the following; 0: as in the settings"
    )
    answer_tokens = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    answer_seconds = models.FloatField(default=0.0, db_default=0.0, editable=False)
    answer_cost = models.DecimalField(max_digits=12, decimal_places=6, default=0, db_default=0, editable=False)

    retention_days = models.PositiveIntegerField(
        default=0,
        db_default=0,
        editable=False,
        help_text="documents leave the corpus so many days after they were added; 0: never",
    )
    audit_days = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="of its entries in the audit log; 0: as in the settings"
    )

    modified = models.DateTimeField(
        default=timezone.now, db_default=Now(), editable=False, help_text="set by a trigger at every change"
    )

    objects = LiveVisibleManager["Corpus"]()
    with_deleted = VisibleQuerySet["Corpus"].as_manager()

    class Meta:
        ordering: ClassVar = ["-is_personal", "-id"]
        verbose_name_plural = "corpuses"
        constraints = [
            models.UniqueConstraint(fields=["owner"], condition=Q(is_personal=True), name="one_personal_corpus"),
            models.CheckConstraint(condition=~Q(title=""), name="corpus_has_title"),
        ]
        indexes = [
            models.Index(fields=["id"], name="corpus_public", condition=Q(is_public=True)),
            models.Index(fields=["deleted_at"], name="corpus_bin", condition=Q(deleted_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.title


@VisibleWith(for_members=True)
class DescriptionRevision(Keyed):
    """A description of a corpus as it was saved. The newest one is that of the corpus."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="description_revisions")
    text = models.TextField(blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.corpus_id} {self.created:%Y-%m-%d}"


class JobReport(Keyed):
    """The report of a job that works for a user in a corpus, kept longer than the job (docs/adr/0060)."""

    class State(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        FAILED = "failed"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=16, choices=State.choices, default=State.WAITING)
    error_code = models.CharField(max_length=64, blank=True)
    error_message = models.TextField(blank=True)
    job = models.UUIDField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        ordering: ClassVar = ["-id"]

    def wait_again(self) -> None:
        """Set what a report says when its job, or another one, goes on with it. Does not save it."""
        self.state, self.error_code, self.error_message, self.finished = self.State.WAITING, "", "", None


@VisibleWith(for_members=True, for_owner=True)
class CorpusCopy(JobReport):
    """The report of a corpus that is, or was, copied: `corpus` is the copy. A job adds the documents to it."""

    class Part(models.TextChoices):
        """The parts of a corpus that can be copied."""

        DOCUMENTS = "documents", "documents and folders"
        LABELS = "labels"
        FIELDS = "fields", "fields, and their values of documents"
        ANNOTATIONS = "annotations", "annotations, relations, and labels of documents"
        ACTIONS = "actions", "actions and fieldsets"

    source = models.ForeignKey(Corpus, on_delete=models.SET_NULL, null=True, related_name="copies")
    corpus = models.OneToOneField(Corpus, on_delete=models.CASCADE, related_name="copy")
    parts = ArrayField(models.CharField(max_length=16, choices=Part.choices))
    total = models.PositiveIntegerField(default=0, help_text="documents to copy")
    last_document = models.UUIDField(null=True, help_text="documents up to this one have been copied or left out")
    documents = models.PositiveIntegerField(default=0, help_text="documents that have been copied")
    left_out = models.PositiveIntegerField(default=0, help_text="documents that the owner may not see")
    annotations = models.PositiveIntegerField(default=0)

    class Meta(JobReport.Meta):
        pass

    def __str__(self) -> str:
        return f"{self.corpus_id} of {self.source_id}"


@VisibleWith()
class Folder(Keyed, Deletable):
    """A folder of a corpus. `path` contains the names of all folders above it and its own, joined by slashes."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="folders")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="children")
    name = models.CharField(max_length=100)
    path = models.CharField(max_length=1000)
    moved_documents = models.JSONField(
        default=list, db_default=[], editable=False, help_text="Ids of documents that its deletion moved to its parent."
    )

    objects = LiveManager["Folder"]()
    with_deleted = models.Manager["Folder"]()

    class Meta:
        ordering: ClassVar = ["path", "id"]
        constraints = [
            models.UniqueConstraint(fields=["corpus", "path"], condition=Q(deleted_at=None), name="folder_path_once"),
            models.CheckConstraint(condition=~Q(name="") & ~Q(name__contains="/"), name="folder_name_is_one_name"),
        ]
        indexes = [models.Index(fields=["deleted_at"], name="folder_bin", condition=Q(deleted_at__isnull=False))]

    def __str__(self) -> str:
        return self.path

    def and_below(self) -> models.QuerySet["Folder"]:
        """Return this folder and all folders below it."""
        rows = Folder.objects.filter(corpus=self.corpus_id)
        return rows.filter(pk=self.pk) | rows.filter(path__startswith=f"{self.path}/")


class CorpusShare(Share):
    """A role on a corpus, and on the documents that their owners have added to it."""

    target = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="shares")

    class Meta(Share.Meta):
        pass


class CorpusDocument(Keyed):
    """The membership of a document in a corpus. If its owner added it, a role on the corpus extends to it."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="memberships")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="memberships")
    folder = models.ForeignKey(Folder, on_delete=models.SET_NULL, null=True, blank=True, related_name="memberships")
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    annotation_count = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="annotations that are not in the bin; set by triggers"
    )
    label_count = models.PositiveIntegerField(
        default=0, db_default=0, editable=False, help_text="labels that are not in the bin; set by triggers"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["corpus", "document"], name="document_once_in_corpus")]

    def __str__(self) -> str:
        return f"{self.document_id} in {self.corpus_id}"


@VisibleWith(for_members=True, for_owner=True)
class Archive(JobReport):
    """A ZIP file that is, or was, unpacked into a corpus; each entry has a result."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="archives")
    folder = models.ForeignKey(Folder, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    upload = models.UUIDField(help_text="contains its bytes until it is unpacked")
    filename = models.CharField(max_length=255)
    size = models.PositiveBigIntegerField()
    entry_count = models.PositiveIntegerField(null=True, help_text="known once it has been opened")

    class Meta(JobReport.Meta):
        pass

    def __str__(self) -> str:
        return self.filename


class ArchiveEntry(models.Model):
    """The result for one entry of an archive."""

    class State(models.TextChoices):
        ADDED = "added"
        EXISTING = "existing", "existed already, is in the corpus now"
        SKIPPED = "skipped", "a file of the operating system"
        REFUSED = "refused"

    archive = models.ForeignKey(Archive, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    path = models.TextField(help_text="made safe to show")
    size = models.PositiveBigIntegerField()
    state = models.CharField(max_length=16, choices=State.choices)
    document = models.ForeignKey(Document, on_delete=models.SET_NULL, null=True, related_name="+")
    code = models.CharField(max_length=64, blank=True)
    message = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["archive", "number"], name="archive_entry_once"),
            models.CheckConstraint(
                condition=Q(state="refused") & ~Q(code="") | ~Q(state="refused"), name="refused_entry_has_reason"
            ),
        ]

    def __str__(self) -> str:
        return self.path
