"""Review the values that analyzers suggest for fields of documents: their metadata.

The state is derived: a value that the document has is accepted; else the last edit that accepted or rejected this value
of any version of the document counts, unless it was undone. So it does not depend on the run that suggests the value.
Metadata whose corpus has no field of its name is no suggestion.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.db.models import Case, CharField, Exists, F, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from audit.actions import Action
from audit.log import record_documents
from core.access import Permission
from core.db.transactions import atomic_with_retry
from core.errors import Conflict
from corpuses.analyzers.models import AnalysisResult
from corpuses.annotations.document_labels.services import lock_memberships
from corpuses.annotations.edits import store_edits
from corpuses.annotations.models import Annotation, Edit
from corpuses.events import record_corpus_event
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.services import locked_field
from corpuses.fields.setting import FIELD_VALUE, change_field_values
from corpuses.holding import require_held
from users.models import User

SUGGESTED_VALUE: Final = "suggested_value"  # the part of an edit that has the accepted or rejected value
# Edits by which users have accepted or rejected suggested values.
REVIEW_OF_VALUE: Final = Q(
    subject=Edit.Subject.FIELD_VALUE, kind__in=[Edit.Kind.ACCEPTED, Edit.Kind.REJECTED], is_undone=False
)

Review = Annotation.Review


class ValueReview(StrEnum):
    """The decision about a suggested value."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


class ValueNotSuggested(Conflict):
    """This is no value that an analyzer suggests for a field of the corpus."""

    code = "value_not_suggested"
    what_to_do = "Send a result with a value, and create a field of its name before."


class ValueAccepted(Conflict):
    """The document has the suggested value, or a user has accepted it."""

    code = "value_accepted"
    what_to_do = "Undo that, or change the value of the field."


def with_review(rows: "QuerySet[AnalysisResult]") -> "QuerySet[AnalysisResult]":
    """Annotate results with the key of their `field` and their `review`; both are null if they suggest no value."""
    fields = DocumentField.objects.filter(corpus=OuterRef("run__corpus"), name=OuterRef("label"))
    present = FieldValue.objects.filter(
        field=OuterRef("field"), document=OuterRef("run__document"), values__contains=[OuterRef("value")]
    )
    edits = Edit.objects.alias(value=KT(f"changes__{SUGGESTED_VALUE}")).filter(
        REVIEW_OF_VALUE,
        corpus=OuterRef("run__corpus"),
        subject_id=OuterRef("field"),
        document__lineage=OuterRef("run__document__lineage"),
        value=OuterRef("value"),
    )
    decided = Subquery(edits.order_by("-pk").values("kind")[:1])
    suggesting = Q(kind=AnalysisResult.Kind.METADATA) & ~Q(value__regex=r"^\s*$")
    return rows.annotate(
        field=Case(When(suggesting, then=Subquery(fields.values("pk")[:1]))),
        review=Case(
            When(field=None, then=None),
            When(Exists(present), then=Value(Review.ACCEPTED)),
            default=Coalesce(decided, Value(Review.PENDING)),
            output_field=CharField(),
        ),
    )


def reviews_of(results: Sequence[AnalysisResult]) -> dict[UUID, str]:
    """Return the states of the results that suggest values of fields; one query, none if there is no metadata."""
    keys = [each.pk for each in results if each.kind == AnalysisResult.Kind.METADATA]
    if not keys:
        return {}
    rows = with_review(AnalysisResult.objects.filter(pk__in=keys)).order_by().values_list("pk", F("review"))
    return {key: review for key, review in rows if review is not None}


@atomic_with_retry
def review_value(result: AnalysisResult, review: ValueReview, *, actor: User, group: UUID | None = None) -> None:
    """Accept a suggested value, which the document gets, or reject it; repeated, it changes nothing.

    The caller has found the result visible. A value of a list is added to those that the document has. `group` is that
    of the edit.
    """
    run = result.run
    require_held(actor, Permission.ANNOTATE, run.corpus)
    row = with_review(AnalysisResult.objects.filter(pk=result.pk)).values_list(F("field"), F("review")).first()
    field = DocumentField.objects.filter(pk=row[0]).first() if row else None
    if field is None:
        raise ValueNotSuggested
    field = locked_field(field)  # it is reviewed by one user at a time
    present = reviews_of([result]).get(result.pk)
    if present == review:
        return
    if present == Review.ACCEPTED:
        raise ValueAccepted
    lock_memberships(field.corpus_id, [run.document])
    changes = _accept(result, field, actor=actor) if review == ValueReview.ACCEPTED else {}
    edit = Edit(
        corpus=run.corpus,
        document=run.document,
        subject=Edit.Subject.FIELD_VALUE,
        subject_id=field.pk,
        kind=Edit.Kind(review),
        changes=changes | {SUGGESTED_VALUE: result.value},
    )
    store_edits([edit], actor=actor, group=group)
    record_review(field, run.document_id, review, actor=actor)


def record_review(field: DocumentField, document: UUID, review: str, *, actor: User) -> None:
    """Record in the audit log that the review of a suggested value has changed, and an event."""
    record_documents(Action.FIELD_VALUE_REVIEWED, field, [document], actor=actor, review=review)
    record_corpus_event(field.corpus, "field_values")


def _accept(result: AnalysisResult, field: DocumentField, *, actor: User) -> dict[str, list[list[str]]]:
    """Set the value; return what an edit stores of that: nothing if the document has it in another form."""
    document = result.run.document
    stored = FieldValue.objects.filter(field=field, document=document)
    before = stored.values_list("values", flat=True).first() or []
    values = [*before, result.value] if field.type == DocumentField.Type.LIST else [result.value]
    if not change_field_values(field, [document], values, actor=actor):
        return {}
    return {FIELD_VALUE: [before, stored.values_list("values", flat=True).get()]}
