"""The outbox: one row per change that a person may want to see at once. Written with the change itself, kept for a day.

Rows of jobs come from a trigger (`tasks/sql/06_events.sql`), because SQL changes jobs too; all others from
`tasks.events.record`.
"""

from typing import TYPE_CHECKING

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.functions import Now

if TYPE_CHECKING:
    _Field = models.Field[str, str]
else:
    _Field = models.Field


class CurrentTransaction(models.Func):
    """The transaction that writes, known before it commits."""

    function = "pg_current_xact_id"
    template = "%(function)s()"
    arity = 0


class TransactionIdField(_Field):
    """PostgreSQL's 64-bit number of a transaction; compared in SQL only."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "xid8"


class Event(models.Model):
    """`id` grows with every change of one thing, because whoever changes a row holds its lock: it is the version.

    Across things it may be committed out of order, so readers go by `xid`.
    """

    class Entity(models.TextChoices):
        JOB = "job"
        DOCUMENT = "document"
        EXECUTION = "execution"
        CORPUS = "corpus"
        TEAM = "team"

    id = models.BigAutoField(primary_key=True)
    created = models.DateTimeField(db_default=Now())
    xid = TransactionIdField(db_default=CurrentTransaction(), editable=False)
    owner = models.UUIDField(help_text="Who is told, besides those whom the thing reaches.")
    entity = models.CharField(max_length=16, choices=Entity.choices)
    uuid = models.UUIDField()
    subject = models.UUIDField(null=True, help_text="What the thing is about, for those who show both.")
    changed = ArrayField(models.CharField(max_length=32), help_text="Names of what changed; empty: it is gone.")

    class Meta:
        indexes = [
            models.Index(fields=["xid"], name="event_tail"),
            models.Index(fields=["owner", "id"], name="event_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.entity} {self.uuid}"
