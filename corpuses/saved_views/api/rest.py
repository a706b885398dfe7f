"""Saved views of lists in REST."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from core.access import Actor
from core.api.ordering import Order
from core.api.rest.list_query import KeyField, ListQuery
from core.api.rest.serializers import EnumField, JSONObjectField, Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.saved_views import services
from corpuses.saved_views.api.selectors import get_visible_view, list_saved_views
from corpuses.saved_views.models import SavedView
from corpuses.saved_views.queries import invalid_parameters
from users.api.idempotency import create
from users.models import User

VIEW_ORDER = Order(("name", "id"))
_QUERY_HELP = "The parameters of the address of the list in the user interface."


def _invalid(rows: Sequence[SavedView], _: Actor) -> Mapping[UUID, list[str]]:
    return invalid_parameters(rows)


def _mine(rows: Sequence[SavedView], actor: Actor) -> Mapping[UUID, bool]:
    return {view.pk: view.owner_id == actor.pk for view in rows}


class SavedViewSerializer(Resource):
    """The filters and the order of a list, under a name."""

    id = serializers.UUIDField()
    kind = EnumField(SavedView.Kind)
    corpus = serializers.UUIDField(source="corpus_id", allow_null=True)
    name = serializers.CharField()
    query = JSONObjectField(help_text=_QUERY_HELP)
    invalid = serializers.ListField(
        child=serializers.CharField(), help_text="Parameters to leave out: their label or folder was deleted."
    )
    is_shared = serializers.BooleanField(help_text="The readers of the corpus see it.")
    is_mine = serializers.BooleanField()
    created = serializers.DateTimeField()
    version = serializers.CharField(help_text=VERSION_HELP)

    loaders = {"invalid": _invalid, "is_mine": _mine}
    read_version = staticmethod(services.version_of_view)
    example = {
        "id": "01990c6e-0e09-7c22-8d33-1f2e3d4c5b6a",
        "kind": "annotations",
        "corpus": CorpusSerializer.example["id"],
        "name": "Suggestions to review",
        "query": {"by": "ANALYZER", "review": "PENDING"},
        "invalid": [],
        "is_shared": True,
        "is_mine": True,
        "created": "2026-11-20T08:40:00.000000Z",
        "version": "7d793037a0760186",
    }


class SavedViewQuery(ListQuery):
    """Filters of a list of saved views."""

    corpus = KeyField("Corpus", help_text="Only views of its lists.")
    kind = EnumField(SavedView.Kind, required=False)


class SavedViewChange(StrictSerializer):
    """Changes of a saved view; absent fields stay as they are."""

    name = serializers.CharField(required=False, max_length=services.NAME_LIMIT)
    query = JSONObjectField(required=False, help_text=_QUERY_HELP)
    is_shared = serializers.BooleanField(required=False, help_text="Editors of the corpus may end it.")
    example = {"name": "To review"}


class SavedViewFields(StrictSerializer):
    """A new view: its list, its name and its query."""

    kind = EnumField(SavedView.Kind)
    corpus = KeyField("Corpus", help_text="For the lists of a corpus.")
    name = serializers.CharField(max_length=services.NAME_LIMIT)
    query = JSONObjectField(help_text=_QUERY_HELP)
    is_shared = serializers.BooleanField(required=False, help_text="Show it to the readers of the corpus.")
    example = {"kind": "documents", "name": "Failed", "query": {"state": "FAILED"}}


class SavedViewsView(ListView):
    """`/saved-views`."""

    order = VIEW_ORDER
    get = list_resources(
        "listSavedViews",
        "List your views, and those that are shared with you",
        SavedViewSerializer,
        query=SavedViewQuery,
    )
    post = create(
        "createSavedView",
        "Save a view of a list",
        SavedViewSerializer,
        SavedViewFields,
        find=get_visible_view,
        route="saved-view",
        errors=[services.SavedViewExists, services.TooManySavedViews],
    )

    def get_queryset(self, actor: Actor, **filters: Any) -> QuerySet[SavedView]:
        return list_saved_views(actor, **filters)

    def perform_create(self, actor: User, *, corpus: UUID | None = None, **fields: Any) -> UUID:
        within = get_visible_corpus(actor, corpus) if corpus else None
        return services.create_saved_view(within, actor=actor, **fields).pk


class SavedViewView(ObjectView):
    """`/saved-views/{id}`."""

    get = retrieve("getSavedView", "Get a saved view", SavedViewSerializer)

    patch = update(
        "updateSavedView",
        "Change a saved view",
        SavedViewSerializer,
        SavedViewChange,
        services.update_saved_view,
        may_hide=True,
        description="Editors of the corpus may end the sharing of a view of another user; it is returned a last time.",
        errors=[services.SavedViewExists],
    )
    delete = destroy("deleteSavedView", "Delete a saved view", services.delete_saved_view)

    def get_object(self, actor: Actor, *, view_id: UUID) -> SavedView:
        return get_visible_view(actor, view_id)
