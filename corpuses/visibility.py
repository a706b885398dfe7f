"""The rules by which rows of corpora are visible, declared at their models and read by `corpuses.visible_rows`."""

from dataclasses import dataclass
from typing import Final, TypeVar

from django.db.models import Model

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class VisibleWith:
    """Decorator of a model: rows are visible with their corpus, and with their document if they have one."""

    corpus: str = "corpus"
    document: str = ""
    has_document: bool = True  # if false, rows without a document are visible with their corpus
    for_members: bool = False  # of the corpus (`core.access.permissions.is_member`)
    for_owner: bool = False  # of the row
    related: tuple[str, ...] = ()  # what else is fetched with a single row

    def __call__(self, model: type[M]) -> type[M]:
        RULES[model] = self
        return model


RULES: Final[dict[type[Model], VisibleWith]] = {}
