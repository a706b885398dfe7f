"""What is to be said of how pages were read off their pictures."""

from collections import defaultdict
from collections.abc import Iterator

from documents.pipeline.pdf.naming import named
from documents.types import ParseWarning

_LATIN = "Latin"
_ADVICE = (
    "Install tesseract with the data of its language on the workers (tesseract-ocr-rus for Russian), "
    "and parse the document again."
)


class ReadNotes:
    """Grows page by page."""

    def __init__(self) -> None:
        self._readers: dict[str, None] = {}
        self._silent: list[int] = []
        self._doubtful: defaultdict[str, list[int]] = defaultdict(list)
        self._second: defaultdict[tuple[str, str, str], list[int]] = defaultdict(list)

    @property
    def read_by(self) -> str:
        """The engines, in the order in which they were needed."""
        return ", ".join(self._readers)

    def note_reader(self, engine: str, languages: str = "") -> None:
        self._readers[f"{engine} ({languages})" if languages else engine] = None

    def note_silent(self, page: int) -> None:
        """It has something on it, but no text."""
        self._silent.append(page)

    def note_doubtful(self, page: int, script: str) -> None:
        self._doubtful["" if script == _LATIN else script].append(page)

    def note_second(self, page: int, engine: str, languages: str, script: str) -> None:
        """Another engine than the usual one has read it."""
        self._second[engine, languages, script].append(page)

    def warnings(self, *, is_off: bool) -> Iterator[ParseWarning]:
        if self._silent:
            why = "reading text off pictures is switched off" if is_off else "what is on them could not be read as text"
            yield ParseWarning("no_text_on_page", f"No text was found on {named(self._silent)}: {why}.")
        for (engine, languages, script), pages in self._second.items():
            why = f"the usual engine does not know its script ({script})" if script else "the usual engine was in doubt"
            yield ParseWarning("second_engine", f"Read by {engine} ({languages}): {named(pages)}, as {why}.")
        for script, pages in self._doubtful.items():
            why = (
                f"its script ({script}) is not known to the engine"
                if script
                else (
                    "it is hardly legible, or in a script that the engine does not know (Cyrillic, Arabic, Hebrew, …)"
                )
            )
            message = f"What was read is likely wrong on {named(pages)}: {why}. {_ADVICE}"
            yield ParseWarning("doubtful_text", message)
