"""Leave out the documents of a batch that are refused, and change the others."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import transaction

from core.errors import DependencyFault, DomainError
from documents.models import Document

T = TypeVar("T")


def split_on_refusal(
    function: Callable[[Sequence[Document]], T], documents: Sequence[Document], skipped: Counter[str]
) -> list[T]:
    """Call a function with all documents; if it refuses them, with each half, and so on.

    A document that it refuses alone is counted by the code of the error.
    """
    if not documents:
        return []
    counted = skipped.copy()
    try:
        with transaction.atomic():
            return [function(documents)]
    except DependencyFault:
        raise
    except DomainError as error:
        _replace(skipped, counted)
        if len(documents) == 1:
            skipped[error.code] += 1
            return []
    middle = len(documents) // 2
    halves = (documents[:middle], documents[middle:])
    return [each for half in halves for each in split_on_refusal(function, half, skipped)]


def change_each(
    function: Callable[[Document], None], documents: Sequence[Document], skipped: Counter[str]
) -> list[Document]:
    """Call a function with each document; return those that it did not refuse."""

    def change(one: Sequence[Document]) -> Document:
        function(one[0])
        return one[0]

    return [each for document in documents for each in split_on_refusal(change, [document], skipped)]


def _replace(counter: Counter[str], values: Counter[str]) -> None:
    counter.clear()
    counter.update(values)
