"""Addresses in texts of a language model: a document may contain the instruction to put data into them. Pure."""

import re
from typing import Final

# User interfaces make links also of addresses without a space before them.
_ADDRESS: Final = re.compile(r"(?:https?|ftp)://\S+|\b(?:https?|ftp|data|javascript):\S+|\bwww\.\S+", re.IGNORECASE)
_REMOVED: Final = "(address removed)"


def without_addresses(text: str, quoted: str) -> str:
    """Return a text without the addresses that the words of documents do not contain, in either case."""
    words = quoted.casefold()
    return _ADDRESS.sub(lambda match: match[0] if match[0].rstrip(".,;)").casefold() in words else _REMOVED, text)
