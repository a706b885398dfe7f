"""Access to a document through corpora, also through corpora that its owner has no access to."""

import pytest
from playwright.sync_api import expect

from corpuses.models import CorpusShare
from corpuses.services.corpora import add_documents, create_corpus
from documents.models import Document, DocumentShare
from tests.e2e.sharing.steps import open_sharing

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]

HIDDEN_CORPUS = "Members of a corpus you no longer have access to"


@pytest.mark.full
def test_dialog_lists_corpora_that_give_access_and_removes_the_document_from_hidden_ones(ada, user, friend, document):
    sharing, containing, hidden = (
        create_corpus(owner=friend, title=title) for title in ("Sharing", "Containing", "Hidden")
    )
    for corpus in (sharing, containing, hidden):
        CorpusShare.objects.create(target=corpus, user=user, role="editor")
    add_documents(sharing, [document], actor=user)
    add_documents(hidden, [document], actor=user)
    DocumentShare.objects.create(target=document, user=friend, role="viewer")
    add_documents(containing, [document], actor=friend)  # added by a viewer: gives no access to other members
    CorpusShare.objects.filter(target=hidden).delete()

    dialog = open_sharing(ada)
    expect(dialog.get_by_role("listitem").filter(has_text="Through the corpus Sharing")).to_contain_text("Grace Hopper")
    through_hidden = dialog.get_by_role("listitem").filter(has_text=HIDDEN_CORPUS)
    expect(through_hidden).to_have_count(1)
    expect(dialog.get_by_text("Containing")).to_have_count(0)
    expect(dialog.get_by_text("Hidden")).to_have_count(0)
    through_hidden.get_by_role("button", name="Remove").click()
    expect(through_hidden).to_have_count(0)
    expect(dialog.get_by_role("status").filter(has_text="Removed from the corpus.")).to_be_visible()
    assert not Document.objects.filter(pk=document.pk, corpuses=hidden).exists()
