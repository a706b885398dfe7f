"""Obligations, the deadlines in documents; and calendar feeds, the addresses at which programs subscribe to them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone

from core.models import Keyed
from corpuses.annotations.models import Annotation
from corpuses.models import Corpus
from corpuses.visibility import VisibleWith
from documents.models import Document


class ObligationManager(models.Manager["Obligation"]):
    """The obligations whose annotation is not in the bin: a rejected suggestion is none."""

    def get_queryset(self) -> models.QuerySet["Obligation"]:
        return super().get_queryset().filter(annotation__deleted_at=None)


@VisibleWith(document="document", related=("annotation", "document", "corpus__owner"))
class Obligation(Keyed):
    """A deadline that an analyzer found: the annotation has its words, its place and its review. Users tick it off."""

    class Kind(models.TextChoices):
        """The kinds of deadlines."""

        START = "start", "Effective date"
        TERM_END = "term_end", "Term end"
        RENEWAL = "renewal", "Renewal"
        NOTICE = "notice", "Notice period"
        PAYMENT = "payment", "Payment due"
        DELIVERY = "delivery", "Delivery due"
        OTHER = "other", "Deadline"

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="obligations")
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="obligations")
    annotation = models.OneToOneField(Annotation, on_delete=models.CASCADE, related_name="obligation")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    due = models.DateField(null=True, blank=True, help_text="empty: the document does not say from when it is counted")
    computed_due = models.DateField(
        null=True, blank=True, help_text="the date of the last run, also if a user has set another"
    )
    is_due_by_user = models.BooleanField(
        default=False, db_default=False, help_text="a user has set the date: another run of the analyzer leaves it"
    )
    done = models.DateTimeField(null=True, blank=True, help_text="when a user has ticked it off")

    modified = models.DateTimeField(
        default=timezone.now, db_default=Now(), editable=False, help_text="set by a trigger at every change"
    )

    objects = ObligationManager()
    with_deleted = models.Manager["Obligation"]()

    class Meta:
        indexes = [models.Index(fields=["corpus", "due", "id"], name="obligation_by_date")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.annotation.quote[:80]}"


@VisibleWith(for_owner=True)
class CalendarFeed(Keyed):
    """A signed address at which a calendar program reads the obligations that a user sees in a corpus.

    Deleting the row revokes the address. One that was created with an API token ends with it.
    """

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="calendar_feeds")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token = models.ForeignKey("users.ApiToken", null=True, on_delete=models.CASCADE, related_name="+")
    last_used = models.DateTimeField(null=True, editable=False, help_text="Accurate to the minute.")

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.owner_id} on {self.corpus_id}"
