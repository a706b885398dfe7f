"""The fields of a document that come from its last parse, besides pages and structure."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import graphene

from core.api.graphql.context import Info
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.resource_types import ResourceType
from documents import models
from documents.api import urls_of
from documents.api.rest.parse_results import OutlineEntrySerializer, PageLinkSerializer, ProvenanceSerializer
from documents.services import parser_selection


class Provenance(ResourceType):
    class Meta:
        resource = ProvenanceSerializer


class OutlineEntry(ResourceType):
    class Meta:
        resource = OutlineEntrySerializer


class PageLink(ResourceType):
    class Meta:
        resource = PageLinkSerializer


class ParserOption(graphene.ObjectType):
    """A parser for the type of a document."""

    name = graphene.String(required=True)
    version = graphene.String(required=True)
    is_default = graphene.Boolean(required=True, description="used unless another one is requested")


class DocumentProperty(graphene.ObjectType):
    """A property that the file contains."""

    name = graphene.String(required=True, description="author, created, subject, from, …")
    value = graphene.String(required=True)


DownloadFormat = graphene.Enum.from_enum(
    urls_of.Download, name="DownloadFormat", description="A format in which a document can be downloaded."
)


class Download(graphene.ObjectType):
    """A file to download."""

    format = graphene.Field(DownloadFormat, required=True)
    url = graphene.String(required=True)


def _downloads(document: models.Document, _: Info) -> list[Download]:
    return [Download(format=kind, url=url) for kind, url in urls_of.downloads(document).items()]


def _parsers(document: models.Document, _: Info) -> list[parser_selection.ParserOption]:
    def load(rows: list[models.Document]) -> dict[UUID, list[parser_selection.ParserOption]]:
        by_type = parser_selection.parsers_by_type({row.mime_type for row in rows})
        return {row.pk: by_type[row.mime_type] for row in rows}

    return load_for_batch(document, "parsers", load, [])


def _column(document: models.Document, name: str, default: Any) -> Any:
    """Return a column of the revision that lists defer, loaded for the batch."""
    if document.revision is not None and name not in document.revision.get_deferred_fields():
        return getattr(document.revision, name)

    def load(rows: list[models.Document]) -> Mapping[UUID, Any]:
        keys = [row.revision_id for row in rows if row.revision_id]
        return dict(models.DocumentRevision.objects.filter(pk__in=keys).values_list("document_id", name))

    return load_for_batch(document, ("revision", name), load, default)


def _properties(document: models.Document, _: Info) -> list[DocumentProperty]:
    return [DocumentProperty(name=name, value=value) for name, value in _column(document, "properties", {}).items()]


def _links(document: models.Document, _: Info, *, page: int | None = None) -> list[Any]:
    return [link for link in _column(document, "links", []) if page in {None, link[0]}]


def _of_revision(name: str, default: object) -> Callable[[models.Document, Info], Any]:
    return lambda document, _: getattr(document.revision, name) if document.revision else default


def _list_of(kind: type[graphene.ObjectType], **options: Any) -> graphene.Field:
    return graphene.Field(graphene.List(graphene.NonNull(kind)), required=True, **options)


class ParseResultFields:
    """Fields of the type `Document`."""

    provenance = graphene.Field(
        Provenance, resolver=lambda document, _: document.revision, description="how it was parsed"
    )
    requested_parser = graphene.String(
        required=True,
        resolver=lambda document, _: document.requested_parser,
        description="the parser to use; empty for the default one",
    )
    parsers = _list_of(ParserOption, resolver=_parsers, description="the default one first")
    properties = _list_of(DocumentProperty, resolver=_properties, description="the metadata in the file")
    outline = _list_of(
        OutlineEntry, resolver=lambda document, _: _column(document, "outline", []), description="bookmarks in the file"
    )
    links = _list_of(PageLink, resolver=_links, page=graphene.Int(), description="links on the pages")
    downloads = _list_of(Download, resolver=_downloads, description="the available formats")
    ocr_page_count = graphene.Int(
        required=True,
        resolver=_of_revision("ocr_page_count", 0),
        description="the number of pages with text that OCR has recognized",
    )
    ocr_engines = graphene.String(
        required=True, resolver=_of_revision("ocr_engines", ""), description='like "ppocr, tesseract (rus)"'
    )
    confidence = graphene.Float(
        resolver=_of_revision("confidence", None), description="the mean of the words that OCR has recognized; 0 to 1"
    )
