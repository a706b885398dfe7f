"""The amount of text that engines get to read, and of questions that are asked at once."""

from typing import Final

WHOLE_TEXT: Final = 12_000  # characters; shorter documents are read completely
PASSAGES: Final = 12  # of a longer one, about 2,500 tokens
LONGEST_PASSAGE: Final = 1_000  # characters
REQUEST_TEXT: Final = 24_000  # characters of the passages of one request to a language model
QUESTIONS: Final = 10  # of one request
