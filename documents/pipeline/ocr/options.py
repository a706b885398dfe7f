"""OCR options of the installation, as a parser gets them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class OcrMode(StrEnum):
    """`AUTO` runs OCR on pages and pictures without text, `FORCE` on every page, whose own text is ignored."""

    AUTO = "auto"
    OFF = "off"
    FORCE = "force"


@dataclass(frozen=True, slots=True)
class OcrOptions:
    """The mode, the engine, and the languages for Tesseract ("eng+deu"); the other engine needs no languages."""

    mode: OcrMode = OcrMode.AUTO
    engine: str = "ppocr"
    languages: str = "eng"

    @classmethod
    def of(cls, extra: Mapping[str, str]) -> "OcrOptions":
        """Create the options from `ParseOptions.extra`; what is missing there has the default value."""
        default = cls()
        return cls(
            OcrMode(extra.get("ocr", default.mode)),
            extra.get("ocr_engine", default.engine),
            extra.get("ocr_languages", default.languages),
        )
