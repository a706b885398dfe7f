"""Find in a document in GraphQL."""

from typing import Any

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key_for
from core.api.graphql.list_arguments import arguments_of, read_arguments
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.throttling import count
from corpuses.search.api.rest.find import FindQuery, MatchSerializer, PageCountSerializer, find
from corpuses.search.find import MAX_MATCHES, Match
from documents.api.graphql.spans import TokenSpan, spans_field


class PageMatchCount(ResourceType):
    """The number of matches that start on a page."""

    class Meta:
        resource = PageCountSerializer


def _spans(match: Match, _: Info) -> list[TokenSpan]:
    return [TokenSpan(page=page, first=first, last=last) for page, first, last in match.spans]


class DocumentMatch(ResourceType):
    """A match in a document."""

    class Meta:
        resource = MatchSerializer

    spans = spans_field(_spans)


class DocumentMatches(graphene.ObjectType):
    """The matches in a document, by page."""

    total_count = graphene.Int(required=True, description="Of the whole document.")
    is_complete = graphene.Boolean(
        required=True, description=f"False if only the first {MAX_MATCHES:,} matches are counted."
    )
    pages = graphene.List(graphene.NonNull(PageMatchCount), required=True, description="All pages with matches.")
    matches = graphene.List(
        graphene.NonNull(DocumentMatch), required=True, description="Those on the pages that were asked for."
    )
    next_offset = graphene.Int(description="Of further matches on these pages, else null.")


def _find(_root: object, info: Info, *, document_id: str, **given: Any) -> dict[str, Any]:
    actor = info.context.actor
    if info.context.request is not None:
        count(info.context.request, "search", user=actor)
    key, arguments = parse_key_for(actor, document_id, "Document"), read_arguments(FindQuery, given, actor)
    return find(actor, key, arguments, request=info.context.request)


class FindQueries(RootQueries):
    """Fields of the root."""

    find_in_document = graphene.Field(
        DocumentMatches,
        required=True,
        resolver=_find,
        document_id=graphene.ID(required=True),
        args=arguments_of(FindQuery),
        description="All matches of a text or a regular expression in a document.",
    )
