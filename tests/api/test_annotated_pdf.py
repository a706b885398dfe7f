"""A document as PDF with its annotations, over REST."""

import io

import numpy as np
import pikepdf
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.models import AuditEntry
from core.api.testing import ApiClient
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.services import ThreadDraft, create_comment, create_thread, update_thread
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.exports.api.rest import annotated_pdf as rest
from corpuses.models import Corpus
from documents.models import Document
from documents.pipeline.tokens import Lines, TokenPage
from documents.services import request_sandbox
from documents.services.boxes import PageBox
from documents.tests.factories import HEIGHT, WIDTH, parsed_document
from users.models import User

pytestmark = pytest.mark.django_db

LINE = 80  # characters on a line of the factory
FIRST = f"{'The tenant pays rent.'.ljust(LINE)}The landlord repairs the roof."


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


@pytest.fixture
def document(corpus, user):
    document = parsed_document(user, FIRST, "A second page.", title="Lease")
    add_documents(corpus, [document], actor=user)
    store(document, blank_pdf(2))
    return document


def blank_pdf(pages):
    target = io.BytesIO()
    with pikepdf.new() as pdf:
        for _ in range(pages):
            pdf.add_blank_page(page_size=(WIDTH, HEIGHT))
        pdf.save(target)
    return target.getvalue()


def store(document, content):
    default_storage.save(document.blob.name, ContentFile(content))


def ask(api, document, corpus):
    return api.get(f"/api/v1/documents/{document.pk}/annotated-pdf", {"corpus": corpus.pk})


def pages(response):
    assert response.status_code == 200, response.content
    with pikepdf.open(io.BytesIO(response.body)) as pdf:
        return [[{k: _plain(v) for k, v in each.items()} for each in page.obj.get("/Annots", [])] for page in pdf.pages]


def _plain(value):
    return list(map(float, value)) if isinstance(value, pikepdf.Array) else str(value)


def address(annotation):
    return f"http://testserver/d/{annotation.document_id}?c={annotation.corpus_id}&a={annotation.pk}"


def test_words_are_highlights_and_boxes_squares(api, user, corpus, document):
    start = FIRST.index("rent")
    words = AnnotationDraft(label_name="Duty", start=start, end=LINE + 12, note="Since 2024.")
    words = annotate(words, corpus=corpus, document=document, actor=user)
    box = AnnotationDraft(label_name="Figure", box=PageBox(2, 0.25, 0.5, 0.75, 0.625))
    box = annotate(box, corpus=corpus, document=document, actor=user)
    response = ask(api, document, corpus)
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == 'attachment; filename="file (annotated).pdf"'
    (highlight,), (square,) = pages(response)
    assert (highlight["/Subtype"], square["/Subtype"]) == ("/Highlight", "/Square")
    assert (highlight["/NM"], square["/NM"]) == (str(words.pk), str(box.pk))
    assert highlight["/Contents"] == f"Since 2024.\n\n“{words.quote}”\n\n{address(words)}"
    assert square["/Contents"] == address(box)
    assert (highlight["/Subj"], highlight["/T"]) == ("Duty", user.name or user.username)
    quads = highlight["/QuadPoints"]
    assert len(quads) == 16  # two lines
    assert quads[0] == pytest.approx(72 + 5 * start, abs=0.05)
    assert [quads[1], quads[9]] == pytest.approx([HEIGHT - 72, HEIGHT - 84], abs=0.05)
    color = [int(words.label.color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    assert highlight["/C"] == pytest.approx(color, abs=0.001)
    sides = [0.25 * WIDTH, 0.375 * HEIGHT, 0.75 * WIDTH, 0.5 * HEIGHT]
    assert square["/Rect"] == pytest.approx(sides, abs=0.01)
    entry = AuditEntry.objects.get(action="document.exported")
    assert (entry.object_id, entry.details) == (document.pk, {"format": "annotated_pdf"})


def test_words_on_two_pages_are_one_highlight_on_each(api, user, corpus, document):
    start = len(FIRST) - len("roof.")
    draft = AnnotationDraft(label_name="Duty", start=start, end=len(FIRST) + len("\nA second"))
    annotation = annotate(draft, corpus=corpus, document=document, actor=user)
    first, second = pages(ask(api, document, corpus))
    assert [each["/NM"] for each in (*first, *second)] == [str(annotation.pk)] * 2


def test_only_what_has_a_place_in_this_corpus_is_written(api, user, corpus, document):
    other = create_corpus(owner=user, title="Other")
    add_documents(other, [document], actor=user)
    for word, within in (("The", other), ("tenant", corpus), ("pays", corpus)):
        start = FIRST.index(word)
        draft = AnnotationDraft(label_name="Duty", start=start, end=start + len(word))
        annotate(draft, corpus=within, document=document, actor=user)
    Annotation.objects.filter(corpus=corpus, quote="pays").update(confidence=0)
    first, _ = pages(ask(api, document, corpus))
    assert [each["/Contents"].partition("\n")[0] for each in first] == ["“tenant”"]


def test_filters_select_the_annotations(api, user, corpus, document):
    rent = annotate(AnnotationDraft(label_name="Rent", start=0, end=10), corpus=corpus, document=document, actor=user)
    duty = annotate(AnnotationDraft(label_name="Duty", start=11, end=15), corpus=corpus, document=document, actor=user)
    create_thread(corpus, ThreadDraft(text="About it all", document=document), actor=user)

    def written(**filters):
        found = api.get(f"/api/v1/documents/{document.pk}/annotated-pdf", {"corpus": corpus.pk, **filters})
        return [each["/NM"] for page in pages(found) for each in page if each["/Subtype"] == "/Highlight"]

    assert written() == [str(rent.pk), str(duty.pk)]
    assert written(label=str(duty.label_id)) == [str(duty.pk)]
    assert written(annotation=str(rent.pk)) == [str(rent.pk)]
    assert written(excluded=str(rent.pk)) == [str(duty.pk)]
    assert written(source="agent") == []
    response = ask(api, document, corpus)
    assert "About it all" in [each.get("/Contents") for each in pages(response)[0]]
    refused = api.get(f"/api/v1/documents/{document.pk}/annotated-pdf", {"corpus": corpus.pk, "format": "csv"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (400, "format")


def test_a_document_without_annotations_is_a_plain_pdf(api, corpus, document):
    assert pages(ask(api, document, corpus)) == [[], []]


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ([(0.1, 0.1), (0.16, 0.1), (0.22, 0.101)], 1),
        ([(0.1, 0.1), (0.16, 0.1), (0.1, 0.13)], 2),  # the next line
        ([(0.1, 0.1), (0.6, 0.1)], 2),  # another column
        ([(0.3, 0.1), (0.24, 0.1)], 1),  # from right to left
        ([(0.1, 0.1), (0.3, 0.1, 0.0)], 2),  # without a height
    ],
)
def test_neighbouring_words_on_a_line_are_one_box(words, lines):
    rows = np.array([[x, y, 0.05, *(height or [0.02])] for x, y, *height in words])
    tokens = TokenPage(0, ("w",) * len(words), tuple(range(len(words))), rows)
    assert len(Lines(tokens).around(0, len(words) - 1)) == lines


def test_errors_have_codes(api, user, corpus, document, monkeypatch):
    def code(response):
        return response.status_code, response.json()["error"]["code"]

    missing = api.get(f"/api/v1/documents/{document.pk}/annotated-pdf")
    assert (missing.status_code, missing.json()["error"]["field"]) == (400, "corpus")
    unread = parsed_document(user, FIRST, title="Unread")
    Document.objects.filter(pk=unread.pk).update(revision=None, state=Document.State.PROCESSING, backend_lock=True)
    assert code(ask(api, unread, corpus)) == (404, "no_pdf")
    without_file = parsed_document(user, FIRST, title="Lost")
    assert code(ask(api, without_file, corpus)) == (503, "blob_missing")
    hostile = parsed_document(user, FIRST, title="Hostile")
    store(hostile, b"%PDF-1.7 not a PDF")
    assert code(ask(api, hostile, corpus))[1] in {"corrupt_document", "truncated_document"}
    draft = AnnotationDraft(label_name="Duty", start=0, end=3)
    annotate(draft, corpus=corpus, document=document, actor=user)
    monkeypatch.setattr(rest, "MOST", 0)
    assert code(ask(api, document, corpus)) == (413, "too_many_annotations")


def test_requests_that_wait_too_long_are_refused(api, corpus, document, monkeypatch):
    monkeypatch.setattr(request_sandbox, "_WAIT_SECONDS", 0.01)
    with request_sandbox.request_turn():
        response = ask(api, document, corpus)
    assert (response.status_code, response.json()["error"]["code"]) == (503, "overloaded")
    assert pages(ask(api, document, corpus)) == [[], []]


def test_a_corpus_of_others_is_not_found(api, other_user, document):
    other = create_corpus(owner=other_user, title="Private")
    assert ask(api, document, other).status_code == 404


def test_the_number_of_queries_does_not_depend_on_the_annotations(api, user, corpus, document):
    def count():
        with CaptureQueriesContext(connection) as queries:
            ask(api, document, corpus)
        return len(queries)

    annotate(AnnotationDraft(label_name="Duty", start=0, end=3), corpus=corpus, document=document, actor=user)
    count()
    few = count()
    for start in (4, 11, 16):
        draft = AnnotationDraft(label_name="Duty", start=start, end=start + 3)
        annotate(draft, corpus=corpus, document=document, actor=user)
    assert count() == few


def test_comments_are_replies_and_notes_for_members_only(api, user, corpus, document):
    words = annotate(AnnotationDraft(label_name="Duty", start=0, end=3), corpus=corpus, document=document, actor=user)
    thread = create_thread(corpus, ThreadDraft(text="Which tenant?", annotation=words), actor=user)
    create_comment(thread, text="Acme.", actor=user)
    update_thread(thread, resolved=True, actor=user)
    create_thread(corpus, ThreadDraft(text="A good lease.", document=document), actor=user)
    create_thread(corpus, ThreadDraft(text="About the corpus."), actor=user)
    first, second = pages(ask(api, document, corpus))
    assert [(each["/Subtype"], each["/Contents"]) for each in first] == [
        ("/Highlight", f"“{words.quote}”\n\n{address(words)}"),
        ("/Text", "Which tenant?"),
        ("/Text", "Acme."),
        ("/Text", "Resolved"),
        ("/Text", "A good lease."),
    ]
    assert ["/IRT" in each for each in first] == [False, True, True, True, False]
    assert (first[3]["/State"], second) == ("Completed", [])
    without = api.get(f"/api/v1/documents/{document.pk}/annotated-pdf", {"corpus": corpus.pk, "comments": "false"})
    assert [each["/Subtype"] for each in pages(without)[0]] == ["/Highlight"]
    Corpus.objects.update(is_public=True)
    Document.objects.update(is_public=True)
    eve = ApiClient(User.objects.create_user("eve", "eve@example.org"))
    assert [each["/Subtype"] for each in pages(ask(eve, document, corpus))[0]] == ["/Highlight"]
