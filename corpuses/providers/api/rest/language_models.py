"""The language model of a corpus in REST."""

from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Permission, require, require_user
from core.api.openapi.operations import operation
from core.api.rest.list_query import KeyField
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import BigIntegerField, Resource, StrictSerializer
from core.api.rest.validation import validate_query
from core.api.rest.views import action, destroy, represent
from core.errors import NotFound
from corpuses.corpora.api.rest.corpora import OfCorpus
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.providers import editing
from corpuses.providers.allowed import ModelHostNotAllowed
from corpuses.providers.models import LanguageModel
from corpuses.providers.sending import recipient_for
from corpuses.providers.services import budget_of, own_model_of, spent_this_month
from corpuses.search.embedders import passages_recipient
from documents.api.selectors import get_visible_document
from users.models import User

_BACKENDS: Final = ("openai", "azure")
_MAX_PRICE: Final = 10_000


class LanguageModelSerializer(Resource):
    """The language model of a corpus. Its key is never returned."""

    model = serializers.CharField()
    base_url = serializers.CharField()
    backend = serializers.CharField(help_text="`openai` or `azure`.")
    api_version = serializers.CharField(allow_blank=True)
    price_input = serializers.FloatField(help_text="Of a million tokens that are sent.")
    price_output = serializers.FloatField(help_text="Of a million tokens that are received.")
    example = {
        "model": "gpt-5-mini", "base_url": "https://api.openai.com/v1", "backend": "openai", "api_version": "",
        "price_input": 0.25, "price_output": 2.0,
    }  # fmt: skip

    @staticmethod
    def read_price_input(row: LanguageModel) -> float:
        return float(row.price_input)

    @staticmethod
    def read_price_output(row: LanguageModel) -> float:
        return float(row.price_output)


class LanguageModelFields(StrictSerializer):
    """A language model with an OpenAI-compatible API. Without a key, the present one is kept."""

    model = serializers.CharField(max_length=editing.NAME_LIMIT)
    base_url = serializers.CharField(max_length=500, help_text="On one of the allowed servers of the corpus.")
    backend = serializers.ChoiceField(_BACKENDS, default="openai")
    api_version = serializers.CharField(required=False, allow_blank=True, max_length=50)
    api_key = serializers.CharField(required=False, allow_blank=True, max_length=editing.KEY_LIMIT)
    price_input = serializers.FloatField(required=False, min_value=0, max_value=_MAX_PRICE)
    price_output = serializers.FloatField(required=False, min_value=0, max_value=_MAX_PRICE)
    example = {"model": "gpt-5-mini", "base_url": "https://api.openai.com/v1", "price_input": 0.25}

    def arguments(self) -> dict[str, Any]:
        given = dict(self.validated_data)
        prices = {name: Decimal(str(given[name])) for name in ("price_input", "price_output") if name in given}
        return {"draft": editing.ModelDraft(**given | prices)}


class ModelUsageSerializer(Resource):
    """The tokens and the cost of language models since the first of the month, and the limits of a month."""

    tokens = BigIntegerField()
    cost = serializers.FloatField()
    limit_tokens = BigIntegerField(allow_null=True, help_text="Null: no limit.")
    limit_cost = serializers.FloatField(allow_null=True, help_text="Null: no limit.")
    sends_text_to = serializers.CharField(
        allow_blank=True,
        help_text="The language model, and its host, that gets your questions about the corpus or the document, "
        "or about everything; blank: the offline reader answers.",
    )
    sends_passages_to = serializers.CharField(
        allow_blank=True,
        help_text="The embedding model, and its host, that gets passages of the corpus or the document, or of all "
        "documents, and the searches among them; blank: none.",
    )
    example = {
        "tokens": 90_000, "cost": 0.27, "limit_tokens": None, "limit_cost": 20.0,
        "sends_text_to": "gpt-5-mini (api.openai.com)", "sends_passages_to": "",
    }  # fmt: skip


class ModelUsageQuery(StrictSerializer):
    """The subject of questions, of which `sends_text_to` depends."""

    corpus = KeyField("Corpus", help_text="Questions about this corpus, or about the document in it.")
    document = KeyField("Document", help_text="Questions about this document.")


def usage_of(user: User, *, corpus: UUID | None = None, document: UUID | None = None) -> dict[str, Any]:
    """Return the usage of a user's tenant, and the models that get text when a subject is asked about."""
    about_corpus = get_visible_corpus(user, corpus) if corpus else None
    about_document = get_visible_document(user, document) if document else None
    spent, (tokens, cost) = spent_this_month(user.tenant_id), budget_of(user.tenant_id)
    limit_cost = None if cost is None else float(cost)
    return {
        "tokens": spent.tokens,
        "cost": float(spent.cost),
        "limit_tokens": tokens,
        "limit_cost": limit_cost,
        "sends_text_to": recipient_for(user, corpus=about_corpus, document=about_document),
        "sends_passages_to": passages_recipient(corpus=about_corpus, document=about_document),
    }


class LanguageModelView(OfCorpus):
    """`/corpuses/{id}/language-model`: seen by those who may edit the corpus, changed by those who may share it."""

    permission_classes = [IsAuthenticated]
    put = action(
        "setLanguageModel",
        "Set the language model of a corpus",
        LanguageModelSerializer,
        editing.set_language_model,
        body=LanguageModelFields,
        description="Let extracts and agents of the corpus use it from now on.",
        errors=[ModelHostNotAllowed],
    )
    delete = destroy(
        "removeLanguageModel",
        "Remove the language model of a corpus",
        editing.remove_language_model,
        description="Let the corpus use that of the installation from now on.",
    )

    @operation("getLanguageModel", "Get the language model of a corpus", response=LanguageModelSerializer)
    def get(self, request: Request, corpus_id: UUID) -> Response:
        """404: the corpus uses that of the installation."""
        actor = require_user(request.user)
        corpus = require(actor, Permission.EDIT, self.get_object(actor, corpus_id=corpus_id))
        found = own_model_of(corpus)
        if found is None:
            raise NotFound("The corpus has no language model of its own.")
        return represent(LanguageModelSerializer, found, actor)


class ModelUsageView(APIView):
    """`/language-model-usage`."""

    @operation(
        "getLanguageModelUsage",
        "Get your usage of language models in this month",
        query=ModelUsageQuery,
        response=ModelUsageSerializer,
    )
    def get(self, request: Request) -> Response:
        user = require_user(request.user)
        return Response(usage_of(user, **validate_query(request, ModelUsageQuery).validated_data))
