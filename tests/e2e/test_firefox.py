"""The main flow in Firefox: sign in, open a document, select words, label them, find them after a reload."""

from contextlib import suppress

import pytest

from corpuses.annotations.models import Annotation, Label
from corpuses.corpora.services import create_corpus
from tests.e2e.firefox import PROGRAM, Tab, firefox
from tests.timeouts import PATIENCE, until

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.timeout(600),
    pytest.mark.skipif(PROGRAM is None, reason="Firefox is not installed: firefox-esr"),
]

CANVAS = "document.querySelector('[data-page=\"1\"] canvas[data-annotations]')"


def sign_in(tab: Tab) -> None:
    for label, text in (("User name", "ada"), ("Password", "correct horse")):
        is_labelled = f"({{ textContent }}) => textContent.startsWith('{label}')"
        field = f"[...document.querySelectorAll('label')].find({is_labelled})?.control"
        tab.wait_for(f"{field} && true")
        tab.evaluate(f"{field}.focus()")
        tab.type(text)
    tab.click("button[type=submit]")


def test_a_passage_is_labelled_in_firefox(live_stack, user, upload_ready, tmp_path):
    corpus = create_corpus(owner=user, title="Leases")
    Label.objects.create(corpus=corpus, name="Party", color="#0b5fff")
    document = upload_ready("hosting-agreement.pdf", corpus=corpus)
    with firefox(tmp_path) as tab:
        tab.open(f"{live_stack.url}/d/{document.pk}?c={corpus.pk}")
        sign_in(tab)
        tab.wait_for("document.querySelector('[data-page-raster=\"1\"] canvas')?.width")
        tab.wait_for(f"{CANVAS} && true")
        drag_over_words(tab)
        tab.type("1")
        tab.wait_for(f"{CANVAS}?.dataset.annotations === '1'")
        annotation = wait_for_annotation(tab)
        tab.open(f"{live_stack.url}/d/{document.pk}?c={corpus.pk}&a={annotation.pk}")
        tab.wait_for(f"{CANVAS}?.dataset.annotations === '1'")
        tab.wait_for("document.querySelector('[aria-label^=\"Annotation \"]') && true")


def drag_over_words(tab: Tab) -> None:
    """Select words. Try again if none was selected: panels that open move the page."""

    def is_selected() -> bool:
        x, y, width, height = tab.box('[data-page="1"]')
        line = y + 0.112 * height
        tab.drag((x + 0.15 * width, line), (x + 0.6 * width, line))
        with suppress(AssertionError):
            tab.wait_for("document.querySelector('[role=toolbar][aria-label=Selection]') && true", seconds=5)
            return True
        return False

    until(is_selected)


def wait_for_annotation(tab: Tab) -> Annotation:
    for _ in range(int(PATIENCE * 10)):
        found = Annotation.objects.select_related("label").first()
        if found is not None:
            assert (found.label.name, found.page) == ("Party", 1)
            assert len(found.quote) > 10
            return found
        tab.evaluate("new Promise((resolve) => setTimeout(resolve, 100))")
    raise AssertionError("The annotation was not saved.")
