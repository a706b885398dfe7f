"""The audit log: list and export. Its entries are written by `audit.log`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final
from uuid import UUID

from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from audit.actions import Action
from audit.entries import document_titles, in_batches, object_names, shows_address, visible_entries
from audit.log import record
from audit.models import AuditCredential, AuditEntry, AuditInterface, AuditOutcome
from audit.objects import Subject
from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.rest.list_query import KeyField, ListQuery, TimeField, WordField
from core.api.rest.negotiation import AnyMediaType
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import EnumField, Media, Resource
from core.api.rest.validation import validate_query
from core.api.rest.views import ListView, list_resources
from core.api.streaming import streamed
from users.api.rest.base import UncachedView
from users.api.rest.users import UserNameSerializer
from users.models import User

JSON_LINES: Final = "application/jsonl"


def actors_of(rows: Sequence[AuditEntry], _: object = None) -> dict[UUID, User]:
    """Return the user of each entry whose account still exists; one query."""
    users = User.objects.in_bulk({row.actor_id for row in rows if row.actor_id})
    return {row.pk: users[row.actor_id] for row in rows if row.actor_id in users}


def _actor_names(rows: Sequence[AuditEntry], _: object) -> dict[UUID, dict[str, Any]]:
    return {key: UserNameSerializer.represent_one(user) for key, user in actors_of(rows).items()}


def _addresses(rows: Sequence[AuditEntry], actor: "Actor | None") -> dict[UUID, str | None]:
    return {row.pk: row.address for row in rows if shows_address(row, actor)}


def _user_agents(rows: Sequence[AuditEntry], actor: "Actor | None") -> dict[UUID, str]:
    return {row.pk: row.user_agent for row in rows if shows_address(row, actor)}


def _object_names(rows: Sequence[AuditEntry], actor: "Actor | None") -> dict[UUID, str]:
    return object_names(rows, actor) if actor else {}


def _document_titles(rows: Sequence[AuditEntry], actor: "Actor | None") -> dict[UUID, str]:
    return document_titles(rows, actor) if actor else {}


class AuditEntrySerializer(Resource):
    """An entry of the audit log: the actor, the action, its time, origin, object and outcome."""

    id = serializers.UUIDField()
    created = serializers.DateTimeField()
    action = serializers.CharField(help_text="The kind of the object and a verb: `document.opened`.")
    outcome = EnumField(AuditOutcome)
    reason = serializers.CharField(help_text="The code of the error; empty if it succeeded.")
    actor = UserNameSerializer(allow_null=True, help_text="Null: the system, an anonymous request, a deleted account.")
    actor_id = serializers.UUIDField(allow_null=True, help_text="Kept when the account is deleted.")
    interface = EnumField(AuditInterface)
    credential = EnumField(AuditCredential)
    credential_id = serializers.UUIDField(allow_null=True, help_text="Of the API token or the job.")
    address = serializers.CharField(
        allow_null=True, help_text="The IP address. Null for what others did, except on your account; staff see all."
    )
    user_agent = serializers.CharField(allow_blank=True, help_text="Empty where the address is null.")
    request_id = serializers.CharField(allow_blank=True)
    object_kind = serializers.CharField()
    object_id = serializers.UUIDField(allow_null=True)
    object_name = serializers.CharField(
        allow_null=True,
        help_text="Its present name or title; null if it has none, is deleted or is not visible to you.",
    )
    corpus_id = serializers.UUIDField(allow_null=True, help_text="The corpus that the object belongs to.")
    document_id = serializers.UUIDField(allow_null=True, help_text="A document that the change is about.")
    document_title = serializers.CharField(allow_null=True, help_text="Null if it is deleted or not visible to you.")
    details = serializers.DictField(help_text="Depends on the action: ids, names of fields, numbers.")
    loaders = {
        "actor": _actor_names,
        "address": _addresses,
        "user_agent": _user_agents,
        "object_name": _object_names,
        "document_title": _document_titles,
    }
    defaults: ClassVar[Mapping[str, Any]] = {"user_agent": ""}
    example = {
        "id": "01990c6e-0b21-7c22-8d33-1f2e3d4c5b6a",
        "created": "2026-11-20T08:30:00.000000Z",
        "action": "share.created",
        "outcome": "success",
        "reason": "",
        "actor": UserNameSerializer.example,
        "actor_id": UserNameSerializer.example["id"],
        "interface": "graphql",
        "credential": "session",
        "credential_id": None,
        "address": "192.0.2.17",
        "user_agent": "Mozilla/5.0",
        "request_id": "01990c6e5d2a7b3c8f4e1a2b3c4d5e6f",
        "object_kind": "document",
        "object_id": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a",
        "object_name": "Lease",
        "corpus_id": None,
        "document_id": None,
        "document_title": None,
        "details": {"role": "viewer", "share": "01990c6e-0b11-7c22-8d33-1f2e3d4c5b6a"},
    }


class AuditQuery(ListQuery):
    """Filters of the audit log; all that are given must match."""

    object = KeyField("", source="object_id", help_text="A uuid: the object, or the corpus or document of the entry.")
    actor = KeyField("User", source="actor_id")
    action = WordField(max_length=40, help_text="`document.opened`, or with a dot at its end a kind: `document.`")
    outcome = EnumField(AuditOutcome, required=False)
    created_after = TimeField(help_text="Created at this time or later.")
    created_before = TimeField(help_text="Created before this time.")
    everyone = serializers.BooleanField(default=False, help_text="All entries, for staff.")


class AuditLogView(UncachedView, ListView):
    """`/audit-log`."""

    permission_classes = [IsAuthenticated]

    def get_queryset(self, actor: Actor, *args: Any, **arguments: Any) -> Any:
        return visible_entries(actor, **arguments)

    get = list_resources(
        "listAuditEntries",
        "List the audit log, newest first",
        AuditEntrySerializer,
        query=AuditQuery,
        description="The entries about your account and about what you own; with `everyone`, all, for staff.",
    )


class AuditExportView(UncachedView):
    """`/audit-log/export`."""

    permission_classes = [IsAuthenticated]
    content_negotiation_class = AnyMediaType

    @operation(
        "exportAuditLog",
        "Export the audit log as JSON Lines, oldest first",
        query=AuditQuery,
        response={200: Media((JSON_LINES,))},
    )
    def get(self, request: Request) -> Any:
        """Return one entry per line, as in the list. The export itself is recorded."""
        actor = require_user(request.user)
        arguments = validate_query(request, AuditQuery).arguments()
        entries = visible_entries(actor, **arguments)
        owner = None if arguments["everyone"] else actor.pk
        response = streamed(request, json_lines(in_batches(entries), actor), media_type=JSON_LINES)
        record(Action.LOG_EXPORTED, Subject(kind="audit_log", id=None, owner_id=owner), actor=actor)
        response["Content-Disposition"] = 'attachment; filename="audit-log.jsonl"'
        return response


def json_lines(batches: Iterable[Sequence[AuditEntry]], actor: "Actor | None") -> Iterator[bytes]:
    """Return the entries of each batch as lines of JSON, as the actor sees them."""
    renderer = JSONRenderer()
    for batch in batches:
        lines = (renderer.render(body) for body in AuditEntrySerializer.represent(batch, actor))
        yield b"".join(line + b"\n" for line in lines)
