"""The review of values that analyzers suggest for fields, in GraphQL."""

from typing import Annotated

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import enum_type
from corpuses.analyzers import models
from corpuses.analyzers.api.graphql.analyses import AnalysisResult
from corpuses.corpora.api.edit_groups import Group
from corpuses.fields.suggested_values import ValueReview, review_value
from corpuses.visible_rows import get_visible_row


@mutation(analysis_result=AnalysisResult)
def review_suggested_value(
    info: Info, *, id: ID, review: Annotated[str, enum_type(ValueReview)], group: Group = None
) -> Payload:
    """Accept a value that an analyzer suggests for a field, which the document gets, or reject it."""
    actor = info.context.user
    result = get_visible_row(models.AnalysisResult, actor, parse_key(id, "AnalysisResult"))
    review_value(result, ValueReview(review), actor=actor, group=group)
    return {"analysis_result": result}
