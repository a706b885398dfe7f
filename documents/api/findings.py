"""What the last parse found besides text and structure, and how: in GraphQL."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import graphene

from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.loaders import load_for_batch
from documents import models
from documents.api import urls_of
from documents.services import parsers


class Provenance(graphene.ObjectType):
    """What read a document, so that it can be told whether to read it again."""

    parser = graphene.String(required=True)
    parser_version = graphene.String(required=True)
    options_hash = graphene.String(required=True, description="of the options that shape the result")
    published = graphene.DateTime()
    is_outdated = graphene.Boolean(
        required=True,
        resolver=lambda revision, _: parsers.is_outdated(revision),
        description="whether the parser has another version by now",
    )


class ReadingParser(graphene.ObjectType):
    """A parser that reads files of a document's type."""

    name = graphene.String(required=True)
    version = graphene.String(required=True)
    is_usual = graphene.Boolean(required=True, description="used where nobody asks for another")


class Fact(graphene.ObjectType):
    """What a file says of itself."""

    name = graphene.String(required=True, description="a short word: author, created, subject, from, …")
    value = graphene.String(required=True)


class OutlineEntry(graphene.ObjectType):
    """A line of the outline that the file carries."""

    title = graphene.String(required=True)
    level = graphene.Int(required=True, description="from 1")
    page = graphene.Int(description="where it leads to; null when it leads nowhere")


class PageLink(graphene.ObjectType):
    """A link on a page."""

    page = graphene.Int(required=True)
    box = graphene.List(
        graphene.NonNull(graphene.Float), required=True, description="points, origin top left: x0, y0, x1, y1"
    )
    target = graphene.String(required=True, description='an address, or "#12" for page 12 of the same document')


DownloadKind = graphene.Enum.from_enum(
    urls_of.Download, name="DownloadKind", description="A form in which a document can be taken away."
)


class Download(graphene.ObjectType):
    """A file to save."""

    what = graphene.Field(DownloadKind, required=True)
    url = graphene.String(required=True)


def _downloads(document: models.Document, _: Info) -> list[Download]:
    return [Download(what=what, url=url) for what, url in urls_of.downloads(document).items()]


def _readers(document: models.Document, _: Info) -> list[parsers.ParserFacts]:
    def load(rows: list[models.Document]) -> dict[UUID, list[parsers.ParserFacts]]:
        by_type = parsers.parsers_of({row.mime_type for row in rows})
        return {row.pk: by_type[row.mime_type] for row in rows}

    return load_for_batch(document, "parsers", load, [])


def _column(document: models.Document, name: str, default: Any) -> Any:
    """What lists leave in the database; read for all peers at once."""

    def load(rows: list[models.Document]) -> Mapping[UUID, Any]:
        shown = [row.revision_id for row in rows if row.revision_id]
        published = models.DocumentRevision.objects.filter(pk__in=shown)
        return dict(published.values_list("document_id", name))

    return load_for_batch(document, ("found", name), load, default)


def _facts(document: models.Document, _: Info) -> list[Fact]:
    return [Fact(name=name, value=value) for name, value in _column(document, "facts", {}).items()]


def _outline(document: models.Document, _: Info) -> list[OutlineEntry]:
    lines = _column(document, "outline", [])
    return [OutlineEntry(title=title, level=level, page=page or None) for title, level, page in lines]


def _links(document: models.Document, _: Info, *, page: int | None = None) -> list[PageLink]:
    links = _column(document, "links", [])
    return [PageLink(page=at, box=box, target=target) for at, box, target in links if page in {None, at}]


def _of_revision(name: str, default: object) -> Any:
    return lambda document, _: getattr(document.revision, name) if document.revision else default


def _list_of(kind: type[graphene.ObjectType], **options: Any) -> graphene.Field:
    return graphene.Field(graphene.List(graphene.NonNull(kind)), required=True, **options)


def add_findings(document: type[graphene.ObjectType]) -> None:
    """Give documents these fields."""
    for name, field in _fields().items():
        extend(document, name, field)


def _fields() -> dict[str, graphene.Field]:
    return {
        "provenance": graphene.Field(
            Provenance, resolver=lambda document, _: document.revision, description="how it was read"
        ),
        "wanted_parser": graphene.Field(
            graphene.String, required=True, description="what shall read it; empty for the usual parser"
        ),
        "parsers": _list_of(ReadingParser, resolver=_readers, description="the usual one first"),
        "facts": _list_of(Fact, resolver=_facts, description="what the file says of itself"),
        "outline": _list_of(OutlineEntry, resolver=_outline, description="bookmarks that the file carries"),
        "links": _list_of(PageLink, resolver=_links, page=graphene.Int(), description="that can be followed"),
        "downloads": _list_of(Download, resolver=_downloads, description="the forms that there are of it"),
        "read_pages": graphene.Field(
            graphene.Int,
            required=True,
            resolver=_of_revision("read_pages", 0),
            description="how many have text that was read off a picture",
        ),
        "read_by": graphene.Field(
            graphene.String,
            required=True,
            resolver=_of_revision("read_by", ""),
            description='the engines that read text off pictures: "ppocr, tesseract (rus)"',
        ),
        "confidence": graphene.Field(
            graphene.Float,
            resolver=_of_revision("confidence", None),
            description="mean, of the words read off pictures; 0 to 1",
        ),
    }
