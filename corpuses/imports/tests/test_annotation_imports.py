"""Annotations from files: what is exported comes back, the report names each row that does not."""

import json
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from audit.models import AuditEntry
from corpuses.annotations.models import Annotation, Edit, Label, Relation
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.models import Comment
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.imports import services as imports
from corpuses.imports.starting import IMPORT
from corpuses.models import CorpusDocument
from corpuses.undo.services import redo_edits, undo_edits
from documents.models import DocumentShare
from documents.services.boxes import PageBox
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays the rent on the first day of the month. The landlord repairs the roof within a week."


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


@pytest.fixture
def document(user, corpus):
    return added(user, corpus, TEXT, title="Lease")


def added(user, corpus, text, **fields):
    document = parsed_document(user, text, **fields)
    add_documents(corpus, [document], actor=user)
    return document


def send(api, corpus, content, name="annotations.jsonl", **headers):
    url = f"/api/v1/corpuses/{corpus.pk}/annotation-imports"
    return api.post(url, {"file": SimpleUploadedFile(name, content)}, headers=headers)


def imported(api, corpus, *rows):
    """Import a file, or these rows; return the report."""
    content = rows[0] if isinstance(rows[0], bytes) else "\n".join(map(json.dumps, rows)).encode()
    response = send(api, corpus, content)
    assert response.status_code == 202, response.json()
    jobs = Job.objects.filter(kind=IMPORT)
    Job.objects.exclude(pk__in=jobs).delete()
    run_jobs()
    return api.send("GET", response["Location"]).json()


def counts(report):
    return report["state"], report["added"], report["existing"], report["refused"]


def codes(report):
    return [(each["line"], each["code"]) for each in report["problems"]]


def row(document, quote, **fields):
    return {"document id": str(document.pk), "label": "Duty", "quote": quote, **fields}


def exported(api, corpus, name):
    response = api.get(f"/api/v1/corpuses/{corpus.pk}/annotations/export", {"format": name})
    return response.body


def without_dates(content, name):
    rows = json.loads(content)["items"] if name == "jsonld" else map(json.loads, content.splitlines())
    return [{key: value for key, value in each.items() if key not in ("created", "modified")} for each in rows]


def annotated(user, corpus, documents):
    for each in documents:
        for start, label in ((4, "Party"), (20, "Money"), (60, "Party")):
            draft = AnnotationDraft(label_name=label, start=start, end=start + 6, note=f"At {start}")
            annotate(draft, corpus=corpus, document=each, actor=user)
        stamp = AnnotationDraft(label_name="Stamp", box=PageBox(1, 0.12345, 0.2, 0.6, 0.98765))
        duty = AnnotationDraft(label_name="Duty", spans=[(1, 1, 2), (1, 4, 4), (1, 9, 11)])
        for draft in (stamp, duty):
            annotate(draft, corpus=corpus, document=each, actor=user)


@pytest.mark.parametrize("name", ["jsonl", "jsonld"])
def test_an_export_that_is_imported_is_exported_the_same(api, user, corpus, document, name):
    annotated(user, corpus, [document, added(user, corpus, TEXT.upper(), title="Other")])
    before = exported(api, corpus, name)
    Annotation.objects.all().delete()
    assert counts(imported(api, corpus, before)) == ("done", 10, 0, 0)
    assert without_dates(exported(api, corpus, name), name) == without_dates(before, name)
    assert counts(imported(api, corpus, before)) == ("done", 0, 10, 0)
    duty = Annotation.objects.get(label__name="Duty", document=document)
    assert duty.quote == "tenant pays … rent … of the month."
    assert (duty.spans, len(duty.parts)) == ([[1, 1, 2], [1, 4, 4], [1, 9, 11]], 3)


@pytest.mark.parametrize("name", ["jsonl", "jsonld"])
def test_the_parts_of_a_passage_are_found_in_another_text(api, user, corpus, document, name):
    draft = AnnotationDraft(label_name="Duty", spans=[(1, 1, 2), (1, 9, 11)])
    annotate(draft, corpus=corpus, document=document, actor=user)
    file = exported(api, corpus, name).replace(str(document.pk).encode(), b"Lease")
    other = create_corpus(owner=user, title="Elsewhere")
    added(user, other, "Preamble. The tenant pays all of the rent on the last day of the month.", title="Lease")
    items = json.loads(file) if name == "jsonld" else json.loads(file) | {"document id": ""}
    if name == "jsonld":
        for target in items["items"][0]["target"]:
            target["source"] = "https://example.org/files/Lease"
    assert counts(imported(api, other, json.dumps(items).encode())) == ("done", 1, 0, 0)
    assert Annotation.objects.get(corpus=other).quote == "tenant pays … of the month."


def test_parts_that_do_not_fit_the_quote_are_ignored(api, corpus, document):
    rows = row(document, "tenant pays", parts="4-9 20-30"), row(document, "tenant … rent", parts="4-10 20-29")
    report = imported(api, corpus, *rows)
    assert (counts(report), codes(report)) == (("done", 1, 0, 1), [(2, "annotation_not_placed")])
    assert Annotation.objects.get().parts == []


def test_parts_that_overlap_are_not_placed(api, corpus, document):
    assert codes(imported(api, corpus, row(document, "The tenant … tenant", parts="0-10 4-10"))) == [
        (1, "annotation_not_placed")
    ]


@pytest.fixture
def relation(user, corpus, document):
    annotated(user, corpus, [document])
    source, target, *_ = Annotation.objects.all()
    return create_relation(RelationDraft(source=source, target=target, label_name="pays"), corpus=corpus, actor=user)


def relations(corpus):
    found = Relation.objects.filter(corpus=corpus)
    return [(each.source.quote, each.label.name, each.target.quote) for each in found]


@pytest.mark.parametrize("name", ["jsonl", "jsonld"])
def test_the_relations_of_an_export_come_back(api, corpus, relation, name, monkeypatch):
    monkeypatch.setattr(imports, "_BATCH", 2)
    before = relations(corpus)
    file = exported(api, corpus, name)
    Annotation.objects.all().delete()
    report = imported(api, corpus, file)
    assert (counts(report), report["relations"], report["rows"]) == (("done", 5, 0, 0), 1, 6)
    assert relations(corpus) == before
    assert imported(api, corpus, file)["relations"] == 0
    assert relations(corpus) == before


@pytest.mark.parametrize("name", ["jsonl", "jsonld"])
def test_relations_are_copied_between_the_copies_in_another_corpus(api, user, corpus, document, relation, name):
    other = create_corpus(owner=user, title="Copies")
    add_documents(other, [document], actor=user)
    report = imported(api, other, exported(api, corpus, name))
    assert (counts(report), report["relations"]) == (("done", 5, 0, 0), 1)
    (copy,) = Relation.objects.filter(corpus=other)
    assert copy.pk != relation.pk
    assert (copy.source.corpus, copy.target.corpus) == (other, other)
    assert relations(other) == relations(corpus)


def test_relations_that_are_refused_are_reported_with_their_lines(api, user, corpus, document):
    other = added(user, corpus, "Another lease.", title="Other")
    first, second, third = (str(uuid4()) for _ in range(3))

    def related(source, target, **fields):
        return {"label": "pays", **fields, "source annotation id": source, "target annotation id": target}

    report = imported(
        api,
        corpus,
        related(first, first),
        related(first, str(uuid4())),
        related(first, third),
        related(first, "none"),
        related(first, second, label=""),
        related(first, second),
        row(document, "tenant", **{"annotation id": first}),
        row(document, "landlord", **{"annotation id": second}),
        row(other, "Another", **{"annotation id": third}),
    )
    assert codes(report) == [
        (1, "relation_to_itself"),
        (2, "relation_end_unknown"),
        (3, "relation_across_documents"),
        (4, "annotation_unreadable"),
        (5, "annotation_without_label"),
    ]
    assert (counts(report), report["relations"]) == (("done", 3, 0, 5), 1)
    assert relations(corpus) == [("tenant", "pays", "landlord")]


def test_annotations_on_documents_that_the_importer_does_not_see_are_unknown(api, user, other_user, corpus, document):
    hidden = parsed_document(other_user, "The tenant pays the landlord.")
    CorpusDocument.objects.create(corpus=corpus, document=hidden, added_by=user)
    drafts = [AnnotationDraft(label_name="Party", start=start, end=end) for start, end in ((4, 10), (20, 28))]
    share = DocumentShare.objects.create(target=hidden, user=user, role="annotator", created_by=other_user)
    first, second = (str(annotate(draft, corpus=corpus, document=hidden, actor=user).pk) for draft in drafts)
    share.delete()
    relation = {"label": "pays", "source annotation id": first, "target annotation id": second}
    assert codes(imported(api, corpus, relation)) == [(1, "relation_end_unknown")]
    assert not corpus.labels.filter(name="pays").exists()
    for number, key in enumerate((first, "0199ffff-0000-7000-8000-000000000001")):
        changed = row(document, TEXT[number:9], **{"annotation id": key, "label": "New"})
        assert counts(imported(api, corpus, changed)) == ("done", 1, 0, 0)
        assert counts(imported(api, corpus, changed)) == ("done", 0, 1, 0)
    assert Annotation.objects.get(pk=first).document == hidden


def test_annotations_in_the_bin_of_the_importer_come_back(api, user, corpus, document):
    annotated(user, corpus, [document])
    before = exported(api, corpus, "jsonl")
    for each in Annotation.objects.all():
        assert api.send("DELETE", f"/api/v1/annotations/{each.pk}").status_code == 204
    assert counts(imported(api, corpus, before)) == ("done", 5, 0, 0)
    assert without_dates(exported(api, corpus, "jsonl"), "jsonl") == without_dates(before, "jsonl")


def test_another_corpus_gets_copies_by_the_title_of_the_document(api, user, corpus, document):
    annotated(user, corpus, [document])
    other = create_corpus(owner=user, title="Elsewhere")
    added(user, other, f"Preamble. {TEXT}", title="Lease")
    file = exported(api, corpus, "jsonl")
    assert counts(imported(api, other, file)) == ("done", 5, 0, 0)
    assert counts(imported(api, other, file)) == ("done", 0, 5, 0)
    assert Annotation.objects.filter(corpus=corpus).count() == 5
    money = Annotation.objects.get(corpus=other, label__name="Money")
    assert (money.start, money.quote, money.creator) == (30, TEXT[20:26], user)


def test_a_text_that_has_changed_slightly_is_found_with_its_confidence(api, corpus, document):
    old = "The tenant shall pay the rent on the first day of the month."
    report = imported(api, corpus, row(document, old, start=900), row(document, "roof within a week"))
    assert counts(report) == ("done", 2, 0, 0)
    changed, same = Annotation.objects.order_by("start")
    assert (changed.quote, 0.6 <= changed.confidence < 1) == (TEXT[:55], True)
    assert (same.start, same.confidence) == (TEXT.index("roof"), 1)


def test_labels_are_created_with_their_color_and_found_by_name(api, corpus, document):
    Label.objects.create(corpus=corpus, name="Party", color="#2f7fc4")
    rows = row(document, "tenant", label="Party", color="#000000"), row(document, "rent", label="New", color="#0F9A73")
    assert counts(imported(api, corpus, *rows)) == ("done", 2, 0, 0)
    assert dict(Label.objects.values_list("name", "color")) == {"Party": "#2f7fc4", "New": "#0f9a73"}


def test_each_row_that_is_refused_is_reported_with_its_line(api, user, corpus, document):
    added(user, corpus, "One.", title="Twice")
    added(user, corpus, "Two.", title="Twice")
    elsewhere = parsed_document(user, TEXT)
    lines = [
        json.dumps(row(document, "tenant")),
        "{broken",
        "",
        "7",
        json.dumps(row(document, "", start=1)),
        json.dumps(row(document, "nowhere to be found at all")),
        json.dumps(row(document, "tenant", label=" ")),
        json.dumps(row(document, "tenant", label=["Duty"])),
        json.dumps(row(elsewhere, "tenant")),
        json.dumps({"document": "Twice", "label": "Duty", "quote": "One"}),
        json.dumps(row(document, "tenant", note="n" * 10_001)),
        json.dumps(row(document, "tenant", color="red")),
        json.dumps(row(document, "", page=1, left=0.5, top="NaN", right=1, bottom=1)),
        json.dumps(row(document, "", page=9, left=0, top=0, right=1, bottom=1)),
        json.dumps(row(document, "", page=1, left=0.5, top=0, right=0.4, bottom=1)),
        json.dumps(row(document, "ten\ud800\x00ant", label="Odd\ud800")),
        "[" * 100_000,
        '{"target": [], "body": null}',
        "1" * 5_000,
    ]
    report = imported(api, corpus, "\n".join(lines).encode())
    assert codes(report) == [
        (2, "annotation_unreadable"),
        (4, "annotation_unreadable"),
        (5, "annotation_without_quote"),
        (6, "annotation_not_placed"),
        (7, "annotation_without_label"),
        (8, "annotation_unreadable"),
        (9, "annotation_document_unknown"),
        (10, "annotation_document_ambiguous"),
        (11, "invalid"),
        (12, "invalid"),
        (13, "invalid"),
        (14, "invalid"),
        (15, "invalid"),
        (16, "annotation_not_placed"),
        (17, "annotation_unreadable"),
        (18, "annotation_without_label"),
        (19, "annotation_unreadable"),
    ]
    assert counts(report) == ("done", 1, 0, 17)


@pytest.mark.parametrize(
    "content", [b"%PDF-1.7", b"PK\x05\x06" + bytes(18), b"a,b\n1,2\n", b'{"a":\x00}', b"\xff\xfe{"]
)
def test_a_file_of_another_type_is_refused_at_once(api, corpus, content):
    response = send(api, corpus, content)
    assert (response.status_code, response.json()["error"]["code"]) == (415, "unsupported_type")


def test_web_annotations_of_other_programs_are_read(api, corpus, document):
    selector = {"type": "TextQuoteSelector", "exact": "the rent", "prefix": "pays "}
    rectangle = {"type": "FragmentSelector", "value": "xywh=percent:5,5,50,50"}
    item = {
        "id": "https://example.org/1",
        "type": "Annotation",
        "body": {"type": "TextualBody", "purpose": ["tagging"], "value": "Money"},
        "target": [
            {"source": "https://example.org/files/Lease.pdf", "selector": rectangle},  # JSON-LD keeps no order
            {"source": "https://example.org/files/Lease", "selector": selector},
        ],
    }
    assert counts(imported(api, corpus, json.dumps([item]).encode())) == ("done", 1, 0, 0)
    assert counts(imported(api, corpus, json.dumps({"first": {"items": [item]}}).encode())) == ("done", 0, 1, 0)
    assert Annotation.objects.get().box is None


def test_too_many_annotations_fail_as_a_whole(api, corpus, document, settings):
    settings.MAX_IMPORTED_ANNOTATIONS = 2
    report = imported(api, corpus, *[row(document, "tenant")] * 3)
    assert (counts(report), report["error"]["code"]) == (("failed", 0, 0, 0), "too_many_imported_annotations")


def test_many_rows_are_imported_in_batches_with_one_audit_entry(api, corpus, document, monkeypatch):
    monkeypatch.setattr(imports, "_BATCH", 7)
    monkeypatch.setattr(imports, "MAX_PROBLEMS", 3)
    rows = [row(document, "tenant", label=f"L{number}") for number in range(30)]
    report = imported(api, corpus, *rows, *[row(document, "absent", label="L0")] * 5)
    assert counts(report) == ("done", 30, 0, 5)
    assert (report["rows"], len(report["problems"])) == (35, 3)
    assert AuditEntry.objects.filter(action="corpus.annotations_imported").count() == 1


def test_the_same_request_starts_one_import(api, corpus, document):
    key = {"Idempotency-Key": str(uuid4())}
    content = json.dumps(row(document, "tenant")).encode()
    first, again = (send(api, corpus, content, **key).json() for _ in range(2))
    assert first["id"] == again["id"]
    assert Job.objects.filter(kind=IMPORT).count() == 1


def test_an_import_whose_corpus_was_deleted_is_cancelled(api, corpus, document):
    response = send(api, corpus, json.dumps(row(document, "tenant")).encode())
    assert api.send("DELETE", f"/api/v1/corpuses/{corpus.pk}").status_code == 204
    assert response.status_code == 202
    run_jobs()
    assert not Annotation.objects.exists()
    assert Job.objects.get(kind=IMPORT).state == "cancelled"


def test_what_an_import_added_is_undone_and_redone_as_a_whole(
    api, user, corpus, document, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(imports, "_BATCH", 7)
    kept = annotate(AnnotationDraft(label_name="Duty", start=4, end=10), corpus=corpus, document=document, actor=user)
    first, *others = (
        row(document, "rent", **{"annotation id": str(uuid4()), "label": f"L{each}"}) for each in range(30)
    )
    ends = {"source annotation id": str(kept.pk), "target annotation id": first["annotation id"]}
    comment = {"comment id": "", "comment": "Which tenant?", "annotation id": str(kept.pk)}
    report = imported(api, corpus, row(document, "tenant"), first, *others, {"label": "pays", **ends}, comment)
    assert (counts(report), report["relations"], report["comments"]) == (("done", 30, 1, 0), 1, 1)
    edits = Edit.objects.filter(group=report["id"])
    assert (edits.count(), {(each.kind, each.actor) for each in edits}) == (32, {("created", user)})
    for area, has_import in (("corpus", True), ("document", False)):
        listed = api.get(f"/api/v1/edits?corpus={corpus.pk}&area={area}").json()["results"]
        assert (report["id"] in {each["group"] for each in listed}) == has_import
    for _ in range(2):  # a repeated request has no effect
        with django_assert_max_num_queries(60):
            undo_edits(report["id"], actor=user)
        assert (Annotation.objects.get(), relations(corpus), Comment.objects.count()) == (kept, [], 0)
    redo_edits(report["id"], actor=user)
    assert (Annotation.objects.count(), Comment.objects.count()) == (31, 1)
    assert relations(corpus) == [("tenant", "pays", "rent")]


def test_comments_of_an_undone_import_are_added_again(api, user, corpus, document):
    rows = [
        {"comment id": str(uuid4()), "comment": "Which tenant?", "document id": str(document.pk)},
        {"comment id": "", "comment": "About the corpus."},
    ]
    for _ in range(2):
        report = imported(api, corpus, *rows)
        assert (report["comments"], Comment.objects.count()) == (2, 2)
        undo_edits(report["id"], actor=user)
        assert not Comment.objects.exists()
