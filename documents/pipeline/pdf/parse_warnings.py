"""Warnings about the content that a parse could not extract, or extracted with doubt."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from documents.types import ParseWarning

_MAX_LISTED_PAGES = 20
_LATIN = "Latin"
SWITCHED_OFF = "OCR is switched off"
NO_LEVELS: Final = ParseWarning(
    "levels_missing", "The title, the levels of headings, page headers and page footers could not be analysed."
)
NOTHING_RECOGNIZED = "OCR recognized none"
DOUBTFUL = "OCR does not support its script, or it is hardly legible"
_ADVICE = (
    "Install Tesseract with the data of the document's language on the workers (tesseract-ocr-rus for Russian), "
    "then parse the document again."
)


class OcrReport:
    """Record of the engines and the problems of OCR, filled page by page."""

    def __init__(self) -> None:
        self._engines: dict[str, None] = {}
        self._without_text: list[int] = []
        self._drawn: list[int] = []
        self._unusable: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self._doubtful: defaultdict[str, list[int]] = defaultdict(list)
        self._second_engine: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)

    @property
    def engines(self) -> str:
        """The names of the engines, in the order of their first use."""
        return ", ".join(self._engines)

    def add_engine(self, engine: str, languages: str = "") -> None:
        self._engines[f"{engine} ({languages})" if languages else engine] = None

    def add_page_without_text(self, page: int) -> None:
        """Record a page that is not empty, but on which no text was found."""
        self._without_text.append(page)

    def add_page_with_drawn_text(self, page: int) -> None:
        """Record a page with text beside its text layer, in drawn shapes or in a picture."""
        self._drawn.append(page)

    def add_unusable_page(self, page: int, cause: str, *, kept_because: str = "") -> None:
        """Record a page whose text layer cannot be used, and why it was not replaced by OCR."""
        self._unusable[cause, kept_because].append(page)

    def add_doubtful_page(self, page: int, script: str) -> None:
        """Record a page whose text was recognized with low confidence."""
        self._doubtful["" if script == _LATIN else script].append(page)

    def add_second_engine_page(self, page: int, engine: str, languages: str, script: str) -> None:
        """Record a page that was recognized by another engine than the default one."""
        self._second_engine[engine, languages, script].append(page)

    def warnings(self, *, is_off: bool) -> Iterator[ParseWarning]:
        if self._without_text:
            reason = SWITCHED_OFF if is_off else NOTHING_RECOGNIZED
            yield ParseWarning("no_text_on_page", f"No text found on {list_pages(self._without_text)}: {reason}.")
        if self._drawn:
            message = f"Some of the text on {list_pages(self._drawn)} is drawn, and not text in the file."
            yield ParseWarning("drawn_text", f"{message} OCR has read it.")
        for (cause, reason), pages in self._unusable.items():
            result = f"It was kept: {reason}." if reason else "It was replaced by OCR."
            result += f" {_ADVICE}" if reason == DOUBTFUL else ""
            message = f"The text in the file cannot be used on {list_pages(pages)}: {cause}."
            yield ParseWarning("unusable_text", f"{message} {result}")
        for (engine, languages, script), pages in self._second_engine.items():
            reason = f"does not support the script ({script})" if script else "was not confident"
            message = f"OCR by {engine} ({languages}) on {list_pages(pages)}: the default engine {reason}."
            yield ParseWarning("second_engine", message)
        for script, pages in self._doubtful.items():
            reason = (
                f"the OCR engine does not support the script ({script})"
                if script
                else "it is hardly legible, or in a script that the OCR engine does not support (Cyrillic, Arabic, …)"
            )
            message = f"The text is probably wrong on {list_pages(pages)}: {reason}. {_ADVICE}"
            yield ParseWarning("doubtful_text", message)


def file_warnings(damaged: Sequence[int], *, has_xfa: bool) -> Iterator[ParseWarning]:
    """Yield the warnings about damaged pages and dynamic forms."""
    if has_xfa:
        yield ParseWarning(
            "dynamic_form",
            "This is a dynamic XFA form, whose content cannot be extracted. Print it to a PDF, and upload that one.",
        )
    if damaged:
        yield ParseWarning("page_unreadable", f"The file is damaged: {list_pages(damaged)} could not be read.")


def page_warnings(plain: Sequence[int], incomplete: Sequence[int]) -> Iterator[ParseWarning]:
    """Yield the warnings about pages without structure, and about pages that could be read only in part."""
    if plain:
        message = f"The structure of {list_pages(plain)} could not be analysed. The text was kept line by line."
        yield ParseWarning("structure_missing", message)
    if incomplete:
        message = f"Something on {list_pages(incomplete)} could not be read: text, drawings, links or pictures."
        yield ParseWarning("page_incomplete", message)


def list_pages(pages: Sequence[int]) -> str:
    """Return "page 3", or "pages 3, 4, 7", or the first ones and the number of further ones."""
    names = ", ".join(str(number) for number in pages[:_MAX_LISTED_PAGES])
    more = f" and {len(pages) - _MAX_LISTED_PAGES} more" if len(pages) > _MAX_LISTED_PAGES else ""
    return f"page{'s' if len(pages) > 1 else ''} {names}{more}"
