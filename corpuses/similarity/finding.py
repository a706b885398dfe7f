"""Find the groups of similar documents and clauses of a corpus. Imported by jobs only: it needs numpy."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from corpuses.similarity.models import SimilarGroup
from corpuses.similarity.sketches import Signatures, dice, estimate, mixed
from corpuses.similarity.storing import Place, read_sketches

# Group similar texts by their signatures, without comparing each with each. Signatures are cut into bands; only texts
# that have a band in common are compared (locality-sensitive hashing, Indyk and Motwani, 1998), and of the texts of a
# band only neighbours, and each with the first. A group has a first text, the earliest one, to which all others are
# similar enough.
DOCUMENT_THRESHOLD: Final = 0.8
CLAUSE_THRESHOLD: Final = 0.6
_DOCUMENT_ROWS: Final = 6  # of a band
_CLAUSE_ROWS: Final = 3
_MOST_GROUPS: Final = 1_000  # of texts that are connected by similar ones: more would be compared again and again

Numbers = NDArray[np.intp]


class Group(NamedTuple):
    """The rows of similar texts, and their similarities to the first one."""

    rows: list[int]
    similarities: list[float]


def group_documents(signatures: Signatures) -> list[Group]:
    """Return the groups of near-duplicates, the largest first."""
    return _groups(signatures, rows=_DOCUMENT_ROWS, threshold=DOCUMENT_THRESHOLD)


def group_clauses(signatures: Signatures) -> list[Group]:
    """Return the groups of similar clauses, the largest first."""
    return _groups(signatures, rows=_CLAUSE_ROWS, threshold=CLAUSE_THRESHOLD)


def _groups(signatures: Signatures, *, rows: int, threshold: float) -> list[Group]:
    if not len(signatures):
        return []
    # Texts that are the same, as most repeated clauses are, are compared once.
    _, firsts, kinds = np.unique(_hashes(signatures), return_index=True, return_inverse=True)
    order = np.argsort(firsts)
    distinct, kinds = signatures[firsts[order]], np.argsort(order)[kinds.ravel()]
    members = _runs(np.argsort(kinds, kind="stable"), np.sort(kinds))
    groups = [_expanded(group, members) for group in _distinct_groups(distinct, rows=rows, threshold=threshold)]
    grouped = {int(kinds[row]) for group in groups for row in group.rows}
    groups += [
        Group(each.tolist(), [1.0] * len(each))
        for kind, each in enumerate(members)
        if len(each) > 1 and kind not in grouped
    ]
    return sorted(groups, key=lambda group: (-len(group.rows), group.rows[0]))


def _expanded(group: Group, members: list[Numbers]) -> Group:
    pairs = [
        (similarity, int(row))
        for kind, similarity in zip(group.rows, group.similarities, strict=True)
        for row in members[kind]
    ]
    first, rest = pairs[0], sorted(pairs[1:], key=lambda pair: (-pair[0], pair[1]))
    return Group([row for _, row in (first, *rest)], [similarity for similarity, _ in (first, *rest)])


def _distinct_groups(signatures: Signatures, *, rows: int, threshold: float) -> Iterator[Group]:
    parents = list(range(len(signatures)))
    for begin in range(0, signatures.shape[1] - rows + 1, rows):
        for one, other in _pairs(signatures, signatures[:, begin : begin + rows], threshold):
            _join(parents, one, other)
    roots = np.array([_root(parents, number) for number in range(len(parents))])
    for component in _runs(np.argsort(roots, kind="stable"), np.sort(roots)):
        if len(component) > 1:
            yield from _by_first(signatures, component, threshold)


def _pairs(signatures: Signatures, band: Signatures, threshold: float) -> Iterator[tuple[int, int]]:
    """Yield the similar ones of the pairs of a band: each text with the first that has it, and with its neighbour."""
    keys = _hashes(band)
    order = np.argsort(keys, kind="stable")
    is_same = keys[order][1:] == keys[order][:-1]
    places = np.flatnonzero(is_same) + 1
    starts = np.maximum.accumulate(np.where(np.concatenate([[False], is_same]), 0, np.arange(len(order))))
    for others in (starts[places], places - 1):
        ones, twos = order[others], order[places]
        is_similar = estimate(signatures[ones], signatures[twos]) >= threshold
        yield from zip(ones[is_similar].tolist(), twos[is_similar].tolist(), strict=True)


def _by_first(signatures: Signatures, component: Numbers, threshold: float) -> Iterator[Group]:
    """Cut texts that are connected into groups whose texts are all similar to the first one."""
    left = np.sort(component)
    for _ in range(_MOST_GROUPS):
        if len(left) < 2:  # noqa: PLR2004 - one text is no group
            return
        similarities = estimate(signatures[left], signatures[left[0]])
        is_near = similarities >= threshold
        if is_near.sum() > 1:
            yield Group(left[is_near].tolist(), similarities[is_near].tolist())
        left = left[~is_near]


def _runs(order: Numbers, keys: NDArray[Any]) -> list[Numbers]:
    """Return the numbers of each key; the keys are sorted, and in the order of the numbers."""
    return np.split(order, np.flatnonzero(keys[1:] != keys[:-1]) + 1)


def _hashes(rows: Signatures) -> NDArray[np.uint64]:
    """Return one value for each row: the same for rows that are the same."""
    hashes = np.zeros(len(rows), np.uint64)
    for column in rows.T:
        hashes = mixed(hashes ^ column)
    return hashes


def _root(parents: list[int], number: int) -> int:
    while parents[number] != number:
        parents[number] = parents[parents[number]]
        number = parents[number]
    return number


def _join(parents: list[int], one: int, other: int) -> None:
    first, second = sorted((_root(parents, one), _root(parents, other)))
    parents[second] = first


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
