"""The review of cells in REST."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import EnumField, StrictSerializer
from core.api.rest.validation import validate_body
from core.db.optimistic_locking import expected_versions
from core.errors import EditConflict, NotFound
from corpuses.extracts import reviews
from corpuses.extracts.api.rest.cells import CellSerializer, get_visible_cells
from corpuses.extracts.models import Cell
from users.models import User


class ReviewFields(StrictSerializer):
    """Cells of one corpus, and the decision about them; `unreviewed` withdraws it.

    With `versions`, those of the cells in the same order, nothing is reviewed that was changed since they were read.
    """

    cells = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=reviews.MAX_CELLS)
    versions = serializers.ListField(
        child=serializers.CharField(max_length=64), required=False, max_length=reviews.MAX_CELLS
    )
    review = EnumField(Cell.Review)
    example = {"cells": [CellSerializer.example["id"]], "review": "approved"}

    def arguments(self) -> dict[str, Any]:
        keys, review = self.validated_data["cells"], Cell.Review(self.validated_data["review"])
        return {"review": review, "expected": expected_versions(keys, self.validated_data.get("versions"))}


class ReviewedSerializer(StrictSerializer):
    """The cells after the review."""

    cells = CellSerializer(many=True)
    example = {"cells": [CellSerializer.example]}


class CellReviewsView(APIView):
    """`/cell-reviews`."""

    @operation(
        "reviewCells",
        "Approve or reject cells",
        body=ReviewFields,
        response=ReviewedSerializer,
        errors=[EditConflict, reviews.CellUnproven, reviews.CellUnanswered, NotFound],
    )
    def post(self, request: Request) -> Response:
        """Values without a source cannot be approved: pick the source first."""
        actor: User = require_user(request.user)
        given = validate_body(request, ReviewFields)
        cells = get_visible_cells(actor, given.validated_data["cells"])
        reviewed = reviews.review_cells(cells, actor=actor, **given.arguments())
        return Response({"cells": CellSerializer.represent(reviewed)})
