"""Similar documents and clauses of a corpus in REST."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor
from core.api.openapi.operations import operation
from core.api.rest.list_query import ListQuery
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.validation import validate_query
from core.api.rest.views import ListView, action, list_resources, represent
from corpuses.corpora.api.rest.corpora import CorpusSerializer, OfCorpus
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.models import Corpus
from corpuses.search.api.rest.text_ranges import OFFSET_HELP, TextRangeSerializer
from corpuses.similarity import services
from corpuses.similarity.api.selectors import (
    LARGEST_FIRST,
    MAX_RETURNED,
    list_similar_groups,
    new_document_count,
    same_clauses,
    text_counts_of,
    texts_of,
)
from corpuses.similarity.models import SimilarGroup
from corpuses.similarity.same_clause import MAX_CLAUSES
from corpuses.similarity.services import SimilarityState
from tasks.states import JobState
from users.models import User

_LAST = 999_999_999


def _new_documents(states: Sequence[SimilarityState], actor: Actor) -> Mapping[UUID, int]:
    return {state.pk: new_document_count(state, actor) for state in states}


class SimilarTextsSerializer(Resource):
    """The state of the similar texts of a corpus: the last search, and the newest job."""

    corpus = serializers.UUIDField(source="corpus.pk")
    compared_at = serializers.DateTimeField(allow_null=True, help_text="Null: the texts were not compared yet.")
    new_document_count = serializers.IntegerField(
        help_text="Documents that you see and that were added or processed since then; all before the first time."
    )
    is_complete = serializers.BooleanField(help_text="False if the corpus has more clauses or groups than the limits.")
    job = serializers.UUIDField(allow_null=True)
    state = EnumField(JobState, allow_null=True, help_text="Of the job.")
    progress = serializers.IntegerField(help_text="Of the job, in percent.")
    problem = serializers.CharField(allow_blank=True, help_text="The reason for which the job has failed.")
    loaders = {"new_document_count": _new_documents}
    example = {
        "corpus": CorpusSerializer.example["id"],
        "compared_at": "2026-11-20T08:40:00.000000Z",
        "new_document_count": 2,
        "is_complete": True,
        "job": "01990c6e-0a13-7d01-9a5b-6c7d8e9f0a1b",
        "state": "success",
        "progress": 100,
        "problem": "",
    }

    @staticmethod
    def read_compared_at(state: SimilarityState) -> Any:
        return state.run.started if state.run else None

    @staticmethod
    def read_is_complete(state: SimilarityState) -> bool:
        return state.run is None or state.run.is_complete

    @staticmethod
    def read_job(state: SimilarityState) -> UUID | None:
        return state.job.id if state.job else None

    @staticmethod
    def read_state(state: SimilarityState) -> str | None:
        return state.job.state if state.job else None

    @staticmethod
    def read_progress(state: SimilarityState) -> int:
        return state.job.progress if state.job else 0

    @staticmethod
    def read_problem(state: SimilarityState) -> str:
        return state.job.error_message if state.job else ""


class SimilarTextSerializer(TextRangeSerializer):
    """A document, or a clause in it, of a group of similar ones."""

    start = serializers.IntegerField(help_text=f"{OFFSET_HELP} 0 for a whole document, as `end`.")
    quote = serializers.CharField(allow_blank=True, help_text="The beginning of the clause; empty for a document.")
    similarity = serializers.FloatField(help_text="To the first text of the group, from 0 to 1; an estimate.")
    example = {
        **TextRangeSerializer.example,
        "quote": "Neither party may assign this Agreement without the consent of the other.",
        "similarity": 0.92,
    }


def _texts(groups: Sequence[SimilarGroup], actor: Actor) -> Mapping[UUID, list[dict[str, Any]]]:
    return {key: SimilarTextSerializer.represent(texts) for key, texts in texts_of(groups, actor).items()}


class SimilarGroupSerializer(Resource):
    """Documents, or clauses in documents, that are nearly the same."""

    id = serializers.UUIDField()
    kind = EnumField(SimilarGroup.Kind)
    text_count = serializers.IntegerField(help_text="The texts that you see.")
    texts = SimilarTextSerializer(many=True, help_text=f"The first {MAX_RETURNED} of them, the most similar first.")
    loaders = {"texts": _texts, "text_count": text_counts_of}
    defaults = {"texts": [], "text_count": 0}
    example = {
        "id": "01990c6e-0e0b-7c22-8d33-1f2e3d4c5b6a",
        "kind": "clause",
        "text_count": 1,
        "texts": [SimilarTextSerializer.example],
    }


class SimilarGroupQuery(ListQuery):
    """The texts that are similar."""

    kind = EnumField(SimilarGroup.Kind, default=SimilarGroup.Kind.DOCUMENT.value)


class SimilarGroupsView(ListView):
    """`/corpuses/{id}/similar-groups`."""

    order = LARGEST_FIRST
    get = list_resources(
        "listSimilarGroups",
        "List the groups of similar documents or clauses of a corpus, the largest first",
        SimilarGroupSerializer,
        query=SimilarGroupQuery,
        description="Those that the last search found, with the texts that you see. Documents that have changed since "
        "then are left out.",
    )

    def get_queryset(
        self, actor: Actor, *, corpus_id: UUID, kind: str = SimilarGroup.Kind.DOCUMENT
    ) -> "QuerySet[SimilarGroup]":
        return list_similar_groups(actor, get_visible_corpus(actor, corpus_id), kind=kind)


def _find(corpus: Corpus, *, actor: User) -> SimilarityState:
    services.find_similar_texts(corpus, actor=actor)
    return services.state_of(corpus)


class SimilarTextsView(OfCorpus):
    """`/corpuses/{id}/similar-texts`."""

    post = action(
        "findSimilarTexts",
        "Find the similar texts of a corpus",
        {202: SimilarTextsSerializer},
        _find,
        description="Compare the documents and their clauses in a job, whose groups replace those of the one before."
        "\n\nWhile it runs, a second request has no effect.",
    )

    @operation("getSimilarTexts", "Get the state of the similar texts of a corpus", response=SimilarTextsSerializer)
    def get(self, request: Request, corpus_id: UUID) -> Response:
        corpus = self.get_object(request.user, corpus_id=corpus_id)
        return represent(SimilarTextsSerializer, services.state_of(corpus), request.user)


class SameClauseSerializer(TextRangeSerializer):
    """A clause in another document that is like the given one."""

    text = serializers.CharField()
    similarity = serializers.FloatField(help_text="The share of words and of pairs of words that both have, 0 to 1.")
    example = {
        **TextRangeSerializer.example,
        "text": "Neither party may assign this Agreement without the consent of the other.",
        "similarity": 0.71,
    }


class SameClausesSerializer(StrictSerializer):
    """The clauses in other documents, the most similar first."""

    results = SameClauseSerializer(many=True)
    example = {"results": [SameClauseSerializer.example]}


class SameClausesQuery(StrictSerializer):
    """The clause: a part of the text of a document."""

    document = serializers.UUIDField()
    start = serializers.IntegerField(min_value=0, max_value=_LAST, help_text=OFFSET_HELP)
    end = serializers.IntegerField(min_value=1, max_value=_LAST)


class SameClausesView(APIView):
    """`/corpuses/{id}/same-clauses`."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    rate_class = "search"

    @operation(
        "listSameClauses",
        "Find a clause in the other documents of a corpus",
        query=SameClausesQuery,
        response=SameClausesSerializer,
    )
    def get(self, request: Request, corpus_id: UUID) -> Response:
        given = validate_query(request, SameClausesQuery).arguments()
        found = same_clauses(request.user, corpus_id, **given)
        return Response({"results": SameClauseSerializer.represent(found)})


SameClausesView.get.__doc__ = f"""Return the most similar clause of each other document, of at most {MAX_CLAUSES}.

Documents are found by their search index, also if their words differ; those that are not indexed are left out.
"""
