"""Copies of corpora in GraphQL."""

from typing import Annotated

import graphene

from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.loaders import load_for_batch, visible_related_object
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType, enum_type
from corpuses import models
from corpuses.copies import services
from corpuses.copies.api.rest import PARTS_HELP, CorpusCopySerializer
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import get_corpus_by_id, visible_corpora
from corpuses.visible_rows import visible_rows
from tasks.api.graphql.failures import Failure, failure

_PARTS = graphene.List(graphene.NonNull(enum_type(models.CorpusCopy.Part)))


def _source(copy: models.CorpusCopy, info: Info) -> models.Corpus | None:
    return visible_related_object(copy, "source_id", lambda: visible_corpora(info.context.actor))


class CorpusCopy(ResourceType):
    """The report of a corpus that is a copy of another one."""

    class Meta:
        resource = CorpusCopySerializer
        exclude = ("corpus", "source", "error")

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


@mutation(corpus=Corpus)
def copy_corpus(
    info: Info,
    *,
    id: ID,
    title: Annotated[str, "Default: `Copy of …`, with a number if needed."] = "",
    parts: Annotated[list[str] | None, _PARTS, PARTS_HELP] = None,
) -> Payload:
    """Copy a corpus into a new one of your own; a job adds the documents, which are in both then.

    It is not shared. Comments, conversations, extracts, remote analyzers and the language model are not copied.
    """
    actor = info.context.user
    return {"corpus": services.start_copy(get_corpus_by_id(actor, id), actor=actor, title=title, parts=parts).corpus}
