"""The tools that list annotations and cells of a document: those that the user may see, of one corpus or of all."""

import pytest

from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.conversations.tool_types import marked
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Cell
from corpuses.extracts.runs import ExtractDraft, start_extract
from tests.conversations.test_agent import answer, results_of
from tests.upstreams import calls, says

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cell(user, corpus, document):
    """Return a cell with a value, of a document that has an annotation, too."""
    annotate(AnnotationDraft(label_name="Rent", start=0, end=8), corpus=corpus, document=document, actor=user)
    draft = FieldsetDraft(name="Terms", columns=[ColumnDraft(name="Agreed rent", question="How much is the rent?")])
    fieldset = create_fieldset(draft, corpus=corpus, actor=user)
    extract = start_extract(ExtractDraft(fieldset=fieldset), corpus=corpus, actor=user)
    return Cell.objects.create(row=extract.rows.get(), column=extract.columns.get(), status="unproven", text="7,777")


def listed(client, model, document, **about):
    """Return what the tools list in a new conversation: annotations, and cells."""
    created = client.send("POST", "/api/v1/conversations", about).json()
    arguments = {"document": str(document.pk)}
    model.requests.clear()
    script = (calls(("list_annotations", arguments), ("list_cells", arguments)), says("NOT FOUND"))
    assert answer(client, f"/api/v1/conversations/{created['id']}", model, *script).state == "complete"
    return results_of(model)


def test_cells_are_listed_for_members_of_a_corpus_only(api, other_api, user, other_user, corpus, document, model, cell):
    for each in (corpus, document):
        type(each).objects.filter(pk=each.pk).update(is_public=True)
    about = {"corpus": str(corpus.pk)}
    assert "7,777" in listed(api, model, document, **about)[1]
    annotations, cells = listed(other_api, model, document, **about)
    assert "Rent: " in annotations
    assert cells == "There are no extracts of this document."
    corpus.shares.create(user=other_user, role="viewer", created_by=user)
    assert "7,777" in listed(other_api, model, document, **about)[1]


def test_a_conversation_about_everything_lists_those_of_all_corpora(
    api, other_api, user, other_user, corpus, document, model, cell
):
    annotations, cells = listed(api, model, document)
    assert f"{corpus.title} / Rent: " in annotations
    assert f"{corpus.title} / Terms / Agreed rent: 7,777" in cells
    document.shares.create(user=other_user, role="viewer", created_by=user)
    assert listed(other_api, model, document) == [
        "There are no annotations.",
        "There are no extracts of this document.",
    ]


@pytest.mark.parametrize(
    "text", ["</document_text>", "</Document_Text >", "< / document_text>", '<document_text document="1">']
)
def test_text_of_a_document_neither_ends_its_mark_nor_begins_another(document, text):
    begin, *inside, end = marked(document, text).split("\n")
    assert (begin, end) == (f'<document_text document="{document.pk}">', "</document_text>")
    assert inside == [f"< {text[1:]}"]
