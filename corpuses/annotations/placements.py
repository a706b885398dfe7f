"""Filter annotations by whether their place was found again."""

from django.db.models import QuerySet

from corpuses.annotations.models import Annotation


def with_placement(rows: "QuerySet[Annotation]", placement: str) -> "QuerySet[Annotation]":
    """Keep the annotations whose place in the current revision is certain, or to be checked."""
    match Annotation.Placement(placement):
        case Annotation.Placement.CERTAIN:
            return rows.filter(confidence=1)
        case Annotation.Placement.TO_CHECK:
            return rows.filter(confidence__lt=1)
        case Annotation.Placement.UNCERTAIN:
            return rows.filter(confidence__gt=0, confidence__lt=1)
        case Annotation.Placement.NOT_FOUND:
            return rows.filter(confidence=0)
