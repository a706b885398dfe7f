"""Parts that are loaded later move nothing that is there already."""

import json

import pytest
from playwright.sync_api import expect

from corpuses.corpora.services import add_documents, create_corpus
from corpuses.fields.services import create_field
from documents.tests.factories import parsed_document

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

WIDTHS = (1440, 1024, 390)
RECORD = """(() => {
    const tops = (window.tops = new Set());
    const look = () => {
        const element = document.querySelector(%s);
        if (element) tops.add(Math.round(element.getBoundingClientRect().top));
        requestAnimationFrame(look);
    };
    look();
})()"""


def record_tops(page, selector):
    """Record where an element is, in every frame from now on."""
    page.add_init_script(RECORD % json.dumps(selector))


def tops(page):
    page.wait_for_load_state("networkidle")
    return page.evaluate("[...window.tops]")


def test_the_documents_of_a_corpus_do_not_move_while_its_fields_are_loaded(signed_in, user):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [parsed_document(user, "The tenant pays rent.", title="Lease")], actor=user)
    create_field(corpus, name="The name of the other party", type="string", actor=user)
    page = signed_in
    record_tops(page, "tbody tr")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        page.goto(f"/c/{corpus.pk}")
        expect(page.get_by_role("combobox", name="Field")).to_be_visible()
        expect(page.get_by_role("row").filter(has_text="Lease")).to_be_visible()
        assert len(tops(page)) == 1, width
