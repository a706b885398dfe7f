"""Suggestions of annotations from the cells of an extract in GraphQL."""

from typing import Annotated

import graphene
from graphql_relay import to_global_id

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import ID, Payload, mutation
from core.errors import Invalid
from corpuses.extracts.columns import MAX_COLUMNS
from corpuses.extracts.models import Extract
from corpuses.extracts.suggestions import suggest_sources as suggest
from corpuses.visible_rows import get_visible_row


@mutation(
    source_count=graphene.Int(required=True, description="The verified sources of the cells that were looked at."),
    new_count=graphene.Int(required=True, description="The new suggestions. The others were suggested before."),
    next=graphene.ID(description="`after` of the next call; null at the end."),
    on_error={"source_count": 0, "new_count": 0},
)
def suggest_sources(
    info: Info,
    *,
    id: ID,
    column_ids: Annotated[list[ID], "All columns if empty."] = [],  # noqa: B006  # read only
    after: Annotated[ID | None, "`next` of the call before."] = None,
) -> Payload:
    """Suggest the verified sources of an extract as annotations, whose labels have the names of the columns.

    A call looks at 200 cells; with `next`, call again. What was suggested before is not suggested again.
    """
    if len(column_ids) > MAX_COLUMNS:
        raise Invalid(f"Send at most {MAX_COLUMNS} columns.", field="columnIds")
    suggested = suggest(
        get_visible_row(Extract, info.context.user, parse_key(id, "Extract")),
        actor=info.context.user,
        columns=[parse_key(each, "Column") for each in column_ids],
        after=parse_key(after, "Cell") if after else None,
    )
    following = to_global_id("Cell", str(suggested.next)) if suggested.next else None
    return {"source_count": suggested.source_count, "new_count": suggested.new_count, "next": following}
