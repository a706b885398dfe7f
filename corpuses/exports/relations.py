"""Relations between annotations as lines of a file, and as Web Annotations of the W3C."""

from collections.abc import Iterator
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from corpuses.annotations.models import Annotation, Relation
from corpuses.exports.tables import Table
from users.models import User

_BATCH: Final = 1_000
_HEADER: Final = ("relation id", "label", "source annotation id", "target annotation id", "made by", "created")


def web_relations(annotations: "QuerySet[Annotation]", *, origin: str) -> Iterator[dict[str, Any]]:
    """Return annotations with the motivation "linking" for the relations between these annotations.

    The target is the annotation where a relation begins; the bodies are the one where it ends, and the label.
    """
    yield from (_web_relation(each, origin) for each in _between(annotations))


def relation_table(annotations: "QuerySet[Annotation]") -> Table:
    """Return one line for each relation between these annotations."""
    return Table(_HEADER, (_line(each) for each in _between(annotations)), title="Relations")


def _between(annotations: "QuerySet[Annotation]") -> Iterator[Relation]:
    """Read the relations that begin and end at these annotations; one query for a batch."""
    keys = annotations.order_by().values("pk")
    related = Relation.objects.filter(source__in=keys, target__in=keys).select_related("label", "creator")
    rows = related.only("label__name", "creator__username", "source_id", "target_id", "created").order_by("pk")
    last: UUID | None = None
    while batch := list((rows if last is None else rows.filter(pk__gt=last))[:_BATCH]):
        yield from batch
        last = batch[-1].pk


def _line(relation: Relation) -> list[str]:
    return [
        *(str(relation.pk), relation.label.name, str(relation.source_id), str(relation.target_id)),
        *(relation.creator.username if relation.creator else "", relation.created.isoformat()),
    ]


def _web_relation(relation: Relation, origin: str) -> dict[str, Any]:
    return {
        "id": f"{origin}/api/v1/relations/{relation.pk}",
        "type": "Annotation",
        "motivation": "linking",
        "created": relation.created.isoformat(),
        **web_creator(relation.creator),
        "body": [
            {"type": "TextualBody", "purpose": "tagging", "value": relation.label.name},
            {"type": "SpecificResource", "purpose": "linking", "source": _address(relation.target_id, origin)},
        ],
        "target": _address(relation.source_id, origin),
    }


def web_creator(user: User | None) -> dict[str, Any]:
    """Return the creator of a Web Annotation; nothing if the account is deleted."""
    return {"creator": {"type": "Person", "nickname": user.username}} if user else {}


def _address(annotation: UUID, origin: str) -> str:
    return f"{origin}/api/v1/annotations/{annotation}"
