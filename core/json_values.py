"""Count the values of a JSON text before it is parsed: each takes twenty times as much memory as its characters."""

import re
from itertools import islice
from typing import Final

STRING: Final = rb'"(?:[^"\\]++|\\(?s:.)?+)*+"?'
"""A string, also one that does not end. Possessive: no pattern looks for its end again at each of its quotes."""

_SEPARATORS: Final = (b",", b":", b"[", b"{")
_SEPARATOR: Final = re.compile(rb'(?:[^,:\[{"]++|' + STRING + rb")*+([,:\[{]|\Z)")


def has_more_values(text: bytes, most: int) -> bool:
    """Check whether a text has more than `most` values and keys. It may be malformed."""
    if sum(map(text.count, _SEPARATORS)) < most:
        return False
    last = next(islice(_SEPARATOR.finditer(text), most - 1, None), None)
    return last is not None and last[1] != b""
