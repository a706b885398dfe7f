"""The review of cells in REST."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.views import APIView

from core.api.rest.list_query import KeysField
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import EnumField, StrictSerializer
from core.api.rest.views import action
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

    cells = KeysField("Cell", required=True, min_length=1, most=reviews.MAX_CELLS)
    versions = serializers.ListField(
        child=serializers.CharField(max_length=64), required=False, max_length=reviews.MAX_CELLS
    )
    review = EnumField(Cell.Review)
    example = {"cells": [CellSerializer.example["id"]], "review": "approved"}

    def arguments(self) -> dict[str, Any]:
        keys, review = self.validated_data["cells"], Cell.Review(self.validated_data["review"])
        expected = expected_versions(keys, self.validated_data.get("versions"))
        return {"cells": keys, "review": review, "expected": expected}


class ReviewedSerializer(StrictSerializer):
    """The cells after the review."""

    cells = CellSerializer(many=True)
    example = {"cells": [CellSerializer.example]}


def _review(*, actor: User, cells: Sequence[UUID], **fields: Any) -> list[Cell]:
    return reviews.review_cells(get_visible_cells(actor, cells), actor=actor, **fields)


class CellReviewsView(APIView):
    """`/cell-reviews`."""

    permission_classes = [IsAuthenticated]
    post = action(
        "reviewCells",
        "Approve or reject cells",
        ReviewedSerializer,
        _review,
        body=ReviewFields,
        description="Values without a source cannot be approved: pick the source first.",
        errors=[EditConflict, reviews.CellUnproven, reviews.CellUnanswered, NotFound],
    )
