"""The bin in REST."""

from datetime import datetime
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.ordering import Order
from core.api.rest.list_query import ListQuery
from core.api.rest.serializers import BigIntegerField, EnumField, Resource, StrictSerializer
from core.api.rest.validation import validate_query
from core.api.rest.views import Keys, ListView, Read, list_resources, performed_by, represent
from corpuses.annotations.labels.services import LabelExists
from corpuses.bin import services
from corpuses.bin.models import BinItem
from corpuses.fields.services import TooManyFields
from documents.services.deletion import ParentDeleted
from users.models import User

LATEST_DELETION_FIRST = Order(("-deleted_at", "-id"))


class BinItemSerializer(Resource):
    """Something that was deleted."""

    id = serializers.UUIDField(help_text="Of the document, corpus, folder, label, field or annotation.")
    kind = EnumField(BinItem.Kind)
    title = serializers.CharField(help_text="Or the path of a folder, or the text of an annotation.")
    corpus = serializers.UUIDField(source="corpus_id", allow_null=True, help_text="That it was deleted in.")
    corpus_title = serializers.CharField(source="corpus.title", allow_null=True)
    document = serializers.UUIDField(source="document_id", allow_null=True)
    size = BigIntegerField(help_text="Bytes of files that purging it frees.")
    deleted_at = serializers.DateTimeField()
    deleted_by = serializers.CharField(source="deleted_by.username", allow_null=True, help_text="User name.")
    purged_at = serializers.DateTimeField(help_text="When it will be removed for good.")
    example = {
        "id": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a",
        "kind": "document",
        "title": "Lease",
        "corpus": None,
        "corpus_title": None,
        "document": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a",
        "size": 48213,
        "deleted_at": "2026-11-20T08:30:00.000000Z",
        "deleted_by": "ada",
        "purged_at": "2026-12-20T08:30:00.000000Z",
    }

    @staticmethod
    def read_purged_at(item: BinItem) -> datetime:
        return services.purged_at(item)


class KindQuery(ListQuery):
    """The items of one kind, or of all."""

    kind = EnumField(BinItem.Kind, required=False)


class BinQuery(KindQuery):
    """The items of one kind, or of all; by whom they were deleted."""

    mine = serializers.BooleanField(
        required=False,
        allow_null=True,  # without it, DRF takes a missing parameter for false
        help_text="What you own or deleted, which is what emptying the bin removes; if false, the rest.",
    )


class EmptyingSerializer(StrictSerializer):
    """The job that empties the bin."""

    job = serializers.UUIDField()
    example = {"job": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"}


def _empty(_view: object, actor: User, _keys: Keys, read: Read) -> UUID:
    return services.empty(actor, **read())


class BinView(ListView):
    """`/bin`."""

    order = LATEST_DELETION_FIRST

    get = list_resources(
        "listBin",
        "List what is in your bin",
        BinItemSerializer,
        query=BinQuery,
        description="Your documents and corpora, and what was deleted in corpora that you may edit.",
    )

    @performed_by(_empty)
    @operation("emptyBin", "Empty your bin", query=KindQuery, response={202: EmptyingSerializer})
    def delete(self, request: Request) -> Response:
        """Start a job that removes what you own or deleted yourself. This cannot be undone."""
        job = _empty(self, require_user(request.user), {}, validate_query(request, KindQuery).arguments)
        return Response({"job": job}, status=202)

    def get_queryset(self, actor: Actor, **filters: Any) -> Any:
        items = services.bin_items(require_user(actor), **filters)
        return items.select_related("corpus", "deleted_by")


class BinItemView(APIView):
    """`/bin/{id}`."""

    @operation("purge", "Remove something from your bin for good")
    def delete(self, request: Request, bin_item_id: UUID) -> Response:
        """Delete it permanently. This cannot be undone."""
        services.purge(require_user(request.user), bin_item_id)
        return Response(status=204)


class RestoreView(APIView):
    """`/bin/{id}/restore`."""

    @operation(
        "restore",
        "Restore something from your bin",
        response=BinItemSerializer,
        errors=[ParentDeleted, LabelExists, TooManyFields],
    )
    def post(self, request: Request, bin_item_id: UUID) -> Response:
        """Put it back to where it was, with what was deleted together with it. A name in use gets a number appended."""
        actor = require_user(request.user)
        return represent(BinItemSerializer, services.restore(actor, bin_item_id), actor)
