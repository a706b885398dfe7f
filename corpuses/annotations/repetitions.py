"""Leave out the suggestions of programs that say again what is there, or what users have rejected or corrected.

These rules are the same for all programs: analyzers, agents, extracts and the recommender.
"""

from collections.abc import Sequence

from django.db.models import QuerySet

from corpuses.annotations.models import Annotation, Edit


def without_repetitions(suggestions: Sequence[Annotation]) -> list[Annotation]:
    """Return the suggestions in one corpus, which are not stored, that are new; three queries.

    Left out are places that have the label already; words of which a suggestion with the label, by any program, is in
    the bin for this document; and places that had the label by the same origin until a user gave them another one.
    """
    if not suggestions:
        return []
    present, rejected, replaced = _present(suggestions), _rejected(suggestions), _replaced(suggestions)
    return [
        each
        for each in suggestions
        if (place := (each.revision_id, each.start, each.end, each.label_id)) not in present
        and (each.document_id, each.quote, each.label_id) not in rejected
        and (each.origin, *place[:3], str(each.label_id)) not in replaced
    ]


def present_one(suggestion: Annotation) -> Annotation | None:
    """Return the annotation, of a program or a user, that has the place and the label of a suggestion already."""
    rows = _at_places([suggestion]).filter(start=suggestion.start, end=suggestion.end)
    return rows.select_related("label").order_by("pk").first()


def rejected_one(suggestion: Annotation) -> Annotation | None:
    """Return the suggestion in the bin that has the document, the words and the label of this one."""
    rows = _in_bin([suggestion]).filter(quote=suggestion.quote)
    return rows.select_related("label").order_by("-deleted_at").first()


def _present(suggestions: Sequence[Annotation]) -> set[tuple[object, ...]]:
    return set(_at_places(suggestions).values_list("revision_id", "start", "end", "label_id"))


def _rejected(suggestions: Sequence[Annotation]) -> set[tuple[object, ...]]:
    return set(_in_bin(suggestions).values_list("document_id", "quote", "label_id"))


def _replaced(suggestions: Sequence[Annotation]) -> set[tuple[object, ...]]:
    """Return the places of the same origins whose label a user has changed, with the label that they had."""
    rows = Edit.objects.filter(
        annotation__origin__in={each.origin for each in suggestions} - {""},
        annotation__revision__in={each.revision_id for each in suggestions},
        subject=Edit.Subject.ANNOTATION,
        is_undone=False,
        changes__has_key="label",
    )
    place = ("annotation__origin", "annotation__revision_id", "annotation__start", "annotation__end")
    return set(rows.order_by().values_list(*place, "changes__label__0"))


def _at_places(suggestions: Sequence[Annotation]) -> "QuerySet[Annotation]":
    return Annotation.objects.filter(
        corpus=suggestions[0].corpus_id,
        revision__in={each.revision_id for each in suggestions},
        label__in={each.label_id for each in suggestions},
        box=None,
    )


def _in_bin(suggestions: Sequence[Annotation]) -> "QuerySet[Annotation]":
    """Return the suggestions in the bin that have the documents and labels of these; users have rejected them."""
    rows = Annotation.with_deleted.filter(
        corpus=suggestions[0].corpus_id,
        document__in={each.document_id for each in suggestions},
        label__in={each.label_id for each in suggestions},
        deleted_at__isnull=False,
    )
    return rows.exclude(source=Annotation.Source.HUMAN)
