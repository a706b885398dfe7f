"""What REST says about corpora and what is in them."""

from typing import Any

from rest_framework import serializers

from core.api.rest.serializers import StrictSerializer
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.annotations.models import Annotation
from documents.api.rest.documents import DocumentSerializer

CORPUS: dict[str, Any] = {
    "id": "01990c6e-0c01-7c22-8d33-1f2e3d4c5b6a",
    "title": "Leases",
    "description": "All leases of the harbour quarter.",
    "is_personal": False,
    "is_public": False,
    "document_count": 12,
    "created": "2026-11-20T08:00:00.000000Z",
    "version": "5d41402abc4b2a76",
}
LABEL: dict[str, Any] = {
    "id": "01990c6e-0d01-7c22-8d33-1f2e3d4c5b6a",
    "corpus": CORPUS["id"],
    "name": "Duty",
    "color": "#2f7fc4",
    "version": "7d793037a0760186",
}
ANNOTATION: dict[str, Any] = {
    "id": "01990c6e-0e01-7c22-8d33-1f2e3d4c5b6a",
    "corpus": CORPUS["id"],
    "document": DocumentSerializer.example["id"],
    "label": LABEL["id"],
    "label_name": "Duty",
    "creator": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
    "source": "human",
    "page": 1,
    "start": 6,
    "end": 16,
    "spans": [{"page": 1, "first": 1, "last": 2}],
    "quote": "The tenant",
    "note": "",
    "created": "2026-11-20T08:40:00.000000Z",
    "version": "9e107d9d372bb682",
}
ACTION: dict[str, Any] = {
    "id": "01990c6e-0f01-7c22-8d33-1f2e3d4c5b6a",
    "corpus": CORPUS["id"],
    "kind": "extract",
    "name": "Rent and term",
    "analyzer": "",
    "instructions": "",
    "fields": [{"name": "Rent", "question": "How much is the rent, and how often is it due?"}],
    "enabled": True,
    "version": "e4d909c290d0fb1c",
}
EXECUTION: dict[str, Any] = {
    "id": "01990c6e-1001-7c22-8d33-1f2e3d4c5b6a",
    "action": ACTION["id"],
    "document": DocumentSerializer.example["id"],
    "state": "success",
    "message": "",
    "job": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b",
    "created": "2026-11-20T08:30:05.000000Z",
    "finished": "2026-11-20T08:30:09.000000Z",
}
_VERSION = "Of what can be edited; also the `ETag`."


class CorpusShape(StrictSerializer):
    """A set of documents that people work on together."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    is_personal = serializers.BooleanField(help_text="The one that everyone has.")
    is_public = serializers.BooleanField()
    document_count = serializers.IntegerField(help_text="Of those that you see.")
    created = serializers.DateTimeField()
    version = serializers.CharField(help_text=_VERSION)
    example = CORPUS


class LabelShape(StrictSerializer):
    """A word of a corpus's vocabulary."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField()
    name = serializers.CharField()
    color = serializers.CharField(help_text="#rrggbb")
    version = serializers.CharField(help_text=_VERSION)
    example = LABEL


class SpanShape(StrictSerializer):
    """Tokens of a page, from `first` to `last`, both included, counted from 0."""

    page = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    first = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    last = serializers.IntegerField(min_value=0, max_value=2**31 - 1)
    example = {"page": 1, "first": 1, "last": 2}


class AnnotationShape(StrictSerializer):
    """A labelled passage of a document, in a corpus. `start` and `end` count code points of the document's text."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField()
    document = serializers.UUIDField()
    label = serializers.UUIDField()  # type: ignore[assignment]  # REST's word
    label_name = serializers.CharField()
    creator = serializers.UUIDField(allow_null=True)
    source = serializers.ChoiceField(choices=Annotation.Source.choices)  # type: ignore[assignment]  # REST's word
    page = serializers.IntegerField(help_text="Where it begins, counted from 1.")
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    spans = SpanShape(many=True)
    quote = serializers.CharField()
    note = serializers.CharField(allow_blank=True)
    created = serializers.DateTimeField()
    version = serializers.CharField(help_text=_VERSION)
    example = ANNOTATION


class QuestionShape(StrictSerializer):
    """A field to extract, and what is asked of every document."""

    name = serializers.CharField(max_length=100)
    question = serializers.CharField(max_length=10_000)
    example = ACTION["fields"][0]


class ActionShape(StrictSerializer):
    """Something to do with every document of a corpus once it has been parsed."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=CorpusAction.Kind.choices)
    name = serializers.CharField()
    analyzer = serializers.CharField(allow_blank=True)
    instructions = serializers.CharField(allow_blank=True)
    fields = QuestionShape(many=True)  # type: ignore[assignment]  # REST's word
    enabled = serializers.BooleanField()
    version = serializers.CharField(help_text=_VERSION)
    example = ACTION


class ExecutionShape(StrictSerializer):
    """One run of an action on one revision of a document."""

    id = serializers.UUIDField()
    action = serializers.UUIDField()
    document = serializers.UUIDField()
    state = serializers.ChoiceField(choices=ActionExecution.State.choices)
    message = serializers.CharField(allow_blank=True)
    job = serializers.UUIDField(allow_null=True)
    created = serializers.DateTimeField()
    finished = serializers.DateTimeField(allow_null=True)
    example = EXECUTION


class HitShape(StrictSerializer):
    """A passage that answers."""

    document = serializers.UUIDField()
    document_title = serializers.CharField()
    page = serializers.IntegerField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    quote = serializers.CharField()
    score = serializers.FloatField(help_text="Between 0 and 1.")
    example = {
        "document": DocumentSerializer.example["id"],
        "document_title": DocumentSerializer.example["title"],
        "page": 3,
        "start": 5120,
        "end": 5188,
        "quote": "The tenant pays 1,200 euros on the first of every month.",
        "score": 0.87,
    }


class HitsShape(StrictSerializer):
    """What was found, best first."""

    results = HitShape(many=True)
    example = {"results": [HitShape.example]}


class AddedShape(StrictSerializer):
    """How many were not there before, and which."""

    added = serializers.IntegerField()
    ids = serializers.ListField(child=serializers.UUIDField())
    example = {"added": 1, "ids": [DocumentSerializer.example["id"]]}


class StartedShape(StrictSerializer):
    """On how many documents the action begins."""

    started = serializers.IntegerField()
    example = {"started": 12}
