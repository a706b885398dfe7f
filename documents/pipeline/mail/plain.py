"""What a letter says in plain text, as blocks: paragraphs with their lines, list items, and what was quoted."""

import re
from collections.abc import Iterator
from itertools import groupby

from documents.pipeline.flow.model import Block, Run
from documents.types import StructureKind

_QUOTED = re.compile(r" {0,3}>")
_BULLET = re.compile(r"\s{0,12}([•●▪·*\u2013-]|\d{1,2}[.)])\s+(?=\S)")
_BULLETS = frozenset("•●▪·*\u2013-")


def blocks_of_text(text: str) -> Iterator[Block]:
    """Lines stay lines: who writes letters breaks them on purpose. Quoted ones keep their mark, in italics."""
    lines = text.expandtabs(8).splitlines()
    for is_empty, paragraph in groupby(lines, key=lambda line: not line.strip()):
        if is_empty:
            continue
        for is_quoted, group in groupby(paragraph, key=lambda line: _QUOTED.match(line) is not None):
            part = list(group)
            yield from [_quote(part)] if is_quoted else _spoken(part)


def _quote(lines: list[str]) -> Block:
    return Block(StructureKind.PARAGRAPH, (Run("\n".join(line.strip() for line in lines), italic=True),))


def _spoken(lines: list[str]) -> Iterator[Block]:
    """A paragraph, and the list items below it; a line that is set in belongs to the item above."""
    waiting: list[str] = []
    for line in lines:
        if waiting and (_BULLET.match(line) or (_BULLET.match(waiting[0]) and not line.startswith(" "))):
            yield _block(waiting)
            waiting = []
        waiting.append(line)
    if waiting:
        yield _block(waiting)


def _block(lines: list[str]) -> Block:
    text = "\n".join(line.strip() for line in lines)
    bullet = _BULLET.match(text)
    if bullet is None:
        return Block(StructureKind.PARAGRAPH, (Run(text),))
    marker = "•" if bullet.group(1) in _BULLETS else bullet.group(1)
    return Block(StructureKind.LIST_ITEM, (Run(text[bullet.end() :]),), marker=marker)
