"""Share links, for everyone who has one."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.openapi.operations import operation
from core.api.rest.serializers import EnumField, Resource
from core.api.rest.validation import django_request
from users.api.rest.base import UncachedView
from users.sharing import links
from users.sharing.models import ShareRole


class LinkPreviewSerializer(Resource):
    """The document or corpus that a link opens."""

    kind = serializers.ChoiceField(choices=["document", "corpus"])
    title = serializers.CharField()
    shared_by = serializers.CharField()
    role = EnumField(ShareRole, help_text="For users who sign in; others can only view.")
    expires = serializers.DateTimeField(allow_null=True)
    example: ClassVar[Mapping[str, Any]] = {
        "kind": "document",
        "title": "Lease of 12 Harbour Street",
        "shared_by": "Ada Lovelace",
        "role": "viewer",
        "expires": None,
    }


class OpenedLinkSerializer(LinkPreviewSerializer):
    """The document or corpus that a link has opened."""

    id = serializers.UUIDField()
    example = {**LinkPreviewSerializer.example, "id": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"}


class LinkView(UncachedView):
    """`/links/{token}`."""

    permission_classes = [AllowAny]

    @operation("getLink", "Get the preview of a share link", response=LinkPreviewSerializer)
    def get(self, request: Request, token: str) -> Response:
        return Response(LinkPreviewSerializer.represent_one(links.preview_link(token)))


class OpenLinkView(UncachedView):
    """`/links/{token}/open`."""

    permission_classes = [AllowAny]

    @operation("openLink", "Open a share link in this session", response=OpenedLinkSerializer)
    def post(self, request: Request, token: str) -> Response:
        preview = links.open_link(token, django_request(request).session)
        return Response(OpenedLinkSerializer.represent_one(preview))
