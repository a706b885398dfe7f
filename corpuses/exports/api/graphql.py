"""Exports that a job writes, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.loaders import visible_related_object
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.view_queries import list_of
from corpuses import models as corpora
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import visible_corpora
from corpuses.exports import models
from corpuses.exports.api.rest.exports import (
    CorpusExportsView,
    ExportSerializer,
    ExportsView,
    ExportView,
    download_url,
)
from documents.storage import signed_urls
from tasks.api.graphql.failures import Failure, failure


def _corpus(export: models.Export, info: Info) -> corpora.Corpus | None:
    return visible_related_object(export, "corpus_id", lambda: visible_corpora(info.context.actor))


def _download_url(export: models.Export, _: Info) -> str | None:
    return download_url(export, expires=signed_urls.expiry()) if export.blob_id else None


class Export(ResourceType):
    """A file that a job writes, or has written."""

    class Meta:
        resource = ExportSerializer
        model = models.Export
        exclude = ("corpus", "extract", "error")
        views = (CorpusExportsView, ExportView)

    corpus = graphene.Field(Corpus, resolver=_corpus)
    extract_uuid = graphene.UUID(resolver=lambda export, _: export.extract_id)
    error = graphene.Field(Failure, resolver=lambda export, _: failure(export.error_code, export.error_message))
    download_url = graphene.String(
        resolver=_download_url, description="Works without signing in, for some minutes; null until it is written."
    )


class ExportQueries(RootQueries):
    """Fields of the root."""

    exports = list_of(Export, ExportsView)
