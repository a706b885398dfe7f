"""Names of companies: capitalized words before a legal form, e.g. "Acme Medical Holdings, Inc."."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from corpuses.analyzers.protocol import WITHOUT_SETTINGS, DocumentText, Finding

LABEL: Final = "Organization"

# Forms with points inside, or shortened ones, may be followed by a point, which belongs to them.
_ABBREVIATED: Final = (
    r"(?:Inc|INC|Corp|CORP|Co(?=\.)|CO(?=\.)|Ltd|LTD|L\.L\.C|L\.L\.P|L\.P|P\.C|P\.L\.C|N\.A|S\.A|N\.V|B\.V|S\.p\.A|"
    r"S\.A\.S|[sS]\.r\.l)\.?"
)
_WRITTEN_OUT: Final = (
    r"(?:Incorporated|INCORPORATED|Corporation|CORPORATION|Limited|LIMITED|LLC|LLP|LP|PLC|plc|GmbH|AG|KGaA|"
    r"KG|OHG|UG|SE|SA|SAS|SARL|NV|BV|SpA|Srl|JSC|e\.V\.)"
)
_FORM: Final = rf"(?:{_ABBREVIATED}|{_WRITTEN_OUT})(?!\w)"
# Initials have points; other words with one end a sentence.
_WORD: Final = rf"(?!{_FORM})(?:(?:[A-Z]\.){{1,4}}|[A-Z0-9\u00c0-\u00de][\w'\u2019&-]{{0,40}}(?:\.\w+)?)"
_SPACE: Final = r"[ \u00a0\n]"
_LINK: Final = rf"(?:(?:&|and|of|und|et|de|der|f\u00fcr){_SPACE})?"
_NAME: Final = re.compile(
    rf"(?<![\w'\u2019.&-])(?:(?:{_WORD},{_SPACE}){{1,3}}{_WORD}{_SPACE}&{_SPACE})?"  # Keefe, Bruyette & Woods
    rf"(?:{_WORD}{_SPACE}{_LINK}){{0,6}}{_WORD},?{_SPACE}{_FORM}"
    rf"(?:,?[ ](?:&[ ]Co\.?[ ]KG(?:aA)?|Ltd\.?|Limited|LLC)(?!\w))?"
)
# The beginning of a sentence, or of the list of the parties of a contract.
_LEADING: Final = re.compile(
    r"(?:the|this|that|a|an|and|or|by|between|among|for|with|to|from|of|in|on|at|as|if|when|whereas|under|both|neither|"
    r"der|die|das|den|dem|ein|eine|zwischen|und|oder|von|mit|bei|f\u00fcr|im|in|am|dear|messrs\.?|\(?\d+\)?[.,]?|"
    r"january|february|march|april|may|june|july|august|september|october|november|december)"
    r"[ \u00a0\n]+",
    re.IGNORECASE,
)


_NO_NAME: Final = re.compile(
    r"^(?:section|exhibit|schedule|article|annex|appendix|part)\b|"
    r"\b(?:NOT|EXPRESSLY|SPECIFICALLY|LIABILITY|BE|IS|ARE) LIMITED$",
    re.IGNORECASE,
)


class Organizations:
    """Marks the names of companies that are written with their legal form."""

    name = "organizations"
    version = "1"
    title = "Organizations"
    description = (
        "Marks the names of companies that are written with their legal form, e.g. Inc., LLC, Ltd, GmbH or S.A. "
        "Names without one are not recognized."
    )
    labels = (LABEL,)
    schema = WITHOUT_SETTINGS

    def analyze(self, document: DocumentText, settings: Mapping[str, Any]) -> Iterator[Finding]:
        """Return each mention; its value is the name in one line."""
        for match in _NAME.finditer(document.text):
            start = _start_of_name(document.text, match.start(), match.end())
            name = " ".join(document.text[start : match.end()].split())
            if " " in name and not _NO_NAME.search(name):  # a legal form alone is no name
                yield Finding(label=LABEL, start=start, end=match.end(), value=name)


def _start_of_name(text: str, start: int, end: int) -> int:
    """Return where a name begins: behind lines that are headings, and behind the first words of a sentence."""
    while (line_end := text.find("\n", start, end)) >= 0 and (start == 0 or text[start - 1] == "\n"):
        start = line_end + 1
    while leading := _LEADING.match(text, start, end):
        start = leading.end()
    return start
