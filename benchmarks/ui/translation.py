"""Texts of the screens that are not translated.

In the pseudo-locale (`frontend/src/locales/pseudo.ts`), all characters of translated texts have accents. Other texts
must be data of the server or of the browser: names, titles, times, numbers.
"""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final

from playwright.sync_api import Error, Page, Response

PSEUDO: Final = "pseudo"
_SET_LANGUAGE: Final = "(language) => localStorage.setItem('cartulary.language', language)"
# Visible texts and labels. What documents contain is marked with the attribute `translate` of HTML.
_TEXTS: Final = """() => {
    const texts = [];
    const isOurs = (element) => !element.closest('[translate=no], script, style, noscript, textarea, code, pre, kbd');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (isOurs(node.parentElement) && node.parentElement.checkVisibility()) texts.push(node.data);
    const labels = ['aria-label', 'title', 'placeholder', 'alt', 'data-tooltip', 'aria-description', 'aria-valuetext'];
    for (const name of labels)
        for (const element of document.querySelectorAll(`[${name}]`))
            if (isOurs(element)) texts.push(element.getAttribute(name));
    return [...new Set(texts.map((text) => text.replaceAll(/\\s+/g, ' ').trim()))].filter(Boolean);
}"""
_SHORTENED: Final = 40  # characters of a quote in the labels of buttons
_PART: Final = 4  # words: shorter texts may be in a text of the server by chance
_WORD: Final = re.compile(r"[A-Za-z]{2,}")
# Formatted by the browser: dates, times, sizes, distances in time. Addresses are the same in all languages.
_FORMATTED: Final = re.compile(
    r"https?://\S+|\b((in )?\d+ (second|minute|hour|day|week|month|year)s?( ago)?"
    r"|yesterday|tomorrow|(last|next|this) (week|month|year)"
    r"|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? ?(\d{1,2}, )?(\d{4})?"
    r"|[AP]M|[kMG]?B|ms|p95|UTC)\b"
)
# Names of products, formats, licences and languages.
_NAMES: Final = re.compile(
    r"\b(Cartulary|Chrome|Firefox|Linux|macOS|Windows|on|English|Deutsch|German|French|Spanish|PDF|ZIP|CSV|JSON|XLSX|Excel"
    r"|Parquet|Markdown|DoclingDocument|PAWLs|compact|GraphQL|GraphiQL|REST|API|OpenAPI|Swagger|Redoc|Flower|OCR|PP"
    r"|Rampart|CC BY)\b"
)


def use_pseudo_locale(page: Page, language: str = PSEUDO) -> None:
    """Switch the browser of a page to the pseudo-locale. The page must be one of the application."""
    page.evaluate(_SET_LANGUAGE, language)
    page.reload()


class DataOfResponses:
    """Record the texts that the server sends to a page."""

    def __init__(self, page: Page) -> None:
        self.texts: set[str] = set()
        self._responses: list[Response] = []
        page.on("response", self._record)

    def _record(self, response: Response) -> None:
        self._responses.append(response)

    def read(self, page: Page) -> None:
        """Read the responses since the last call, and the session, which is in the page itself."""
        while self._responses:
            response = self._responses.pop()
            if "json" in response.headers.get("content-type", ""):
                with suppress(Error, ValueError):  # the page was left in the meantime
                    self.texts.update(_texts_of(_without_schema(response.json())))
        session = page.locator("#session")
        if session.count():
            self.texts.update(_texts_of(json.loads(session.text_content() or "null")))


def _without_schema(value: Any) -> Any:
    """Return a response; nothing if it describes the GraphQL schema, whose texts are those of no screen."""
    return None if isinstance(value, dict) and "__schema" in (value.get("data") or {}) else value


def _texts_of(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        text = " ".join(value.split())
        yield text
        yield " ".join(value[:_SHORTENED].split())
        if " " in text:  # messages of jobs are shown within a sentence
            yield text[0].lower() + text[1:]
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts_of(each)


def count_untranslated(page: Page, paths: Iterable[str]) -> int:
    """Return the number of texts on these pages that are not translated."""
    data = DataOfResponses(page)
    page.goto("/")
    use_pseudo_locale(page)
    missing: set[str] = set()
    for path in paths:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        missing.update(untranslated(page, data))
    print("not translated:", sorted(missing))
    return len(missing)


def untranslated(page: Page, data: DataOfResponses) -> list[str]:
    """Return the texts on the page that are neither translated nor data."""
    texts = page.evaluate(_TEXTS)
    data.read(page)  # after the texts, which may have come with the last responses
    return [text for text in texts if _is_untranslated(text, data.texts)]


def _is_untranslated(text: str, data: set[str]) -> bool:
    shown = text.strip("… ")
    if shown in data or (len(shown.split()) >= _PART and any(shown in each for each in data)):
        return False  # a text of the server, or a part of one
    # A date may be a part of a text of the server, and a number of the server a part of a date.
    return _has_words(_FORMATTED.sub(" ", _without(text, data))) and _has_words(
        _without(_FORMATTED.sub(" ", text), data)
    )


def _without(text: str, data: set[str]) -> str:
    """Return a text without the texts of the server."""
    for each in sorted(data, key=len, reverse=True):
        if each in text:
            text = re.sub(rf"(?<!\w){re.escape(each)}(?!\w)", " ", text)
    return text


def _has_words(text: str) -> bool:
    return bool(_WORD.search(_NAMES.sub(" ", text)))
