"""The outbox: one row per change, written in the transaction that makes the change and kept for a day.

Rows about jobs are written by a trigger (`events/sql/job_events.sql`) because SQL functions change jobs too; all
others by `events.outbox.record`.
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
    """The id of the current transaction, which is known before it commits."""

    function = "pg_current_xact_id"
    template = "%(function)s()"
    arity = 0


class TransactionIdField(_Field):
    """A 64-bit transaction id; compared in SQL only."""

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return "xid8"


class Event(models.Model):
    """A change of an object.

    `id` is the version of the object: it grows with every change, because a writer locks the object's row. Ids of
    different objects may be committed out of order, so readers follow `xid`.
    """

    class Entity(models.TextChoices):
        JOB = "job"
        DOCUMENT = "document"
        EXECUTION = "execution"
        CORPUS = "corpus"
        TEAM = "team"
        NOTIFICATION = "notification"

    id = models.BigAutoField(primary_key=True)
    created = models.DateTimeField(db_default=Now())
    xid = TransactionIdField(db_default=CurrentTransaction(), editable=False)
    owner = models.UUIDField(help_text="A user who is notified even without access to the object.")
    entity = models.CharField(max_length=16, choices=Entity.choices)
    uuid = models.UUIDField()
    subject = models.UUIDField(null=True, help_text="A related object, for clients that show both.")
    changed = ArrayField(models.CharField(max_length=32), help_text="Names of changed fields; empty: deleted.")

    class Meta:
        indexes = [
            models.Index(fields=["xid"], name="event_tail"),
            models.Index(fields=["owner", "id"], name="event_owner"),
        ]

    def __str__(self) -> str:
        return f"{self.entity} {self.uuid}"
