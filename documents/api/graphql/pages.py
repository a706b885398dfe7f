"""Pages in GraphQL. Tokens are available in REST, in a binary format."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

import graphene
from django.db.models import F, QuerySet
from graphene import relay

from core.access import Permission, has_permission
from core.api.graphql.connections import connection_of
from core.api.graphql.context import Info
from core.api.ordering import Order
from core.errors import NotFound
from documents import models
from documents.api.urls_of import ViewerUrls

_KEY = re.compile(r"\d{1,18}", re.ASCII)
MAXIMUM_PAGES = 2_000
BY_NUMBER = Order(("number",))


def page_rows() -> QuerySet[models.Page]:
    """Return pages without their tokens, with the fields that their URLs need."""
    return models.Page.objects.defer("tokens").annotate(
        document_key=F("revision__document_id"), revision_number=F("revision__number")
    )


class Page(graphene.ObjectType):
    """A page: its size in points, and its range of the text."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.Page,)

    number = graphene.Int(required=True, description="counted from 1")
    label = graphene.String(required=True, description='the label in the file ("iv", "A-3"); empty if it is the number')
    width = graphene.Float(required=True)
    height = graphene.Float(required=True)
    token_count = graphene.Int(required=True)
    text_start = graphene.Int(required=True)
    text_end = graphene.Int(required=True)
    tokens_url = graphene.String(
        required=True,
        resolver=lambda page, info: ViewerUrls.of(info.context.request).tokens(
            page.document_key, page.number, page.revision_number
        ),
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Page:
        rows = page_rows().select_related("revision__document").defer("revision__text")
        page = rows.filter(pk=int(key)).first() if _KEY.fullmatch(key) else None
        if page is None or not has_permission(info.context.actor, Permission.VIEW, page.revision.document):
            raise NotFound
        return page


PageConnection = connection_of(Page)


def _list_of(kind: type[graphene.Scalar], **options: Any) -> graphene.List:
    return graphene.List(graphene.NonNull(kind), required=True, **options)


class PageColumns(graphene.ObjectType):
    """Pages as lists of the same length, in order: the server needs a fifth of the time that it needs for objects."""

    numbers = _list_of(graphene.Int, description="counted from 1")
    labels = _list_of(graphene.String, description="the labels in the file; empty where they are the numbers")
    widths = _list_of(graphene.Float, description="in points")
    heights = _list_of(graphene.Float, description="in points")
    token_counts = _list_of(graphene.Int)
    text_starts = _list_of(graphene.Int)
    text_ends = _list_of(graphene.Int)
    tokens_urls = _list_of(graphene.String)


_COLUMNS = ("number", "label", "width", "height", "token_count", "text_start", "text_end")


def page_columns(revisions: Sequence[UUID], after: int, urls: ViewerUrls) -> dict[UUID, PageColumns]:
    """Return the columns of up to `MAXIMUM_PAGES` pages after page `after`, by the documents of the revisions."""
    pages = models.Page.objects.filter(
        revision__in=revisions, number__gt=after, number__lte=after + MAXIMUM_PAGES
    ).order_by("number")
    by_revision: dict[tuple[UUID, int], list[tuple[Any, ...]]] = defaultdict(list)
    for document, revision, *row in pages.values_list("revision__document_id", "revision__number", *_COLUMNS):
        by_revision[document, revision].append(tuple(row))
    return {
        document: _as_columns(rows, urls.tokens_of_pages(document, [row[0] for row in rows], revision))
        for (document, revision), rows in by_revision.items()
    }


def _as_columns(rows: Iterable[tuple[Any, ...]], tokens_urls: list[str]) -> PageColumns:
    columns = [list(column) for column in zip(*rows, strict=True)] or [[]] * len(_COLUMNS)
    return PageColumns(
        **{f"{name}s": column for name, column in zip(_COLUMNS, columns, strict=True)}, tokens_urls=tokens_urls
    )


NO_PAGES = _as_columns([], [])
