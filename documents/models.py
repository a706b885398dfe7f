"""Documents, stored files, and the results of parsing."""

from typing import ClassVar, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now
from django.utils import timezone

from core.access import LiveVisibleManager, VisibleQuerySet
from core.db.encrypted_field import EncryptedField
from core.db.ids import uuid7
from core.models import Deletable, Keyed, Owned
from documents.types import StructureKind
from users.sharing.models import Share

PASSWORD_PURPOSE: Final = "documents.passwords"  # noqa: S105 - not a password


class Blob(models.Model):
    """A stored file, identified by its SHA-256 and stored once, however often it is uploaded."""

    class Damage(models.TextChoices):
        """The result of the last check (S2-48)."""

        MISSING = "missing", "not in the store"
        CHANGED = "changed", "content has changed"

    sha256 = models.CharField(primary_key=True, max_length=64)
    size = models.BigIntegerField()
    created = models.DateTimeField(auto_now_add=True)
    checked = models.DateTimeField(
        null=True, editable=False, help_text="when the content was last compared with the hash"
    )
    damage = models.CharField(
        max_length=8, choices=Damage.choices, blank=True, default="", db_default="", editable=False
    )

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(sha256__regex=r"^[0-9a-f]{64}$"), name="blob_key_is_sha256"),
            models.CheckConstraint(condition=Q(damage__in=["", "missing", "changed"]), name="blob_damage_known"),
        ]
        indexes = [
            models.Index(F("checked").asc(nulls_first=True), name="blob_checked"),
            models.Index(fields=["damage"], name="blob_damaged", condition=~Q(damage="")),
        ]

    def __str__(self) -> str:
        return self.sha256

    @property
    def name(self) -> str:
        """The blob's name in the store."""
        return f"{self.sha256[:2]}/{self.sha256[2:4]}/{self.sha256}"


class Document(Owned, Deletable):
    """One version of one document. Creating the row starts its processing."""

    class State(models.TextChoices):
        """The state of processing."""

        PROCESSING = "processing"
        READY = "ready"
        PARTIAL = "partial", "partly ready"
        FAILED = "failed"

    class Scan(models.TextChoices):
        """The result of the virus scan."""

        UNSCANNED = "unscanned", "not scanned"
        PENDING = "pending", "waiting for the scanner"
        CLEAN = "clean"
        INFECTED = "infected"

    class TitleSource(models.TextChoices):
        """The origin of the title. Only one made from the file name is replaced when the document is parsed."""

        FILENAME = "filename", "the file name"
        DOCUMENT = "document", "the document itself"
        USER = "user", "a user"

    lineage = models.UUIDField(default=uuid7, editable=False, db_index=True, help_text="the same for all versions")
    version_number = models.PositiveIntegerField(default=1, db_default=1, editable=False)
    superseded_by = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        db_index=False,
        related_name="older_versions",
        help_text="the newest version, of an older one",
    )
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        help_text="of a new version; others are uploaded by their owners",
    )
    title = models.CharField(max_length=300)
    title_source = models.CharField(
        max_length=8,
        choices=TitleSource.choices,
        default=TitleSource.FILENAME,
        db_default=TitleSource.FILENAME,
        editable=False,
    )
    filename = models.CharField(max_length=255)
    mime_type = models.CharField(max_length=127)
    blob = models.ForeignKey(Blob, on_delete=models.PROTECT, related_name="documents")

    state = models.CharField(max_length=16, choices=State.choices, default=State.PROCESSING)
    scan = models.CharField(max_length=16, choices=Scan.choices, default=Scan.UNSCANNED, db_default=Scan.UNSCANNED)
    backend_lock = models.BooleanField(default=True)
    processing_started = models.DateTimeField(null=True, blank=True)
    processing_finished = models.DateTimeField(null=True, blank=True)
    failure_code = models.CharField(max_length=64, blank=True)
    failure_message = models.TextField(blank=True)

    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, blank=True, related_name="attachments")
    path = models.CharField(max_length=600, blank=True, db_default="", help_text="of an attachment, in the parent")
    requested_parser = models.CharField(max_length=100, blank=True, db_default="", help_text="blank: the default one")

    page_count = models.PositiveIntegerField(default=0)
    language = models.CharField(max_length=16, blank=True)
    thumbnail = models.ForeignKey(Blob, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    revision = models.ForeignKey(
        "DocumentRevision", on_delete=models.RESTRICT, null=True, blank=True, related_name="+", help_text="published"
    )

    modified = models.DateTimeField(
        default=timezone.now, db_default=Now(), editable=False, help_text="set by a trigger at every change"
    )

    objects = LiveVisibleManager["Document"]()
    with_deleted = VisibleQuerySet["Document"].as_manager()

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="processing", backend_lock=True) | (~Q(state="processing") & Q(backend_lock=False)),
                name="document_locked_only_while_processing",
            ),
            models.CheckConstraint(
                condition=(Q(state="failed") & ~Q(failure_code="")) | (~Q(state="failed") & Q(failure_code="")),
                name="document_failed_has_reason",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["ready", "partial"]) | Q(revision__isnull=False),
                name="document_ready_has_revision",
            ),
            models.UniqueConstraint(
                fields=["parent", "path"], condition=Q(parent__isnull=False), name="document_once_in_its_parent"
            ),
            models.UniqueConstraint(fields=["lineage", "version_number"], name="document_version_once"),
            models.UniqueConstraint(
                fields=["lineage"],
                condition=Q(superseded_by__isnull=True, deleted_at__isnull=True),
                name="document_has_one_newest_version",
            ),
        ]
        indexes = [
            models.Index(fields=["owner", "-id"], name="document_of_owner"),
            models.Index(Lower("title"), "id", name="document_title_order"),
            models.Index(fields=["id"], name="document_public", condition=Q(is_public=True)),
            models.Index(fields=["deleted_at"], name="document_bin", condition=Q(deleted_at__isnull=False)),
            models.Index(
                fields=["superseded_by"], name="document_superseded", condition=Q(superseded_by__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def newest_id(self) -> UUID:
        """Return the key of the newest version: that one is in the corpora of the document."""
        return self.superseded_by_id or self.pk

    @property
    def is_harmless(self) -> bool:
        """Return whether no virus was found, or scanning is disabled."""
        return self.scan not in {self.Scan.INFECTED, self.Scan.PENDING}

    @property
    def is_settled(self) -> bool:
        """Return whether processing ended with a result, so that actions may start."""
        return self.state in {self.State.READY, self.State.PARTIAL}


class Upload(Keyed):
    """A file that is uploaded in parts. They are stored, so that every web process can continue the upload."""

    class State(models.TextChoices):
        RECEIVING = "receiving"
        HELD = "held", "used by a job"
        DONE = "done"
        REFUSED = "refused"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    tenant = models.ForeignKey("users.Tenant", on_delete=models.PROTECT, related_name="+")
    filename = models.CharField(max_length=255)
    length = models.PositiveBigIntegerField(help_text="bytes, of the whole file")
    received = models.PositiveBigIntegerField(default=0)
    parts = models.JSONField(default=list, help_text="the lengths of the parts, in order")
    sha256 = models.CharField(max_length=64, blank=True, help_text="announced by the client")
    options = models.JSONField(default=dict, help_text="of the document or archive to create")
    state = models.CharField(max_length=16, choices=State.choices, default=State.RECEIVING)
    result = models.UUIDField(null=True, help_text="the document or archive that was created")
    error_code = models.CharField(max_length=64, blank=True)
    error_message = models.TextField(blank=True)
    error_data = models.JSONField(default=dict)
    expires = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(received__lte=F("length")), name="upload_within_its_length"),
            models.CheckConstraint(
                condition=Q(state="refused") & ~Q(error_code="") | ~Q(state="refused") & Q(error_code=""),
                name="upload_refused_has_reason",
            ),
        ]
        indexes = [models.Index(fields=["owner", "-id"], name="upload_of_owner")]

    def __str__(self) -> str:
        return self.filename

    @property
    def is_complete(self) -> bool:
        """Return whether the file has arrived completely."""
        return self.received == self.length


class DocumentShare(Share):
    """A role on a document."""

    target = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="shares")

    class Meta(Share.Meta):
        pass


class DocumentRevision(Keyed):
    """The result of one parse. It is written beside the previous one and published by pointing the document at it."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    parser = models.CharField(max_length=100)
    parser_version = models.CharField(max_length=50)
    options_hash = models.CharField(max_length=64)
    rendition = models.ForeignKey(Blob, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    docling = models.ForeignKey(Blob, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    text = models.TextField(blank=True)
    language = models.CharField(max_length=16, blank=True)
    page_count = models.PositiveIntegerField(default=0)
    warnings = models.JSONField(default=list, blank=True)
    properties = models.JSONField(default=dict, blank=True, db_default={}, help_text="metadata of the file")
    outline = models.JSONField(default=list, blank=True, db_default=[], help_text="[title, level, page] of bookmarks")
    links = models.JSONField(default=list, blank=True, db_default=[], help_text="[page, [x0, y0, x1, y1], target]")
    ocr_page_count = models.PositiveIntegerField(default=0, db_default=0, help_text="pages with recognized text")
    ocr_engines = models.CharField(max_length=100, blank=True, default="", db_default="")
    confidence = models.FloatField(null=True, blank=True, help_text="mean of the recognized words, 0 to 1")
    published = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="revision_number_once")]

    def __str__(self) -> str:
        return f"{self.document_id} r{self.number}"


class DocumentPassword(models.Model):
    """The password of a protected document. In a table of its own, which no representation of documents reads."""

    document = models.OneToOneField(Document, on_delete=models.CASCADE, primary_key=True, related_name="+")
    encrypted = EncryptedField(purpose=PASSWORD_PURPOSE, help_text="see documents.services.passwords")

    def __str__(self) -> str:
        return f"password of {self.document_id}"


class OcrPage(models.Model):
    """The OCR result of a page from an attempt that has not finished, so that the next one need not repeat it."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64, help_text="hash of the parser, its version and options")
    number = models.PositiveIntegerField()
    data = models.BinaryField(help_text="in a format of the parser")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="page_read_once")]

    def __str__(self) -> str:
        return f"OCR of page {self.number}"


class ParserChoice(models.Model):
    """The default parser of a file type in this installation, instead of the one with the highest score."""

    mime_type = models.CharField(primary_key=True, max_length=127)
    parser = models.CharField(max_length=100)

    def __str__(self) -> str:
        return f"{self.mime_type}: {self.parser}"


class FileStore(models.Model):
    """The one row of the folder with the files of this database, which has the same key; see `storage.file_store`."""

    ONLY: ClassVar[int] = 1

    id = models.SmallIntegerField(primary_key=True, db_default=ONLY, default=ONLY)
    key = models.UUIDField(default=uuid4)

    class Meta:
        constraints = [models.CheckConstraint(name="one_file_store", condition=Q(id=1))]

    def __str__(self) -> str:
        return str(self.key)


class Page(models.Model):
    """A page of a revision: its size, its range of the text, its tokens as they are sent."""

    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="pages")
    number = models.PositiveIntegerField()
    label = models.CharField(max_length=100, blank=True, default="", db_default="", help_text="of the source: iv, A-3")
    width = models.FloatField(help_text="points")
    height = models.FloatField(help_text="points")
    text_start = models.PositiveIntegerField()
    text_end = models.PositiveIntegerField()
    token_count = models.PositiveIntegerField()
    tokens = models.BinaryField(help_text="binary token page (documents.pipeline.tokens), gzip")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["revision", "number"], name="page_number_once"),
            models.CheckConstraint(condition=Q(text_start__lte=F("text_end")), name="page_text_runs_forward"),
        ]

    def __str__(self) -> str:
        return f"page {self.number}"


class StructureItem(models.Model):
    """An element that the parser recognized. It belongs to a revision; annotations belong to a corpus."""

    KINDS = [(kind.value, kind.value.replace("_", " ")) for kind in StructureKind]

    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="items")
    order = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=KINDS)
    level = models.PositiveSmallIntegerField(null=True, blank=True)
    page = models.PositiveIntegerField()
    x0 = models.FloatField()
    y0 = models.FloatField()
    x1 = models.FloatField()
    y1 = models.FloatField()
    start = models.PositiveIntegerField(help_text="code points, in the revision's text")
    end = models.PositiveIntegerField()
    table = models.JSONField(null=True, blank=True)
    marks = models.JSONField(null=True, blank=True, help_text="start, end, style, link; offsets in the item's text")
    continues = models.BooleanField(default=False, db_default=False, help_text="the rest of the previous item")
    alt = models.TextField(blank=True, default="", db_default="", help_text="text instead of a picture")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["revision", "order"], name="item_order_once")]
        indexes = [models.Index(fields=["revision", "page"], name="item_of_page")]

    def __str__(self) -> str:
        return f"{self.kind} on page {self.page}"
