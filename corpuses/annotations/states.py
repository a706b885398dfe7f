"""The state of an annotation as data: what an edit stores of it, compares and sets."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.utils import timezone

from corpuses.annotations.models import Annotation, DocumentLabel
from users.models import User

State = dict[str, Any]
Changes = dict[str, list[Any]]

# Undone, a new annotation is in the bin.
CREATION: Final[Changes] = {"deleted": [True, False]}
DELETION: Final[Changes] = {"deleted": [False, True]}

_PLACE: Final = ("page", "start", "end", "spans", "quote", "box", "prefix", "suffix", "confidence")


def state_of(annotation: Annotation) -> State:
    """Return the parts of an annotation that edits change, each as JSON."""
    place = {name: getattr(annotation, name) for name in _PLACE}
    if annotation.parts:  # edits of earlier versions of this program have none
        place["parts"] = annotation.parts
    return {
        "label": str(annotation.label_id),
        "note": annotation.note,
        "place": place | {"revision": str(annotation.revision_id)},
        "review": review_of(annotation),
        "deleted": annotation.deleted_at is not None,
    }


def changes_between(before: State, after: State) -> Changes:
    """Return the parts that differ: `{part: [before, after]}`."""
    return {part: [before[part], after[part]] for part in before if before[part] != after[part]}


def review_of(row: Annotation | DocumentLabel) -> list[str | None] | None:
    """Return who accepted a suggestion, and when."""
    if row.reviewed is None:
        return None
    return [str(row.reviewer_id) if row.reviewer_id else None, row.reviewed.isoformat()]


def columns_of_state(state: Mapping[str, Any], *, actor: User) -> dict[str, Any]:
    """Return the columns that give an annotation these parts of a state; `actor` moves it to the bin."""
    columns: dict[str, Any] = {}
    for part, value in state.items():
        match part:
            case "label":
                columns["label_id"] = UUID(value)
            case "note":
                columns["note"] = value
            case "place":
                columns |= {name: value[name] for name in _PLACE}
                columns |= {"parts": value.get("parts", []), "revision_id": UUID(value["revision"])}
            case "review":
                reviewer, reviewed = value or (None, None)
                columns["reviewer_id"] = existing_user(reviewer)
                columns["reviewed"] = datetime.fromisoformat(reviewed) if reviewed else None
            case "deleted":
                columns["deleted_at"] = timezone.now() if value else None
                columns["deleted_by_id"] = actor.pk if value else None
    return columns


def existing_user(key: str | None) -> UUID | None:
    """Return the key of a user that a state names, if the user still exists."""
    return User.objects.filter(pk=key).values_list("pk", flat=True).first() if key else None
