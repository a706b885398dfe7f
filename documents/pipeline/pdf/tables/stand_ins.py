"""Words that stand for parts of a page which are one cell of a table, until the table is found."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.tables.grid import DetectedTable
from documents.pipeline.pdf.text.words import Word

StandIns = Mapping[Word, Sequence[Word]]
"""The words that each stand-in stands for."""


def stand_in(words: Sequence[Word], y0: float, y1: float) -> Word:
    """Return an upright word as wide as some words, between two heights."""
    x0, _, x1, _ = union(words)
    first = words[0]
    return first._replace(
        x0=x0,
        y0=y0,
        x1=x1,
        y1=y1,
        text=" ".join(word.text for word in words),
        position=min(word.position for word in words),
        style=first.style._replace(rotation=0),
        cuts=(),
    )


def used_in(tables: Sequence[DetectedTable], stand_ins: StandIns) -> Iterator[Word]:
    """Yield the stand-ins that are in a table."""
    return (word for table in tables for cell in table.grid.filled for word in cell.words if word in stand_ins)


def restored(table: DetectedTable, stand_ins: StandIns) -> DetectedTable:
    """Return a table with the words for which its stand-ins stand."""
    cells = tuple(
        replace(cell, words=tuple(part for word in cell.words for part in stand_ins.get(word, (word,))))
        for cell in table.grid.cells
    )
    around = [part for word in used_in([table], stand_ins) for part in stand_ins[word]]
    return replace(table, box=union([table.box, *around]), grid=replace(table.grid, cells=cells))
