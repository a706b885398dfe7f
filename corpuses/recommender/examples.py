"""The examples and counter-examples of a label among the annotations of its corpus."""

from dataclasses import dataclass
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet

from core.errors import Conflict
from corpuses.annotations.labels.hierarchy import with_descendants
from corpuses.annotations.models import Annotation, Label
from corpuses.recommender.limits import NEEDED
from documents.models import Document
from users.models import User

_MOST: Final = 300
"""The examples, and the counter-examples, that are learned from: the newest ones."""

_BY_PROGRAM: Final = ~Q(source=Annotation.Source.HUMAN)
_CONFIRMED: Final = Q(source=Annotation.Source.HUMAN) | Q(reviewed__isnull=False)
_REJECTED: Final = _BY_PROGRAM & Q(reviewed=None, deleted_at__isnull=False)


class TooFewExamples(Conflict):
    """The label has too few annotations to learn from."""

    code = "too_few_examples"
    what_to_do = f"Annotate at least {NEEDED} passages with the label, or accept suggestions of it."


class Place(NamedTuple):
    """A passage in the current revision of a document."""

    document: UUID
    revision: UUID
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A passage that probably deserves the label."""

    place: Place
    score: float


def origin_of(label_id: UUID) -> str:
    """Return the origin of the suggestions of a label."""
    return f"recommender:{label_id}"


def suggestions_of(label: Label) -> "QuerySet[Annotation]":
    """Return the suggestions of the recommender that have this label and are not reviewed."""
    return _placed(Annotation.objects.all(), label).filter(
        label=label, origin__startswith="recommender:", reviewed=None
    )


def examples_of(label: Label) -> "QuerySet[Annotation]":
    """Return the annotations of a label that users made or accepted, in documents of the corpus."""
    return _placed(Annotation.objects.all(), label).filter(_CONFIRMED, label=label)


def example_places(label: Label) -> list[Place]:
    """Return the places of the examples; raise `TooFewExamples`."""
    return _newest(require_examples(label))


def seen_by(actor: User, rows: "QuerySet[Annotation]") -> "QuerySet[Annotation]":
    """Keep the annotations of documents that a user sees."""
    return rows.filter(document__in=Document.objects.visible_to(actor))


def require_examples(label: Label, *, actor: User | None = None) -> "QuerySet[Annotation]":
    """Return the examples of a label, or those that a user sees; raise `TooFewExamples` if they are not enough."""
    examples = seen_by(actor, examples_of(label)) if actor else examples_of(label)
    count = examples.count()
    if count < NEEDED:
        message = f"{NEEDED} examples of the label are needed, {count} are there."
        raise TooFewExamples(message, needed=NEEDED, count=count)
    return examples


def counter_example_places(label: Label) -> list[Place]:
    """Return the places of rejected suggestions of the label, and of what users gave labels of other branches."""
    rejected = _placed(Annotation.with_deleted.all(), label).filter(_REJECTED, label=label)
    others = _placed(Annotation.objects.all(), label).filter(_CONFIRMED).exclude(label__in=_branch(label))
    return _newest(rejected) + _newest(others)


def taken_places(label: Label, documents: set[UUID]) -> list[Place]:
    """Return the places in documents that have the label, or for which it was suggested and rejected."""
    rows = _placed(Annotation.with_deleted.all(), label).filter(label=label, document__in=documents)
    return _places(rows.filter(Q(deleted_at=None) | _REJECTED))


def _branch(label: Label) -> set[UUID | None]:
    """Return the label, those above it, and those below it: a passage may deserve several of them."""
    parent = label.parent
    below = with_descendants([label.pk]).values_list("pk", flat=True)
    return {label.parent_id, parent.parent_id if parent else None, *below} - {None}


def _placed(rows: "QuerySet[Annotation]", label: Label) -> "QuerySet[Annotation]":
    """Keep the annotations of the label's corpus that have a place in the current text of a live document of it."""
    return rows.filter(
        corpus=label.corpus_id,
        revision=F("document__revision"),
        document__deleted_at=None,
        document__memberships__corpus=label.corpus_id,
        confidence__gt=0,
        start__lt=F("end"),
    )


def _newest(rows: "QuerySet[Annotation]") -> list[Place]:
    return _places(rows.order_by("-id")[:_MOST])


def _places(rows: "QuerySet[Annotation]") -> list[Place]:
    return [Place(*row) for row in rows.values_list("document", "revision", "start", "end")]
