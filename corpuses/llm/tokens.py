"""Estimate tokens that no server has counted: each model has its own, of about four characters of English."""

from typing import Final

CHARACTERS_PER_TOKEN: Final = 4


def estimate_tokens(text: str) -> int:
    """Return about how many tokens a text has, at least one."""
    return 1 + len(text) // CHARACTERS_PER_TOKEN
