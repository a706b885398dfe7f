"""Comments in exports of annotations, for members only, and their import."""

import csv
import io
import json
from uuid import uuid4

import openpyxl
import pytest

from core.api.testing import ApiClient
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Comment, Notification, Thread
from corpuses.comments.services import ThreadDraft, create_comment, create_thread, delete_comment, update_thread
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.exports import comments as exports
from corpuses.exports.api.rest.annotations import annotation_source
from corpuses.imports import services as imports
from corpuses.imports.tests.test_annotation_imports import codes, exported, imported
from corpuses.models import Corpus, CorpusDocument, CorpusShare
from documents.models import Document
from documents.tests.factories import parsed_document
from users.models import User

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays the rent on the first day of the month."


@pytest.fixture
def document(user, corpus, add_parsed):
    document = add_parsed(TEXT, title="Lease")
    for start in (4, 20):
        draft = AnnotationDraft(label_name="Party", start=start, end=start + 4)
        annotate(draft, corpus=corpus, document=document, actor=user)
    return document


@pytest.fixture
def grace(user, corpus):
    grace = User.objects.create_user("grace", "grace@example.org")
    CorpusShare.objects.create(target=corpus, user=grace, role="annotator", created_by=user)
    return grace


@pytest.fixture
def threads(user, grace, corpus, document):
    """Discuss an annotation twice, the document and the corpus; the first thread is resolved."""
    annotation = Annotation.objects.order_by("start")[0]
    on_words = create_thread(corpus, ThreadDraft(text="Who is *this*?", annotation=annotation), actor=user)
    create_comment(on_words, text="=Acme", actor=user)
    update_thread(on_words, resolved=True, actor=user)
    drafts = [
        ThreadDraft(text="Another question.", annotation=annotation),
        ThreadDraft(text="A good lease.", document=document),
        ThreadDraft(text="Are these all?"),
    ]
    return [on_words, *(create_thread(corpus, draft, actor=user) for draft in drafts)]


def discussions():
    """Return what the threads are about, whether they are resolved, and their texts."""
    return sorted(
        (
            thread.annotation.quote if thread.annotation else thread.document.title if thread.document else "",
            thread.resolved_at is not None,
            [comment.text for comment in Comment.objects.filter(thread=thread)],
        )
        for thread in Thread.objects.select_related("annotation", "document")
    )


DISCUSSED = [
    ("", False, ["Are these all?"]),
    ("Lease", False, ["A good lease."]),
    ("tena", False, ["Another question."]),
    ("tena", True, ["Who is *this*?", "=Acme"]),
]


def test_a_table_has_the_comments_of_each_annotation(api, user, corpus, threads):
    first, second = csv.DictReader(io.StringIO(exported(api, corpus, "csv").decode("utf-8-sig")))
    resolved, other = first["comments"].split("\n\n")
    assert [line.partition(": ")[2] for line in resolved.splitlines()] == ["Who is *this*?", "=Acme", ""]
    assert resolved.startswith(f"{user.username}, 20")
    assert resolved.endswith("\nResolved.")
    assert other.endswith("Another question.")
    assert second["comments"] == ""


def test_a_workbook_has_a_sheet_of_comments(api, corpus, threads):
    book = openpyxl.load_workbook(io.BytesIO(exported(api, corpus, "xlsx")))
    assert book.sheetnames == ["Annotations", "Relations", "Comments"]
    header, *rows = book["Comments"].values
    texts = [row[header.index("comment")] for row in rows]
    assert sorted(texts) == sorted(text for *_, found in DISCUSSED for text in found)


def test_web_annotations_reply_to_annotations_and_comments(api, corpus, document, threads):
    items = json.loads(exported(api, corpus, "jsonld"))["items"]
    replies = {item["body"][0]["value"]: item for item in items if item["motivation"] in ("replying", "commenting")}
    first, answer = replies["Who is *this*?"], replies["=Acme"]
    annotation = Annotation.objects.order_by("start")[0]
    assert first["target"].endswith(f"/api/v1/annotations/{annotation.pk}")
    assert (answer["motivation"], answer["target"]) == ("replying", first["id"])
    assert {"type": "TextualBody", "purpose": "assessing", "value": "resolved"} in first["body"]
    about = {text: replies[text] for text in ("A good lease.", "Are these all?")}
    assert {each["motivation"] for each in about.values()} == {"commenting"}
    assert [each["target"].split("/api/v1/")[1] for each in about.values()] == [
        f"documents/{document.pk}",
        f"corpuses/{corpus.pk}",
    ]


@pytest.mark.parametrize("name", ["csv", "jsonl", "jsonld"])
def test_only_members_get_comments_and_only_if_they_want(api, corpus, threads, name):
    assert b"Acme" in exported(api, corpus, name)
    url = f"/api/v1/corpuses/{corpus.pk}/annotations/export"
    without = api.get(url, {"format": name, "comments": "false"})
    assert without.status_code == 200
    assert b"Acme" not in without.body
    Corpus.objects.update(is_public=True)
    Document.objects.update(is_public=True)
    shown = ApiClient(User.objects.create_user("eve", "eve@example.org")).get(url, {"format": name})
    assert (shown.status_code, b"Party" in shown.body) == (200, True)
    assert not [text for *_, texts in DISCUSSED for text in texts if text.encode() in shown.body]


@pytest.mark.parametrize("name", ["jsonl", "jsonld"])
def test_a_choice_of_annotations_has_only_its_threads(api, corpus, document, threads, name):
    def texts(**query):
        body = api.get(f"/api/v1/corpuses/{corpus.pk}/annotations/export", {"format": name, **query}).body
        return {text for *_, found in DISCUSSED for text in found if text.encode() in body}

    assert texts(search="tena") == {"Who is *this*?", "=Acme", "Another question."}
    assert texts(search="rent") == set()
    assert texts(document=document.pk) == texts(search="tena") | {"A good lease."}


def test_a_choice_that_leaves_nothing_out_has_all_threads(user, corpus, threads):
    source = annotation_source(user, corpus, {"format": "jsonl", "excluded": []}, origin="")
    body = b"".join(source.chunks())
    assert [text for *_, texts in DISCUSSED for text in texts if text.encode() not in body] == []


@pytest.mark.parametrize("batch", [1, 1_000])
@pytest.mark.parametrize("name", ["jsonl", "jsonld"])
def test_the_comments_of_an_export_come_back(api, corpus, threads, name, batch, monkeypatch):
    monkeypatch.setattr(imports, "_BATCH", batch)
    monkeypatch.setattr(exports, "_BATCH", batch)
    assert discussions() == DISCUSSED
    file = exported(api, corpus, name)
    Thread.with_deleted.all().delete()
    Annotation.objects.all().delete()
    Notification.objects.all().delete()
    report = imported(api, corpus, file)
    assert (report["added"], report["comments"], report["refused"], report["rows"]) == (2, 5, 0, 7)
    assert discussions() == DISCUSSED
    assert not Notification.objects.exists()
    assert imported(api, corpus, file)["comments"] == 0
    assert discussions() == DISCUSSED


@pytest.mark.parametrize("name", ["jsonl", "jsonld"])
def test_a_missing_comment_comes_back_into_its_thread(api, user, corpus, threads, name):
    file = exported(api, corpus, name)
    comment = Comment.objects.get(text="=Acme")
    delete_comment(comment, actor=user, permanently=True)
    assert imported(api, corpus, file)["comments"] == 1
    assert discussions() == DISCUSSED


@pytest.mark.parametrize("batch", [1, 1_000])
@pytest.mark.parametrize("name", ["jsonl", "jsonld"])
def test_comments_in_the_bin_are_added_again_with_their_ids(api, user, corpus, threads, name, batch, monkeypatch):
    monkeypatch.setattr(imports, "_BATCH", batch)
    file = exported(api, corpus, name)
    keys = set(Comment.objects.values_list("pk", flat=True))
    for comment in Comment.objects.all():
        delete_comment(comment, actor=user)
    assert imported(api, corpus, file)["comments"] == 5
    assert discussions() == DISCUSSED
    assert set(Comment.with_deleted.values_list("pk", flat=True)) == keys
    assert imported(api, corpus, file)["comments"] == 0


def test_comments_of_others_in_the_bin_stay_there(api, grace, corpus, document):
    thread = create_thread(corpus, ThreadDraft(text="By me.", document=document), actor=grace)
    file = exported(api, corpus, "jsonl")
    delete_comment(thread.comments.get(), actor=grace)
    for added in (1, 0):
        assert imported(api, corpus, file)["comments"] == added
        assert Comment.with_deleted.filter(thread=thread).count() == 2
    assert Comment.objects.get().text == f"grace, {thread.created.date()}:\n\nBy me."


@pytest.mark.parametrize("name", ["jsonl", "jsonld"])
def test_another_corpus_gets_copies_of_the_threads(api, user, corpus, document, threads, name):
    other = create_corpus(owner=user, title="Copies")
    add_documents(other, [document], actor=user)
    file = exported(api, corpus, name)
    assert imported(api, other, file)["comments"] == 5
    assert imported(api, other, file)["comments"] == 0
    copies = Thread.objects.filter(corpus=other)
    assert {thread.annotation.corpus_id for thread in copies if thread.annotation} == {other.pk}
    assert copies.count() == 4
    assert discussions() == sorted([*DISCUSSED, *DISCUSSED])


@pytest.mark.parametrize("name", ["jsonl", "jsonld"])
def test_comments_of_others_keep_their_names(api, grace, corpus, document, name):
    thread = create_thread(corpus, ThreadDraft(text="By me.", document=document), actor=grace)
    file = exported(api, corpus, name)
    Thread.objects.all().delete()
    assert imported(api, corpus, file)["comments"] == 1
    comment = Comment.objects.get()
    assert comment.text == f"grace, {thread.created.date()}:\n\nBy me."
    assert comment.author != grace
    again = exported(api, corpus, name)
    Thread.objects.all().delete()
    imported(api, corpus, again)
    assert Comment.objects.get().text == comment.text


def test_replies_of_other_programs_are_read(api, corpus, document):
    """The reply comes before what it replies to, and in a form of its own."""
    address = "urn:uuid:7f0c2d31-3f06-4a35-9c1f-0d6a5f1c0a01"
    words = {"type": "TextQuoteSelector", "exact": "tenant"}
    items = [
        {"id": f"{address[:-1]}3", "motivation": "replying", "bodyValue": "Yes.", "target": f"{address[:-1]}2"},
        {"id": f"{address[:-1]}2", "motivation": ["replying"], "target": {"id": address, "type": "Annotation"},
         "body": {"type": "TextualBody", "value": "Really?"}, "creator": {"name": "Zoë"}},
        {"id": address, "body": {"type": "TextualBody", "purpose": "tagging", "value": "Party"},
         "target": {"source": "https://example.org/Lease", "selector": words}},
        {"motivation": "commenting", "target": "https://example.org/Lease", "bodyValue": "Old."},
    ]  # fmt: skip
    content = json.dumps(items).encode()
    report = imported(api, corpus, content)
    assert (report["added"], report["comments"], report["problems"]) == (1, 3, [])
    assert ("tenant", False, ["Yes.", "Zoë:\n\nReally?"]) in discussions()
    assert ("Lease", False, ["Old."]) in discussions()
    assert imported(api, corpus, content)["comments"] == 0


def test_comments_that_are_refused_are_reported_with_their_lines(api, user, other_user, corpus, document):
    hidden = parsed_document(other_user, TEXT, title="Hidden")
    unknown = "0199ffff-0000-7000-8000-000000000001"
    rows = [
        {"comment id": "", "comment": "About nothing.", "annotation id": unknown},
        {"comment id": unknown[:-1] + "2", "comment": " ", "document id": str(document.pk)},
        {"comment id": "", "comment": "n" * 10_001},
        {"comment id": "", "comment": ["a"]},
        {"comment id": "", "comment": "Elsewhere.", "document id": str(hidden.pk)},
        {"motivation": "replying", "target": f"/api/v1/comments/{unknown[:-1]}3", "bodyValue": "Lost."},
        {"comment id": "", "comment": "About the corpus."},
    ]
    report = imported(api, corpus, *rows)
    assert codes(report) == [
        (1, "comment_subject_unknown"),
        (2, "invalid"),
        (3, "invalid"),
        (4, "annotation_unreadable"),
        (5, "annotation_document_unknown"),
        (6, "comment_subject_unknown"),
    ]
    assert discussions() == [("", False, ["About the corpus."])]


def test_the_id_of_a_comment_that_the_importer_may_not_see_is_like_a_new_one(api, user, other_user, corpus):
    hidden = parsed_document(other_user, "The tenant pays the landlord.")
    CorpusDocument.objects.create(corpus=corpus, document=hidden, added_by=user)
    thread = Thread.objects.create(corpus=corpus, document=hidden)
    comment = Comment.objects.create(thread=thread, author=other_user, text="Too high.")
    for text, refused in (("", 1), ("Mine.", 0)):
        reports = [imported(api, corpus, {"comment id": str(key), "comment": text}) for key in (uuid4(), comment.pk)]
        assert [(each["refused"], each["comments"]) for each in reports] == [(refused, 1 - refused)] * 2
    assert Comment.objects.get(pk=comment.pk).text == "Too high."
