"""Find the groups of similar documents and clauses of a corpus. Imported by jobs only: it needs numpy."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

import numpy as np

from corpuses.similarity.grouping import Group, group_clauses, group_documents
from corpuses.similarity.models import SimilarGroup
from corpuses.similarity.sketches import dice
from corpuses.similarity.storing import Place, read_sketches

MAX_CLAUSES: Final = 1_000_000
MAX_GROUPS: Final = 1_000  # of each kind that are stored, the largest ones
MAX_TEXTS: Final = 1_000  # of each group that are stored, the most similar ones
_WHOLE: Final = (0, 0, 1)


@dataclass(frozen=True, slots=True)
class FoundText:
    """A document, or a clause in it, and its similarity to the first text of its group."""

    revision: UUID
    place: Place
    similarity: float


@dataclass(frozen=True, slots=True)
class FoundGroup:
    """Similar texts; the first one is the earliest. `size` counts those beyond the limit, too."""

    kind: SimilarGroup.Kind
    size: int
    texts: list[FoundText]


@dataclass(slots=True)
class Found:
    """The groups of a corpus, and what was compared."""

    groups: list[FoundGroup] = field(default_factory=list)
    clause_count: int = 0
    is_complete: bool = True


def find_groups(revisions: Sequence[UUID]) -> Found:
    """Return the groups of similar texts in revisions, which have sketches; the order decides which texts are first."""
    found = Found()
    owners, places, clauses, wholes, signatures = list[UUID](), list[Place](), [], list[UUID](), []
    for sketch in read_sketches(revisions):
        if sketch.document is not None:
            wholes.append(sketch.revision)
            signatures.append(sketch.document)
        room = MAX_CLAUSES - len(owners)
        found.is_complete &= len(sketch.places) <= room
        places += sketch.places[:room]
        owners += [sketch.revision] * len(sketch.places[:room])
        clauses.append(sketch.clauses[:room])
    found.clause_count = len(owners)
    alike = group_documents(np.stack(signatures)) if signatures else []
    first_of = {wholes[row]: wholes[group.rows[0]] for group in alike for row in group.rows}
    _add(found, SimilarGroup.Kind.DOCUMENT, alike, wholes, [_WHOLE] * len(wholes))
    repeated = group_clauses(np.concatenate(clauses)) if owners else []
    _add(found, SimilarGroup.Kind.CLAUSE, _of_several(repeated, owners, first_of), owners, places)
    return found


def _of_several(groups: Sequence[Group], owners: Sequence[UUID], first_of: Mapping[UUID, UUID]) -> Iterator[Group]:
    """Yield the groups of clauses that are in documents which are not near-duplicates of each other."""
    for group in groups:
        if len({first_of.get(owners[row], owners[row]) for row in group.rows}) > 1:
            yield group


def _add(
    found: Found,
    kind: SimilarGroup.Kind,
    groups: Sequence[Group] | Iterator[Group],
    owners: Sequence[UUID],
    places: Sequence[Place],
) -> None:
    for count, group in enumerate(groups):
        if count == MAX_GROUPS:
            found.is_complete = False
            return
        pairs = zip(group.rows[:MAX_TEXTS], group.similarities, strict=False)
        texts = [FoundText(owners[row], places[row], dice(similarity)) for row, similarity in pairs]
        found.groups.append(FoundGroup(kind, len(group.rows), texts))
