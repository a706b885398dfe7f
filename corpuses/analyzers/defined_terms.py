"""Terms that a contract defines: (the "Company"), "Affiliate" means …"""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentText, Finding

LABEL = "Defined term"

_TERM = r"""["\u201c](?P<term>[^\W\d_][^"\u201c\u201d\n]{0,80})["\u201d]"""

# (the "Company") or (collectively, the "Parties")
_IN_PARENTHESES = re.compile(rf"\([^()\"\u201c\u201d]{{0,60}}{_TERM}[^()]{{0,60}}\)")
# "Affiliate" means …, "Affiliate" shall mean …, "Affiliate" has the meaning …
_MEANS = re.compile(rf"{_TERM}\s{{1,4}}(?:shall\s|will\s)?(?:means?|has\sthe\smeaning|is\sdefined|refers\sto)\b")


class DefinedTerms:
    """Marks each term where it is defined."""

    name = "defined-terms"
    version = "1"
    title = "Defined terms"
    description = "Finds the terms that a contract defines, where it defines them."
    labels = (LABEL,)
    schema = WITHOUT_SETTINGS

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return the terms without their quotation marks, at each of their definitions."""
        text = document.text
        for found in chain(_IN_PARENTHESES.finditer(text), _MEANS.finditer(text)):
            start, end = found.span("term")
            yield Finding(start, end, LABEL)
