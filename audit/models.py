"""The audit log: rows are only added. A trigger (`audit/sql`) refuses to change or delete them.

Entries refer to users and objects by id, without foreign keys, and contain no names, titles or e-mail addresses: they
outlive what they are about.
"""

from enum import StrEnum
from typing import ClassVar

from django.db import models
from django.db.models import Q

from core.models import Keyed


class AuditInterface(StrEnum):
    """The part of the system through which something was done."""

    WEB = "web"  # pages outside of the API, as that of the OpenID provider
    REST = "rest"
    GRAPHQL = "graphql"
    ADMIN = "admin"
    MCP = "mcp"
    JOB = "job"
    COMMAND = "command"


class AuditCredential(StrEnum):
    """The proof of identity that came with a request."""

    SESSION = "session"
    ACCESS_TOKEN = "access_token"  # noqa: S105  # the name of a kind
    API_TOKEN = "api_token"  # noqa: S105  # the same
    LINK = "link"
    NONE = "none"


class AuditOutcome(StrEnum):
    """Success or failure."""

    SUCCESS = "success"
    FAILURE = "failure"


class AuditEntry(Keyed):
    """An entry: the actor, the action, its time, origin, object and outcome."""

    action = models.CharField(max_length=40)
    outcome = models.CharField(max_length=8, choices=[(value.value, value.value) for value in AuditOutcome])
    reason = models.CharField(max_length=50, blank=True, help_text="The code of the error, if it failed.")
    actor_id = models.UUIDField(null=True, help_text="A user; empty for the system and for anonymous requests.")
    interface = models.CharField(max_length=8, choices=[(value.value, value.value) for value in AuditInterface])
    credential = models.CharField(max_length=12, choices=[(value.value, value.value) for value in AuditCredential])
    credential_id = models.UUIDField(null=True, help_text="Of the API token, the job, or the share link.")
    address = models.GenericIPAddressField(null=True, help_text="The IP address of the client.")
    user_agent = models.CharField(max_length=200, blank=True)
    request_id = models.CharField(max_length=64, blank=True, help_text="As in the logs.")
    object_kind = models.CharField(max_length=16)
    object_id = models.UUIDField(null=True)
    owner_id = models.UUIDField(null=True, help_text="The owner of the object at that time, who can see the entry.")
    corpus_id = models.UUIDField(null=True, help_text="The corpus that the object belongs to.")
    document_id = models.UUIDField(null=True, help_text="A document that the change is about.")
    details = models.JSONField(default=dict, help_text="Ids, names of fields and numbers; no names of users.")
    once = models.UUIDField(null=True, unique=True, editable=False, help_text="Equal for entries of which one counts.")

    objects: ClassVar["models.Manager[AuditEntry]"] = models.Manager()

    class Meta:
        ordering: ClassVar = ["-id"]
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["owner_id", "id"], name="audit_owner", condition=Q(owner_id__isnull=False)),
            models.Index(fields=["object_id", "id"], name="audit_object", condition=Q(object_id__isnull=False)),
            models.Index(fields=["actor_id", "id"], name="audit_actor", condition=Q(actor_id__isnull=False)),
            models.Index(fields=["corpus_id", "id"], name="audit_corpus", condition=Q(corpus_id__isnull=False)),
            models.Index(fields=["document_id", "id"], name="audit_document", condition=Q(document_id__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.object_kind} {self.object_id or ''}".strip()
