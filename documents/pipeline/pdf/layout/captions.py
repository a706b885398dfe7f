"""Labels of captions and notes: "Figure 3:", "Abb. 2", "Table IV", "Source:"."""

import re
from typing import Final

_PARTS: Final = r"(?:[.\-\u2013]\d+)*"
_LATIN: Final = (
    r"^\s*(?:fig(?:ure|s?\.)|table|tab\.|chart|graph|listing|plate|map|diagram|photo"
    r"|abb(?:ildung|\.)|schaubild|grafik|diagramm|karte|bild|tabelle|figura|figuur|tabla|tableau|graphique|gr[áa]fico)"
    r"\s*(?:(?-i:[A-Z]{1,2})[.\-]?\d|[\dIVX])[\dIVX]*" + _PARTS
)
_EAST_ASIAN: Final = r"^\s*[\[<(〈【《]?\s*(?:그림|표|사진|図|表|图|圖|写真)\s*"
_CAPTION: Final = re.compile(
    rf"{_LATIN}(?:\s*[.:|\u2013\-]|\s+[A-Z]|$)|^\s*source\s*:|{_EAST_ASIAN}\d+{_PARTS}\s*(?:[\]>)〉】》.:：]|\s\S|$)",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    rf"{_LATIN}|{_EAST_ASIAN}[\d一二三四五六七八九十]+{_PARTS}|^\s*(?:source|note)s?\s*:", re.IGNORECASE
)


def is_caption(text: str) -> bool:
    """Check for the beginning of a caption: a label, and what follows it, or the source of a figure or table."""
    return _CAPTION.match(text) is not None


def has_caption_label(text: str) -> bool:
    """Check for a label at the beginning, as captions and notes have it: "Table 2", "Source:"."""
    return _LABEL.match(text) is not None
