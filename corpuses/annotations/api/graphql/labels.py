"""Labels in GraphQL."""

import graphene

from core.api.graphql.connections import Children, related_list
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.resource_types import ResourceType
from corpuses import models as corpora
from corpuses.annotations import models
from corpuses.annotations.api.rest.document_labels import LabelDocumentsView
from corpuses.annotations.api.rest.labels import LABEL_ORDER, LabelSerializer, LabelsView, LabelView, MergeLabelView
from corpuses.corpora.api.graphql.corpora import Corpus


class Label(ResourceType):
    """A label of a corpus."""

    class Meta:
        resource = LabelSerializer
        model = models.Label
        exclude = ("corpus", "parent")
        views = (LabelsView, LabelView, MergeLabelView, LabelDocumentsView)

    parent_uuid = graphene.UUID(resolver=lambda label, _: label.parent_id, description="The label above it.")


def _labels(corpus: corpora.Corpus, _: Info, *, archived: bool | None = None) -> list[models.Label]:
    rows = (
        models.Label.objects.all() if archived is None else models.Label.objects.filter(archived__isnull=not archived)
    )
    return related_list(corpus, ("labels", archived), Children(rows, "corpus_id", LABEL_ORDER))


extend(
    Corpus,
    "labels",
    graphene.Field(
        graphene.List(graphene.NonNull(Label)),
        required=True,
        resolver=_labels,
        archived=graphene.Boolean(description="Only archived labels, or only the others."),
    ),
)
