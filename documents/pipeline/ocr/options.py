"""How text in pictures is read: what the installation wants, as a parser gets it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class OcrMode(StrEnum):
    """`AUTO` reads what has no text of its own; `FORCE` reads every page and gives up the text that it has."""

    AUTO = "auto"
    OFF = "off"
    FORCE = "force"


@dataclass(frozen=True, slots=True)
class OcrOptions:
    """`languages` are those of tesseract, as "eng+deu"; the other engine needs none."""

    mode: OcrMode = OcrMode.AUTO
    engine: str = "ppocr"
    languages: str = "eng"

    @classmethod
    def of(cls, extra: Mapping[str, str]) -> "OcrOptions":
        """From the options of a parse. What is not said is as usual."""
        usual = cls()
        return cls(
            OcrMode(extra.get("ocr", usual.mode)),
            extra.get("ocr_engine", usual.engine),
            extra.get("ocr_languages", usual.languages),
        )
