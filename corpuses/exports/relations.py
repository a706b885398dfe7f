"""Relations between annotations as Web Annotations of the W3C."""

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from corpuses.annotations.models import Annotation, Relation

_BATCH: Final = 1_000


def web_relations(annotations: "QuerySet[Annotation]", *, origin: str) -> Iterator[dict[str, Any]]:
    """Return annotations with the motivation "linking" for the relations between these annotations.

    The target is the annotation where a relation begins; the bodies are the one where it ends, and the label.
    """
    keys = annotations.order_by().values("pk")
    related = Relation.objects.filter(source__in=keys, target__in=keys).select_related("label", "creator")
    rows = related.only("label__name", "creator__username", "source_id", "target_id", "created").order_by("pk")
    last: UUID | None = None
    while batch := list((rows if last is None else rows.filter(pk__gt=last))[:_BATCH]):
        yield from (_web_relation(each, origin) for each in batch)
        last = batch[-1].pk


def _web_relation(relation: Relation, origin: str) -> dict[str, Any]:
    maker = {"creator": {"type": "Person", "nickname": relation.creator.username}} if relation.creator else {}
    return {
        "id": f"{origin}/api/v1/relations/{relation.pk}",
        "type": "Annotation",
        "motivation": "linking",
        "created": relation.created.isoformat(),
        **maker,
        "body": [
            {"type": "TextualBody", "purpose": "tagging", "value": relation.label.name},
            {"type": "SpecificResource", "purpose": "linking", "source": _address(relation.target_id, origin)},
        ],
        "target": _address(relation.source_id, origin),
    }


def _address(annotation: UUID, origin: str) -> str:
    return f"{origin}/api/v1/annotations/{annotation}"
