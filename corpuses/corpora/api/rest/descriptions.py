"""Earlier descriptions of corpora in REST."""

from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from core.access.actors import Actor
from core.api.rest.serializers import Resource
from core.api.rest.views import ListView, list_resources
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.models import DescriptionRevision
from corpuses.visible_rows import visible_rows
from users.api.rest.users import UserNameSerializer


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
