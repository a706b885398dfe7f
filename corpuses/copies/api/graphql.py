"""Copies of corpora in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.loaders import load_for_batch, related_object, visible_related_object
from core.api.graphql.resource_types import ResourceType
from corpuses import models
from corpuses.copies.api.rest import CopiesView, CorpusCopySerializer
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import visible_corpora
from corpuses.visible_rows import visible_rows
from tasks.api.graphql.failures import Failure, failure


def _corpus(copy: models.CorpusCopy, info: Info) -> models.Corpus:
    return related_object(copy, "corpus_id", lambda: visible_corpora(info.context.actor))


def _source(copy: models.CorpusCopy, info: Info) -> models.Corpus | None:
    return visible_related_object(copy, "source_id", lambda: visible_corpora(info.context.actor))


class CorpusCopy(ResourceType):
    """The report of a corpus that is a copy of another one."""

    class Meta:
        resource = CorpusCopySerializer
        exclude = ("corpus", "source", "error")
        views = (CopiesView,)

    corpus = graphene.Field(Corpus, required=True, resolver=_corpus, description="The copy.")
    source = graphene.Field(Corpus, resolver=_source)
    error = graphene.Field(Failure, resolver=lambda copy, _: failure(copy.error_code, copy.error_message))


def _copy(corpus: models.Corpus, info: Info) -> models.CorpusCopy | None:
    rows = visible_rows(models.CorpusCopy, info.context.actor)
    return load_for_batch(
        corpus, "copy", lambda corpora: {row.corpus_id: row for row in rows.filter(corpus__in=corpora)}, None
    )


extend(
    Corpus,
    "copy",
    graphene.Field(
        CorpusCopy, resolver=_copy, description="If you made it as a copy of another corpus: what was copied."
    ),
)
