"""What REST says about documents."""

from typing import Any

from rest_framework import serializers

from core.access.roles import Permission
from core.api.rest.serializers import ReasonSerializer, StrictSerializer
from core.models import ListScope
from documents.models import Document

EXAMPLE: dict[str, Any] = {
    "id": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a",
    "title": "Lease of 12 Harbour Street",
    "filename": "lease.pdf",
    "mime_type": "application/pdf",
    "size": 184_203,
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "state": "ready",
    "scan": "unscanned",
    "backend_lock": False,
    "page_count": 12,
    "language": "en",
    "revision": 1,
    "created": "2026-11-20T08:30:00.000000Z",
    "processing_started": "2026-11-20T08:30:00.200000Z",
    "processing_finished": "2026-11-20T08:30:04.100000Z",
    "failure": None,
    "warnings": [],
    "job": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b",
    "version": "0cc175b9c0f1b6a8",
    "parent": None,
    "place": "",
    "children": 0,
    "is_public": False,
    "permissions": ["view", "annotate", "review", "edit", "share", "delete"],
}


class ScopeField(serializers.ChoiceField):
    """Which part of what somebody sees."""

    def __init__(self) -> None:
        choices = [whose.value for whose in ListScope]
        super().__init__(choices=choices, required=False, help_text="Yours, shared with you, or all you see.")


class FoundInsideField(serializers.BooleanField):
    """Narrows a list; where nothing is said, it does not."""

    def __init__(self) -> None:
        told = "Only what was found inside other documents; false: only the others."
        super().__init__(required=False, allow_null=True, help_text=told)


class DocumentQuery(StrictSerializer):
    """Which documents."""

    state = serializers.ChoiceField(choices=Document.State.choices, required=False)
    search = serializers.CharField(required=False, allow_blank=True, help_text="Words of the title or the file's name.")
    scope = ScopeField()
    parent = serializers.UUIDField(required=False, help_text="Only what was found in this document, or deeper in it.")  # type: ignore[assignment]  # a name of the framework too
    found_inside = FoundInsideField()


class DocumentShape(StrictSerializer):
    """A document. `backend_lock` is true exactly while it is being processed."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    filename = serializers.CharField()
    mime_type = serializers.CharField()
    size = serializers.IntegerField(help_text="Bytes.")
    sha256 = serializers.CharField()
    state = serializers.ChoiceField(choices=Document.State.choices)
    scan = serializers.ChoiceField(choices=Document.Scan.choices, help_text="What the virus scanner says.")
    backend_lock = serializers.BooleanField()
    page_count = serializers.IntegerField()
    language = serializers.CharField(allow_blank=True, help_text="ISO 639-1; empty where it is not known.")
    revision = serializers.IntegerField(allow_null=True, help_text="Of what was found in it; null until there is any.")
    created = serializers.DateTimeField()
    processing_started = serializers.DateTimeField(allow_null=True)
    processing_finished = serializers.DateTimeField(allow_null=True)
    failure = ReasonSerializer(allow_null=True)
    warnings = ReasonSerializer(many=True)
    version = serializers.CharField(help_text="Of what can be edited; also the `ETag`.")
    job = serializers.UUIDField(allow_null=True, help_text="The latest that processed it, if you may edit it.")
    parent = serializers.UUIDField(  # type: ignore[assignment]  # a name of the framework too
        allow_null=True, help_text="The document that was uploaded, if it was found inside one that you see."
    )
    place = serializers.CharField(allow_blank=True, help_text="Where it was found, with slashes between the names.")
    children = serializers.IntegerField(help_text="How many documents were found in it.")
    is_public = serializers.BooleanField(help_text="Whether everybody may look at it.")
    permissions = serializers.ListField(
        child=serializers.ChoiceField(choices=[permission.value for permission in Permission]),
        help_text="What you may do with it.",
    )
    example = EXAMPLE


class DocumentChange(StrictSerializer):
    """What changes of a document."""

    title = serializers.CharField(required=False, max_length=300)
    example = {"title": "Lease of 14 Harbour Street"}


class RetryBody(StrictSerializer):
    """What shall read it from now on; nothing of this need be sent."""

    parser = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="The name of a parser of its type; empty for the usual one; absent: as last time.",
    )
    example = {"parser": ""}
