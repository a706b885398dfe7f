"""The language model of a corpus in GraphQL."""

from typing import Any

import graphene

from core.access import Permission, has_permission
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses import models as corpora
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.providers import models
from corpuses.providers.api.rest.language_models import LanguageModelSerializer, LanguageModelView, usage_of


class LanguageModel(ResourceType):
    """The language model of a corpus. Its key is never returned."""

    class Meta:
        resource = LanguageModelSerializer
        views = (LanguageModelView,)


class LanguageModelUsage(graphene.ObjectType):
    """The tokens and the cost of language models since the first of the month, and the limits of a month."""

    tokens = graphene.Float(required=True)
    cost = graphene.Float(required=True)
    limit_tokens = graphene.Float()
    limit_cost = graphene.Float()
    sends_text_to = graphene.String(
        required=True,
        description="The language model, and its host, that gets your questions about the corpus or the document, or "
        "about everything; empty: the offline reader answers.",
    )
    sends_passages_to = graphene.String(
        required=True,
        description="The embedding model, and its host, that gets passages of the corpus or the document, or of all "
        "documents, and the searches among them; empty: none.",
    )


def _language_model(corpus: corpora.Corpus, info: Info) -> models.LanguageModel | None:
    if not has_permission(info.context.actor, Permission.EDIT, corpus):
        return None

    def load(rows: list[corpora.Corpus]) -> dict[Any, models.LanguageModel]:
        return {each.pk: each for each in models.LanguageModel.objects.filter(corpus__in=rows)}

    return load_for_batch(corpus, "language_model", load, None)


def _usage(
    _root: object, info: Info, *, corpus_id: str | None = None, document_id: str | None = None
) -> dict[str, Any]:
    return usage_of(
        info.context.user,
        corpus=parse_key(corpus_id, "Corpus") if corpus_id else None,
        document=parse_key(document_id, "Document") if document_id else None,
    )


class LanguageModelQueries(RootQueries):
    """Fields of the root."""

    language_model_usage = graphene.Field(
        LanguageModelUsage, corpus_id=graphene.ID(), document_id=graphene.ID(), required=True, resolver=_usage
    )


extend(
    Corpus,
    "language_model",
    graphene.Field(
        LanguageModel, resolver=_language_model, description="Its own, for those who may edit it; null: the default."
    ),
)
