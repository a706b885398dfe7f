"""Corpora in REST."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet
from rest_framework import serializers

from core.access import Actor, VisibleQuerySet, memberships_of
from core.api.ordering import Order, Ordering
from core.api.rest.list_query import DatesQuery, KeyField, OrderField, WordField
from core.api.rest.pagination import NEWEST_FIRST, OLDEST_FIRST
from core.api.rest.serializers import MOVED_TO_BIN, DeleteQuery, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from corpuses.corpora import services as corpora
from corpuses.corpora.api.edit_groups import group_field
from corpuses.corpora.api.selectors import get_visible_corpus, list_corpora
from corpuses.models import Corpus, DescriptionRevision
from corpuses.providers.sending import recipients_of
from corpuses.visible_rows import visible_rows
from documents.api.rest.documents import ScopeField
from documents.models import Document
from users.api.idempotency import create
from users.api.rest.users import UserNameSerializer
from users.models import User

OWNERS_HELP = "Only owners change it."
PERSONAL_FIRST = Order(("-is_personal", "-id"))
CORPUS_ORDER = Ordering(
    "CorpusOrder",
    rest_default="newest",
    personal=PERSONAL_FIRST,
    newest=NEWEST_FIRST,
    oldest=OLDEST_FIRST,
    title=Order(("title", "id")),
    modified=Order(("-modified", "-id")),
)
LIMIT_HELP = "0: that of the installation, which a corpus can only lower."
RETENTION_HELP = "Documents leave it so many days after they were added; 0: they stay."
AUDIT_HELP = "Its entries in the audit log are kept for so many days, 30 or more; 0: as long as all others."
VERSION_HELP = "Version of the fields that can be edited; also the `ETag`."


def _document_counts(rows: Sequence[Corpus], actor: Actor) -> Mapping[UUID, int]:
    keys = [corpus.pk for corpus in rows]
    visible = Document.objects.visible_to(actor).filter(memberships__corpus__in=keys, superseded_by=None).order_by()
    return dict(visible.values_list("memberships__corpus").annotate(Count("pk")))


def _memberships(rows: Sequence[Corpus], actor: Actor) -> Mapping[UUID, bool]:
    return dict.fromkeys(memberships_of(actor, rows), True)


class CorpusSerializer(Resource):
    """A set of documents that users work on together."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    is_personal = serializers.BooleanField(help_text="Each user has one personal corpus.")
    is_public = serializers.BooleanField()
    is_member = serializers.BooleanField(
        help_text="Whether access was granted to you: only members see actions, executions and archives."
    )
    document_count = serializers.IntegerField(help_text="The number of documents that are visible to you.")
    allows_language_models = serializers.BooleanField(
        help_text="If not, no text of its documents is sent to a language model."
    )
    sends_text_to = serializers.CharField(
        allow_blank=True, help_text="The language model that gets text of the corpus when you ask; blank: none."
    )
    answer_tool_calls = serializers.IntegerField(help_text=f"The most calls of tools for one answer. {LIMIT_HELP}")
    answer_tokens = serializers.IntegerField(help_text=f"The most tokens for one answer. {LIMIT_HELP}")
    answer_seconds = serializers.FloatField(help_text=f"The most seconds for one answer. {LIMIT_HELP}")
    answer_cost = serializers.FloatField(help_text=f"The highest cost of one answer. {LIMIT_HELP}")
    retention_days = serializers.IntegerField(help_text=RETENTION_HELP)
    audit_days = serializers.IntegerField(help_text=AUDIT_HELP)
    owner = serializers.UUIDField(source="owner_id")
    created = serializers.DateTimeField()
    modified = serializers.DateTimeField(help_text="When the corpus itself has changed last, not its documents.")
    version = serializers.CharField(help_text=VERSION_HELP)

    loaders = {"document_count": _document_counts, "is_member": _memberships, "sends_text_to": recipients_of}
    defaults = {"document_count": 0, "is_member": False, "sends_text_to": ""}
    read_version = staticmethod(corpora.version_of)
    example = {
        "id": "01990c6e-0c01-7c22-8d33-1f2e3d4c5b6a",
        "title": "Leases",
        "description": "All leases of the harbour quarter.",
        "is_personal": False,
        "is_public": False,
        "is_member": True,
        "document_count": 12,
        "allows_language_models": True,
        "sends_text_to": "gpt-5-mini (api.openai.com)",
        "answer_tool_calls": 0,
        "answer_tokens": 50_000,
        "answer_seconds": 0.0,
        "answer_cost": 0.25,
        "retention_days": 0,
        "audit_days": 0,
        "owner": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
        "created": "2026-11-20T08:00:00.000000Z",
        "modified": "2026-11-20T08:00:00.000000Z",
        "version": "5d41402abc4b2a76",
    }

    @staticmethod
    def read_answer_cost(corpus: Corpus) -> float:
        return float(corpus.answer_cost)


class CorpusQuery(DatesQuery):
    """Filters and order of the list of corpora."""

    search = WordField(help_text="Words of the title or the description.")
    scope = ScopeField()
    owner = KeyField("User", help_text="Only corpora of this user.")
    order_by = OrderField(CORPUS_ORDER)


class CorpusFields(StrictSerializer):
    """A new corpus."""

    title = serializers.CharField(max_length=200)
    description = serializers.CharField(required=False, allow_blank=True, trim_whitespace=False, max_length=10_000)
    example = {"title": "Leases", "description": "All leases of the harbour quarter."}


class CorpusChange(CorpusFields):
    """Changes of a corpus; absent fields stay as they are."""

    title = serializers.CharField(required=False, max_length=200)
    allows_language_models = serializers.BooleanField(required=False, help_text=OWNERS_HELP)
    answer_tool_calls = serializers.IntegerField(required=False, min_value=0, help_text=OWNERS_HELP)
    answer_tokens = serializers.IntegerField(required=False, min_value=0, help_text=OWNERS_HELP)
    answer_seconds = serializers.FloatField(required=False, min_value=0, help_text=OWNERS_HELP)
    answer_cost = serializers.FloatField(required=False, min_value=0, help_text=OWNERS_HELP)
    retention_days = serializers.IntegerField(required=False, min_value=0, help_text=OWNERS_HELP)
    audit_days = serializers.IntegerField(required=False, min_value=0, help_text=OWNERS_HELP)
    group = group_field()


class CorporaView(ListView):
    """`/corpuses`."""

    get = list_resources(
        "listCorpora", "List corpora", CorpusSerializer, query=CorpusQuery, description="Your own and shared corpora."
    )
    post = create(
        "createCorpus", "Create a corpus", CorpusSerializer, CorpusFields, find=get_visible_corpus, route="corpus"
    )

    def get_queryset(self, actor: Actor, **filters: Any) -> VisibleQuerySet[Corpus]:
        return list_corpora(actor, **filters)

    def perform_create(self, actor: User, **fields: Any) -> UUID:
        return corpora.create_corpus(owner=actor, **fields).pk


class OfCorpus(ObjectView):
    """The base of views on a corpus."""

    def get_object(self, actor: Actor, *, corpus_id: UUID) -> Corpus:
        return get_visible_corpus(actor, corpus_id)


class CorpusView(OfCorpus):
    """`/corpuses/{id}`."""

    get = retrieve("getCorpus", "Get a corpus", CorpusSerializer)
    patch = update("updateCorpus", "Change a corpus", CorpusSerializer, CorpusChange, corpora.update_corpus)
    delete = destroy(
        "deleteCorpus",
        "Delete a corpus; its documents are kept",
        corpora.delete_corpus,
        query=DeleteQuery,
        description=MOVED_TO_BIN,
        errors=[corpora.PersonalCorpus],
    )


class DescriptionRevisionSerializer(Resource):
    """A description of a corpus as it was saved."""

    id = serializers.UUIDField()
    text = serializers.CharField(allow_blank=True)
    author = UserNameSerializer(allow_null=True, help_text="Null if the account was deleted or is not known.")
    created = serializers.DateTimeField()
    example = {
        "id": "01990c6e-0c21-7c22-8d33-1f2e3d4c5b6a",
        "text": "All leases of the **harbour quarter**.",
        "author": UserNameSerializer.example,
        "created": "2026-11-20T08:30:00.000000Z",
    }


class DescriptionsView(ListView):
    """`/corpuses/{id}/descriptions`."""

    get = list_resources(
        "listCorpusDescriptions",
        "List the descriptions that a corpus has had, newest first",
        DescriptionRevisionSerializer,
        description="The first is the present one. At most 100 are kept. To restore one, save its text.",
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID) -> "QuerySet[DescriptionRevision]":
        corpus = get_visible_corpus(actor, corpus_id)
        return visible_rows(DescriptionRevision, actor, corpus=corpus).select_related("author")
