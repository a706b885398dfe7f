"""Cells of a table without vertical rules: columns from white space, phrases that reach over columns span them."""

from collections.abc import Sequence
from itertools import chain, groupby
from statistics import fmean

from documents.pipeline.pdf.geometry import cluster
from documents.pipeline.pdf.lines import phrases_of
from documents.pipeline.pdf.tables.columns import PHRASE_GAP, are_figures, infer_columns
from documents.pipeline.pdf.tables.grid import Cell, Grid, in_reading_rows, place_in
from documents.pipeline.pdf.tables.rows import infer_rows, split_bands
from documents.pipeline.pdf.words import Word
from documents.types import Box

_LONG_RULE = 0.5  # of the table's width
_EDGE = 3.0  # points
_ENOUGH_RULES = 3
_SLACK = 1.5  # points by which a phrase may reach into the next column


def spaced_grid(
    words: Sequence[Word],
    box: Box,
    rules: Sequence[Box] = (),
    *,
    columns: Sequence[float] | None = None,
    rows: Sequence[float] | None = None,
) -> Grid | None:
    """Nothing when there is only one column. `rules` are horizontal."""
    columns = columns or infer_columns(words, box)
    if len(columns) < 3:  # two columns have three borders
        return None
    rows = rows or _rows(words, box, rules, columns)
    return _filled(words, columns, rows)


def _rows(words: Sequence[Word], box: Box, rules: Sequence[Box], columns: Sequence[float]) -> list[float]:
    """Between rules where there are enough of them, else by leading."""
    long_rules = [rule for rule in rules if rule.x1 - rule.x0 > _LONG_RULE * (box.x1 - box.x0)]
    heights = cluster(((rule.y0 + rule.y1) / 2 for rule in long_rules), 3)
    inner = [height for height in heights if box.y0 + _EDGE < height < box.y1 - _EDGE]
    if len(inner) >= _ENOUGH_RULES:
        return split_bands(words, box, columns, [box.y0, *inner, box.y1])[0]
    return infer_rows(words, box, columns, heights)


def _filled(words: Sequence[Word], columns: Sequence[float], rows: Sequence[float]) -> Grid:
    contents: dict[tuple[int, int, int], list[Word]] = {}
    for phrase in chain.from_iterable(_cut_at(columns, phrase) for phrase in phrases_of(words, PHRASE_GAP)):
        row = place_in(rows, fmean(word.middle_y for word in phrase))
        first, last = place_in(columns, phrase[0].x0 + _SLACK), place_in(columns, phrase[-1].x1 - _SLACK)
        contents.setdefault((row, min(first, last), max(first, last)), []).extend(phrase)
    return _without_overlaps(contents, len(rows) - 1, len(columns) - 1)


def _cut_at(columns: Sequence[float], phrase: Sequence[Word]) -> list[list[Word]]:
    """A phrase whose words part at a border is one phrase in each column; figures never belong to two columns."""
    if are_figures(phrase):
        runs = groupby(phrase, key=lambda word: place_in(columns, word.middle_x))
        return [list(run) for _, run in runs]
    parts = [[phrase[0]]]
    for word in phrase[1:]:
        if any(parts[-1][-1].x1 - 1 <= border <= word.x0 + 1 for border in columns[1:-1]):
            parts.append([word])
        else:
            parts[-1].append(word)
    return parts


def _without_overlaps(contents: dict[tuple[int, int, int], list[Word]], rows: int, columns: int) -> Grid:
    """Wide cells take in what stands in a part of them; places without text become empty cells."""
    found: list[tuple[int, int, int, list[Word]]] = []
    owner: dict[tuple[int, int], int] = {}
    for (row, first, last), words in sorted(contents.items(), key=lambda entry: _widest_first(entry[0])):
        taken = next((owner[row, column] for column in range(first, last + 1) if (row, column) in owner), None)
        if taken is not None:
            found[taken][3].extend(words)
            continue
        owner.update({(row, column): len(found) for column in range(first, last + 1)})
        found.append((row, first, last, words))
    cells = [Cell(row, row, first, last, in_reading_rows(words)) for row, first, last, words in found]
    places = ((row, column) for row in range(rows) for column in range(columns))
    cells += [Cell(row, row, column, column) for row, column in places if (row, column) not in owner]
    return Grid(tuple(cells), rows, columns)


def _widest_first(key: tuple[int, int, int]) -> tuple[int, int, int]:
    row, first, last = key
    return row, first - last, first
