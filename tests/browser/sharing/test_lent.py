"""Corpora that hold a document: which of them show it to others, and taking it back from one that is out of sight."""

import pytest
from playwright.sync_api import expect

from corpuses.models import CorpusShare
from corpuses.services.corpora import add_documents, create_corpus
from documents.models import Document, DocumentShare
from tests.browser.sharing.steps import open_sharing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

LOST = "Whoever sees a corpus that you do not see any more"


def test_the_dialog_names_corpora_that_lend_and_takes_back_from_those_out_of_sight(ada, person, friend, document):
    lending, holding, lost = (create_corpus(owner=friend, title=title) for title in ("Lending", "Holding", "Lost"))
    for corpus in (lending, holding, lost):
        CorpusShare.objects.create(thing=corpus, person=person, role="editor")
    add_documents(lending, [document], actor=person)
    add_documents(lost, [document], actor=person)
    DocumentShare.objects.create(thing=document, person=friend, role="viewer")
    add_documents(holding, [document], actor=friend)  # not hers: whoever sees that corpus does not see it there
    CorpusShare.objects.filter(thing=lost).delete()

    dialog = open_sharing(ada)
    expect(dialog.get_by_role("listitem").filter(has_text="by corpus Lending")).to_contain_text("Grace Hopper")
    away = dialog.get_by_role("listitem").filter(has_text=LOST)
    expect(away).to_have_count(1)
    expect(dialog.get_by_text("Holding")).to_have_count(0)
    expect(dialog.get_by_text("Lost")).to_have_count(0)
    away.get_by_role("button", name="Take it back").click()
    expect(away).to_have_count(0)
    expect(dialog.get_by_role("status").filter(has_text="It is yours alone there again.")).to_be_visible()
    assert not Document.objects.filter(pk=document.pk, corpuses=lost).exists()
