"""Dialogs open on their first field: what is typed at once arrives there, and closes no dialog."""

import pytest
from playwright.sync_api import expect

from benchmarks.ui.translation import DataOfResponses, untranslated, use_pseudo_locale
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus
from documents.tests.factories import parsed_document
from tests.e2e.conftest import sign_in
from tests.e2e.dialogs import all_dialogs

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1_200)]

TYPED = "a b c"
LEAST = 15  # dialogs with a text field first
# Whether the first field of a dialog is one for text.
HAS_TEXT_FIRST = """(dialog) => {
    const fields = ['input:not([type=hidden], :disabled)', 'textarea:not(:disabled)', 'select:not(:disabled)'];
    const first = dialog.querySelector(fields.join());
    return !!first?.matches('textarea, input:is([type=text], [type=search], [type=email], [type=url], :not([type]))');
}"""
# Whether a dialog is in the window, and shows its whole width.
FITS = """(dialog) => {
    const { left, right } = dialog.getBoundingClientRect();
    return left >= 0 && right <= innerWidth && dialog.scrollWidth <= dialog.clientWidth;
}"""
FIRST_VALUE = "(dialog) => dialog.querySelector('input:not([type=hidden], :disabled), textarea:not(:disabled)').value"


@pytest.fixture
def corpus(live_stack, user) -> Corpus:
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, "The tenant pays rent.", title="Lease")
    add_documents(corpus, [document], actor=user)
    annotate(AnnotationDraft(label_name="Party", start=4, end=10), corpus=corpus, document=document, actor=user)
    return corpus


@pytest.mark.long
def test_what_is_typed_into_a_new_dialog_arrives_in_its_first_field(signed_in, corpus):
    page = signed_in
    tried, wrong = [], {}
    for name, dialog in all_dialogs(page, corpus):
        if not dialog.evaluate(HAS_TEXT_FIRST):
            continue
        tried.append(name)
        page.keyboard.type(TYPED)  # its spaces press the button that has the focus
        if not dialog.is_visible():
            wrong[name] = "was closed"
        elif TYPED not in (value := dialog.evaluate(FIRST_VALUE)):
            wrong[name] = value
    assert not wrong, wrong
    assert len(tried) >= LEAST, tried


@pytest.mark.long
def test_dialogs_are_translated_and_fit_from_right_to_left(page, user, corpus):
    sign_in(page)
    data = DataOfResponses(page)
    use_pseudo_locale(page, "pseudo-rtl")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    tried, wrong = [], {}
    for name, dialog in all_dialogs(page, corpus):
        tried.append(name)
        if texts := untranslated(page, data):
            wrong[name] = texts
        elif not dialog.evaluate(FITS):
            wrong[name] = "does not fit"
    assert not wrong, wrong
    assert len(tried) >= LEAST, tried
