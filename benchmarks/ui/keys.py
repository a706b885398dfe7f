"""Keys from the list of documents to a labelled word, and for each way to label words."""

from typing import TYPE_CHECKING, Final

from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from corpuses.annotations.models import Annotation
    from corpuses.models import Corpus
    from documents.models import Document

_MAX_KEYS: Final = 60
_SECONDS: Final = 20
_PAUSE_MS: Final = 400  # the words of a paragraph are loaded meanwhile
_DRAWN: Final = '[data-page-raster="1"] canvas'
_LABEL: Final = "1"
# What is labelled, and the keys for it. The caret is at a word.
_WAYS: Final = {
    "keys_word": (_LABEL,),
    "keys_clause": ("x", "x", "x", _LABEL),  # the line, the sentence, the paragraph
    "keys_five_words": (*("Shift+ArrowRight",) * 4, _LABEL),
}
_ACCEPT: Final = ("s", "a")


def count_tabs_to_label(page: Page, path: str) -> int:
    """Label a word of the first document of a corpus by keys only; return how often Tab was needed.

    F6 goes to the first row of the list, and in a document to its pages.
    """
    page.goto(path)
    page.locator('tr a[href^="/d/"]').first.wait_for()
    page.keyboard.press("F6")
    presses = _press_tab_until(page, "tr:has(a[href^='/d/'])")
    page.keyboard.press("Enter")
    page.locator(_DRAWN).wait_for()
    page.keyboard.press("F6")
    presses += _press_tab_until(page, "[role=application]")
    before = _annotations(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press(_LABEL)
    expect(page.locator('[data-page="1"] canvas[data-annotations]')).not_to_have_attribute("data-annotations", before)
    return presses


def count_keys(page: Page, corpus: "Corpus", document: "Document", suggestion: "Annotation") -> dict[str, float]:
    """Label a word, a sentence and five words, and accept a suggestion; return the number of keys of each."""
    from corpuses.annotations.models import Annotation  # noqa: PLC0415 - needs the settings

    annotations = Annotation.objects.filter(corpus=corpus, document=document)
    page.goto(f"/d/{document.pk}?c={corpus.pk}")
    page.locator(_DRAWN).wait_for()
    page.wait_for_load_state("networkidle")
    page.keyboard.press("F6")
    for keys in _WAYS.values():
        page.keyboard.press("Escape")
        for _ in range(10):
            page.keyboard.press("ArrowDown")
        expected = annotations.count() + 1
        for key in keys:
            page.keyboard.press(key)
            page.wait_for_timeout(_PAUSE_MS)
        _wait_until(page, annotations, expected)
    labelled = annotations.order_by("-pk")[: len(_WAYS)]  # the latest
    lengths = [len(each.quote.split()) for each in reversed(labelled)]
    word, clause, five = lengths
    assert word == 1 < clause, lengths
    assert five == 5, lengths
    for key in _ACCEPT:
        page.keyboard.press(key)
    _wait_until(page, Annotation.objects.filter(pk=suggestion.pk, reviewed__isnull=False), 1)
    return {**{name: len(keys) for name, keys in _WAYS.items()}, "keys_suggestion": len(_ACCEPT)}


def _wait_until(page: Page, annotations: "QuerySet[Annotation]", number: int) -> None:
    for _ in range(10 * _SECONDS):
        if annotations.count() == number:
            return
        page.wait_for_timeout(100)
    raise AssertionError("the keys had no effect in time")


def _annotations(page: Page) -> str:
    return page.locator('[data-page="1"] canvas[data-annotations]').get_attribute("data-annotations") or ""


def _press_tab_until(page: Page, selector: str) -> int:
    """Press Tab until the focus is in an element; return how often."""
    for presses in range(_MAX_KEYS):
        if page.evaluate("selector => !!document.activeElement.closest(selector)", selector):
            return presses
        page.keyboard.press("Tab")
        page.wait_for_timeout(60)
    return _MAX_KEYS
