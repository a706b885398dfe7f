"""Printed words, and the parts of the source's text that are found in them."""

from typing import NamedTuple

from documents.pipeline.pdf.words import Word
from documents.types import Box


class Printed(NamedTuple):
    """A word and the page of the document on which it was printed."""

    page: int
    word: Word


class Piece(NamedTuple):
    """A part of the source's text in one place: offsets into the text of its block or cell."""

    start: int
    end: int
    page: int
    box: Box
