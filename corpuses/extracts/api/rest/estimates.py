"""Engines of extracts, and estimates of extracts that are not started yet, in REST."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Permission, require, require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import BigIntegerField, Resource, StrictSerializer
from core.api.rest.validation import validate_body
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.extracts import runs
from corpuses.extracts.api.rest.extracts import ExtractRequest, fieldset_of
from corpuses.extracts.api.rest.fieldsets import FieldsetSerializer
from corpuses.extracts.engines.registry import UnknownEngine, all_engines, default_engine
from corpuses.extracts.estimates import Estimate, documents_to_read, estimate
from corpuses.models import Corpus
from corpuses.providers.services import has_model
from users.models import User


class EstimateFields(ExtractRequest):
    """An extract that is not started yet."""

    example = {"fieldset": FieldsetSerializer.example["id"]}


class EstimateSerializer(Resource):
    """The expected size of an extract. Cost is that of the language model; time is measured on earlier extracts."""

    documents = serializers.IntegerField()
    columns = serializers.IntegerField()
    cells = serializers.IntegerField()
    tokens = BigIntegerField()
    cost = serializers.FloatField()
    seconds = serializers.FloatField(help_text="With one worker.")
    example = {"documents": 12, "columns": 3, "cells": 36, "tokens": 90_000, "cost": 0.27, "seconds": 54.0}

    @staticmethod
    def read_cost(found: Estimate) -> float:
        return float(found.cost)


class EngineSerializer(Resource):
    """An engine of extracts."""

    name = serializers.CharField()
    title = serializers.CharField()
    uses_model = serializers.BooleanField(help_text="It asks the language model, which costs tokens.")
    is_available = serializers.BooleanField(help_text="False: it needs a language model, and none is configured.")
    is_default = serializers.BooleanField()
    example = {
        "name": "language-model", "title": "Language model", "uses_model": True, "is_available": True,
        "is_default": True,
    }  # fmt: skip

    @staticmethod
    def read_is_available(engine: Any) -> bool:
        return has_model() or not engine.needs_model

    @staticmethod
    def read_is_default(engine: Any) -> bool:
        return bool(engine.name == default_engine().name)


class EnginesSerializer(StrictSerializer):
    """The engines of extracts."""

    engines = EngineSerializer(many=True)
    example = {"engines": [EngineSerializer.example]}


def estimate_extract(
    corpus: Corpus, actor: User, *, fieldset: UUID, engine: str = "", documents: Sequence[UUID] | None = None
) -> Estimate:
    """Estimate an extract; raise what starting it would raise."""
    require(actor, Permission.EDIT, corpus)
    found = fieldset_of(corpus, actor, fieldset)
    chosen = runs.chosen_engine(engine, corpus)
    return estimate(documents_to_read(corpus, actor, documents), found.columns.count(), chosen)


class EstimatesView(APIView):
    """`/corpuses/{id}/extract-estimates`."""

    @operation(
        "estimateExtract",
        "Estimate an extract before it is started",
        body=EstimateFields,
        response=EstimateSerializer,
        errors=[UnknownEngine],
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        """Nothing is started."""
        actor = require_user(request.user)
        corpus = require(actor, Permission.EDIT, get_visible_corpus(actor, corpus_id))
        given = validate_body(request, EstimateFields).arguments()
        return Response(EstimateSerializer.represent_one(estimate_extract(corpus, actor, **given)))


class EnginesView(APIView):
    """`/extract-engines`."""

    @operation("listExtractEngines", "List the engines of extracts", response=EnginesSerializer)
    def get(self, request: Request) -> Response:
        require_user(request.user)
        return Response({"engines": EngineSerializer.represent(all_engines())})
