"""The amount of text that engines get to read."""

from typing import Final

WHOLE_TEXT: Final = 12_000  # characters; shorter documents are read completely
PASSAGES: Final = 12  # of a longer one, about 2,500 tokens
LONGEST_PASSAGE: Final = 1_000  # characters
