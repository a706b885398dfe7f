"""Remote analyzers of a corpus in REST, and the results that they send."""

from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from core.access import Actor
from core.api.ordering import Order
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, action, destroy, list_resources, retrieve, update
from core.outgoing import ADDRESS_LIMIT, AddressNotAllowed
from core.webhooks import MAX_SECRET
from corpuses.actions.remote import editing
from corpuses.actions.remote.trials import try_remote_analyzer
from corpuses.analyzers.checking import MAX_LABEL
from corpuses.analyzers.models import RemoteAnalyzer
from corpuses.analyzers.remote.lookup import RemoteAnalyzerDisabled, name_of
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.visible_rows import get_visible_row, visible_rows
from users.api.idempotency import create
from users.models import User
from users.secrets import ConfirmationNeeded

REMOTE_ORDER = Order(("name", "id"))
_SECRET_LIMIT = 4 * MAX_SECRET
_HELP_OF_KEY = "`whsec_` and base64 of 24 to 64 bytes. It signs the messages, and is never returned."


class RemoteAnalyzerSerializer(Resource):
    """An analyzer of a corpus that runs on another server, which gets the texts of documents."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    analyzer = serializers.CharField(help_text="Its name in `startAnalysis` and in actions.")
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    address = serializers.CharField(help_text="Documents are sent to it.")
    labels = serializers.ListField(child=serializers.CharField(), help_text="That it may give; empty: any.")
    enabled = serializers.BooleanField(help_text="Otherwise nothing is sent to it.")
    created = serializers.DateTimeField()
    version = serializers.CharField(help_text=VERSION_HELP)

    read_analyzer = staticmethod(name_of)
    read_version = staticmethod(editing.version_of_remote)
    example = {
        "id": "01990c6e-2003-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "analyzer": "remote:01990c6e-2003-7c22-8d33-1f2e3d4c5b6a",
        "name": "Risk of clauses",
        "description": "Marks clauses that lawyers should read.",
        "address": "https://analyzers.example.com/risk",
        "labels": ["Risk"],
        "enabled": True,
        "created": "2026-11-20T08:40:00.000000Z",
        "version": "7d793037a0760186",
    }


class RemoteAnalyzerChange(StrictSerializer):
    """Changes of a remote analyzer; absent fields stay as they are. Another address needs another secret."""

    name = serializers.CharField(required=False, max_length=editing.NAME_LIMIT)
    description = serializers.CharField(required=False, allow_blank=True, max_length=editing.DESCRIPTION_LIMIT)
    address = serializers.CharField(required=False, max_length=ADDRESS_LIMIT)
    secret = serializers.CharField(required=False, max_length=_SECRET_LIMIT, help_text=_HELP_OF_KEY)
    labels = serializers.ListField(
        child=serializers.CharField(max_length=MAX_LABEL), required=False, max_length=editing.MAX_LABELS
    )
    enabled = serializers.BooleanField(required=False)
    example = {"enabled": False}


class RemoteAnalyzerFields(RemoteAnalyzerChange):
    """A new remote analyzer."""

    name = serializers.CharField(max_length=editing.NAME_LIMIT)
    address = serializers.CharField(max_length=ADDRESS_LIMIT)
    secret = serializers.CharField(max_length=_SECRET_LIMIT, help_text=_HELP_OF_KEY)
    example = {
        "name": "Risk",
        "address": "https://analyzers.example.com/risk",
        "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        "labels": ["Risk"],
    }


class RemoteAnalyzerTrialSerializer(Resource):
    """The answer of a remote analyzer to a sample text."""

    is_ok = serializers.BooleanField()
    is_later = serializers.BooleanField(help_text="It accepted the sample, and sends results of documents later.")
    result_count = serializers.IntegerField()
    milliseconds = serializers.IntegerField()
    code = serializers.CharField(allow_blank=True, help_text="Of the error, if there was one.")
    message = serializers.CharField(allow_blank=True)
    example = {
        "is_ok": True, "is_later": False, "result_count": 1, "milliseconds": 120, "code": "", "message": "",
    }  # fmt: skip


class RemoteAnalyzersView(ListView):
    """`/corpuses/{id}/remote-analyzers`."""

    order = REMOTE_ORDER
    get = list_resources("listRemoteAnalyzers", "List the remote analyzers of a corpus", RemoteAnalyzerSerializer)
    post = create(
        "createRemoteAnalyzer",
        "Let an analyzer on another server analyze documents of a corpus",
        RemoteAnalyzerSerializer,
        RemoteAnalyzerFields,
        find=partial(get_visible_row, RemoteAnalyzer),
        route="remote-analyzer",
        description="Only the owner of the corpus can do this. Nothing is sent before the analyzer runs.",
        errors=[AddressNotAllowed, editing.RemoteAnalyzerExists, editing.TooManyRemoteAnalyzers, ConfirmationNeeded],
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID) -> QuerySet[RemoteAnalyzer]:
        return visible_rows(RemoteAnalyzer, actor, corpus=get_visible_corpus(actor, corpus_id))

    def perform_create(self, actor: User, *, corpus_id: UUID, **fields: Any) -> UUID:
        draft = editing.RemoteDraft(**fields)
        return editing.create_remote_analyzer(get_visible_corpus(actor, corpus_id), draft, actor=actor).pk


class _OfRemoteAnalyzer(ObjectView):
    def get_object(self, actor: Actor, *, analyzer_id: UUID) -> RemoteAnalyzer:
        return get_visible_row(RemoteAnalyzer, actor, analyzer_id)


class RemoteAnalyzerView(_OfRemoteAnalyzer):
    """`/remote-analyzers/{id}`."""

    get = retrieve("getRemoteAnalyzer", "Get a remote analyzer", RemoteAnalyzerSerializer)
    patch = update(
        "updateRemoteAnalyzer",
        "Change or disable a remote analyzer",
        RemoteAnalyzerSerializer,
        RemoteAnalyzerChange,
        editing.update_remote_analyzer,
        description="If it is disabled, nothing is sent to it, and runs that wait for its results are cancelled.",
        errors=[AddressNotAllowed, editing.RemoteAnalyzerExists, ConfirmationNeeded],
    )
    delete = destroy(
        "deleteRemoteAnalyzer",
        "Delete a remote analyzer",
        editing.delete_remote_analyzer,
        description="Its results are kept.",
    )


class RemoteAnalyzerTrialView(_OfRemoteAnalyzer):
    """`/remote-analyzers/{id}/trial`."""

    post = action(
        "tryRemoteAnalyzer",
        "Send a sample text to a remote analyzer",
        RemoteAnalyzerTrialSerializer,
        try_remote_analyzer,
        description="No document is sent. An error of the server is part of the result.",
        errors=[RemoteAnalyzerDisabled],
    )
