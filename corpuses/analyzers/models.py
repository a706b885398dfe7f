"""Runs of analyzers, and their results; analyzers on other servers."""

from typing import ClassVar, Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from core.db.encrypted_field import EncryptedField
from core.models import Keyed
from corpuses.annotations.models import Annotation
from corpuses.models import Corpus
from corpuses.visibility import VisibleWith
from documents.models import Document, DocumentRevision

SECRET_PURPOSE: Final = "corpuses.remote_analyzers"  # noqa: S105 - not a secret


@VisibleWith(for_members=True, related=("corpus__owner",))
class RemoteAnalyzer(Keyed):
    """An analyzer of a corpus that runs on another server, which gets the texts of documents."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="remote_analyzers")
    name = models.CharField(max_length=100)
    description = models.CharField(max_length=1000, blank=True, default="")
    address = models.CharField(max_length=500, help_text="documents are sent to it")
    labels = ArrayField(
        models.CharField(max_length=100), default=list, blank=True, help_text="that it may give; empty: any"
    )
    encrypted_secret = EncryptedField(purpose=SECRET_PURPOSE, help_text="signs the messages of both servers")
    token = models.ForeignKey(
        "users.ApiToken", null=True, editable=False, on_delete=models.SET_NULL, related_name="+",
        help_text="the API token that the secret was set with, and ends with",
    )  # fmt: skip
    enabled = models.BooleanField(default=True)
    results_version = models.PositiveIntegerField(
        default=1, editable=False, help_text="counts the changes of the address and the labels"
    )

    class Meta:
        ordering: ClassVar = ["name", "id"]
        constraints = [models.UniqueConstraint(fields=["corpus", "name"], name="remote_analyzer_name_once")]

    def __str__(self) -> str:
        return self.name


@VisibleWith(document="document", for_members=True, related=("action", "revision"))
class AnalysisRun(Keyed):
    """A run of an analyzer on one revision of a document, by an action of a corpus.

    There is one for each revision and version of the settings of the action, however often the job was repeated.
    """

    class State(models.TextChoices):
        RUNNING = "running"
        WAITING = "waiting", "waiting for the results of another server"
        SUCCESS = "success"
        FAILED = "failed"
        CANCELLED = "cancelled"

    class Verdict(models.TextChoices):
        """The result of the checks of the whole document."""

        PASSED = "passed"
        FAILED = "failed", "did not pass"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="analysis_runs")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="analysis_runs")
    revision = models.ForeignKey(DocumentRevision, on_delete=models.CASCADE, related_name="+")
    action = models.ForeignKey("corpuses.CorpusAction", on_delete=models.CASCADE, related_name="analysis_runs")
    settings_version = models.PositiveIntegerField(help_text="of the action")
    analyzer = models.CharField(max_length=100)
    analyzer_version = models.CharField(max_length=100, blank=True)
    settings = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=16, choices=State.choices, default=State.RUNNING)
    code = models.CharField(max_length=64, blank=True, default="", db_default="", help_text="of the error of a failure")
    message = models.TextField(blank=True, help_text="the reason of a failure")
    verdict = models.CharField(max_length=16, choices=Verdict.choices, blank=True)
    finding_count = models.PositiveIntegerField(default=0)
    new_count = models.PositiveIntegerField(default=0, help_text="suggestions that it added")
    gone_count = models.PositiveIntegerField(default=0, help_text="pending suggestions that it removed")
    job = models.UUIDField(null=True, blank=True, editable=False, db_index=True)
    started = models.DateTimeField()
    finished = models.DateTimeField(null=True, blank=True)
    due = models.DateTimeField(null=True, blank=True, help_text="results of another server are accepted until then")
    received = models.CharField(
        max_length=64, blank=True, default="", db_default="", help_text="SHA-256 of the message with the results"
    )
    message_time = models.BigIntegerField(
        default=0, db_default=0, help_text="of the last message, by the clock of its sender; a repeated run keeps it"
    )

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["action", "document", "revision", "settings_version"], name="analysis_once_per_revision"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["running", "waiting"], finished__isnull=True)
                | (~Q(state__in=["running", "waiting"]) & Q(finished__isnull=False)),
                name="analysis_finished_has_time",
            ),
            models.CheckConstraint(condition=~Q(state="waiting") | Q(due__isnull=False), name="analysis_waits_until"),
        ]
        indexes = [
            models.Index(fields=["corpus", "-id"], name="analysis_of_corpus"),
            models.Index(fields=["due"], name="analysis_waiting", condition=Q(state="waiting")),
        ]

    def __str__(self) -> str:
        return f"{self.analyzer} on {self.document_id}"


@VisibleWith(corpus="run__corpus", document="run__document", for_members=True, related=("run", "annotation"))
class AnalysisResult(Keyed):
    """A result of a run. Findings have a passage, and a suggestion unless a user rejected the same one before."""

    class Kind(models.TextChoices):
        FINDING = "finding", "a labelled passage"
        LABEL = "label", "a label of the document"
        METADATA = "metadata", "a value of a field"
        VERDICT = "verdict", "the result of a check"

    run = models.ForeignKey(AnalysisRun, on_delete=models.CASCADE, related_name="results")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    label = models.CharField(max_length=100, blank=True, help_text="of metadata: the name of the field")
    start = models.PositiveIntegerField(default=0, help_text="code points, in the revision's text")
    end = models.PositiveIntegerField(default=0)
    page = models.PositiveIntegerField(null=True, blank=True)
    quote = models.TextField(blank=True, help_text="of findings: the passage")
    value = models.TextField(blank=True, help_text="of findings: the normalised form; of verdicts: passed or failed")
    confidence = models.FloatField(null=True, blank=True)
    note = models.TextField(blank=True)
    annotation = models.ForeignKey(Annotation, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        ordering: ClassVar = ["id"]
        indexes = [models.Index(fields=["run", "label"], name="analysis_result_of_label")]

    def __str__(self) -> str:
        return f"{self.label}: {self.quote or self.value}"[:80]
