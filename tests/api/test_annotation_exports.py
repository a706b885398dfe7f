"""Annotations as files: every format, filters, places, formulas, and who may have them."""

import csv
import io
import json
from urllib.parse import parse_qs, urlsplit

import openpyxl
import pyarrow.parquet as pq
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.models import AuditEntry
from corpuses.annotations.labels.services import create_label, update_label
from corpuses.annotations.models import LABEL_SEPARATOR, Annotation
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.exports import annotations as exports
from corpuses.exports import rectangles
from corpuses.exports.models import Export
from corpuses.exports.sources import open_source
from documents.services.boxes import PageBox
from documents.tests.factories import HEIGHT, WIDTH, parsed_document

pytestmark = pytest.mark.django_db

TEXT = "The tenant pays rent. The landlord repairs the roof."


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


@pytest.fixture
def documents(corpus, user):
    documents = [parsed_document(user, TEXT, title=f"Lease {number}") for number in (1, 2)]
    add_documents(corpus, documents, actor=user)
    return documents


@pytest.fixture
def annotated(corpus, user, documents):
    """Annotate two documents; return the annotations in the order of documents and places."""
    drafts = [
        (0, AnnotationDraft(label_name="Duty", start=22, end=51, note="Since 2024.")),
        (0, AnnotationDraft(label_name="Party", start=4, end=10)),
        (1, AnnotationDraft(label_name="Party", start=4, end=10, note="=1+1")),
    ]
    for place, draft in drafts:
        annotate(draft, corpus=corpus, document=documents[place], actor=user)
    return list(Annotation.objects.order_by("document_id", "page", "start"))


def export(api, corpus, **query):
    response = api.get(f"/api/v1/corpuses/{corpus.pk}/annotations/export", query)
    assert response.status_code == 200, response.content
    return response


def lines(response):
    return list(csv.DictReader(io.StringIO(response.body.decode("utf-8-sig"))))


def test_every_line_has_the_quote_its_place_and_a_link(api, corpus, user, documents, annotated):
    response = export(api, corpus)
    assert response["Content-Type"] == "text/csv"
    assert response["Content-Disposition"] == 'attachment; filename="Leases annotations.csv"'
    party, duty, other = lines(response)
    assert (party["quote"], party["label"], party["page"]) == ("tenant", "Party", "1")
    assert (duty["quote"], duty["note"]) == ("The landlord repairs the roof", "Since 2024.")
    assert TEXT[int(duty["start"]) : int(duty["end"])] == duty["quote"]
    assert (duty["made by"], duty["source"], duty["document"]) == (user.username, "human", "Lease 1")
    assert other["note"] == "'=1+1"  # no formula
    link = urlsplit(party["link"])
    assert link.path == f"/d/{documents[0].pk}"
    assert parse_qs(link.query) == {"c": [str(corpus.pk)], "a": [str(annotated[0].pk)]}
    entry = AuditEntry.objects.get(action="corpus.annotations_exported")
    assert (entry.actor_id, entry.object_id, entry.details) == (user.pk, corpus.pk, {"format": "csv"})


def test_all_formats_have_the_same_annotations(api, corpus, annotated):
    expected = [line["annotation id"] for line in lines(export(api, corpus))]
    assert expected == [str(each.pk) for each in annotated]
    objects = [json.loads(line) for line in export(api, corpus, format="jsonl").body.splitlines()]
    assert [each["annotation id"] for each in objects] == expected
    sheet = openpyxl.load_workbook(io.BytesIO(export(api, corpus, format="xlsx").body)).active
    header, *rows = sheet.values
    assert [row[header.index("annotation id")] for row in rows] == expected
    table = pq.read_table(io.BytesIO(export(api, corpus, format="parquet").body))
    assert table["annotation id"].to_pylist() == expected


def test_a_passage_with_gaps_has_its_parts_in_every_format(api, corpus, user, documents):
    draft = AnnotationDraft(label_name="Duty", spans=[(1, 1, 2), (1, 7, 8)])
    annotate(draft, corpus=corpus, document=documents[0], actor=user)
    (line,) = lines(export(api, corpus))
    assert (line["quote"], line["parts"]) == ("tenant pays … the roof.", "4-15 43-52")
    sheet = openpyxl.load_workbook(io.BytesIO(export(api, corpus, format="xlsx").body)).active
    header, row = sheet.values
    assert row[header.index("parts")] == "4-15 43-52"
    (item,) = json.loads(export(api, corpus, format="jsonld").body)["items"]
    parts, on_pages = item["target"][:2], item["target"][2:]
    selectors = [{each["type"]: each for each in target["selector"]} for target in parts]
    quotes = [each["TextQuoteSelector"] for each in selectors]
    assert [each["exact"] for each in quotes] == ["tenant pays", "the roof."]
    assert (quotes[0]["prefix"], quotes[1]["suffix"]) == ("The ", "\n")
    places = [each["TextPositionSelector"] for each in selectors]
    assert [TEXT[each["start"] : each["end"]] for each in places] == ["tenant pays", "the roof."]
    assert len({target["source"] for target in parts}) == 1
    assert [rectangle_of(each) for each in on_pages] == approx(line["rectangles"])


def rectangle_of(target):
    """Return the page and the sides that a target selects, as fractions of the page."""
    page = target["selector"]
    rectangle = page["refinedBy"]
    assert rectangle["conformsTo"] == "http://www.w3.org/TR/media-frags/"
    numbers = rectangle["value"].removeprefix("xywh=percent:").split(",")
    left, top, width, height = (float(number) / 100 for number in numbers)
    return int(page["value"].removeprefix("page=")), left, top, left + width, top + height


def rectangles_of(column):
    """Return the pages and the sides in the column of a table."""
    pairs = (each.split(":") for each in column.split())
    return [(int(page), *map(float, sides.split(","))) for page, sides in pairs]


def approx(column):
    return [pytest.approx(each, abs=0.00002) for each in rectangles_of(column)]


def test_passages_have_a_rectangle_for_each_line_and_page(api, corpus, user):
    """A line of the factory has 80 characters; a word begins 5 points after the last one for each, and is 5 wide."""
    first = f"{'The tenant is to pay.'.ljust(80)}It is due on May 1."
    document = parsed_document(user, first, "In cash", title="Long")
    add_documents(corpus, [document], actor=user)
    start = first.index("is to")
    draft = AnnotationDraft(label_name="Duty", start=start, end=len(first) + len("\nIn cash"))
    annotate(draft, corpus=corpus, document=document, actor=user)
    (line,) = lines(export(api, corpus))
    assert (line["page"], line["pages"]) == ("1", "1 2")
    places = [(1, 0, start, first.index("pay")), (1, 1, 0, len("It is due on May ")), (2, 0, 0, len("In "))]
    assert rectangles_of(line["rectangles"]) == [
        pytest.approx(
            (page, (72 + 5 * left) / WIDTH, top / HEIGHT, (77 + 5 * last) / WIDTH, (top + 10) / HEIGHT), abs=1e-4
        )
        for page, row, left, last in places
        for top in [72 + 12 * row]
    ]
    (item,) = json.loads(export(api, corpus, format="jsonld").body)["items"]
    assert [rectangle_of(each) for each in item["target"][1:]] == approx(line["rectangles"])
    # Without a place in the current version there is nothing on its pages.
    Annotation.objects.update(confidence=0)
    (line,) = lines(export(api, corpus))
    assert (line["pages"], line["rectangles"]) == ("", "")


def test_the_path_of_a_label_is_exported(api, corpus, user, annotated):
    parent = create_label(corpus, name="Terms", actor=user)
    update_label(annotated[1].label, parent=parent.pk, actor=user)
    duty = next(line for line in lines(export(api, corpus)) if line["label"] == "Duty")
    assert duty["label path"] == annotated[1].label.path.replace("Duty", parent.name + LABEL_SEPARATOR + "Duty")
    page = json.loads(export(api, corpus, format="jsonld").body)
    assert {"type": "TextualBody", "purpose": "classifying", "value": duty["label path"]} in page["items"][1]["body"]


def test_web_annotations_follow_the_model(api, corpus, user, documents, annotated):
    response = export(api, corpus, format="jsonld")
    assert response["Content-Type"] == "application/ld+json"
    page = json.loads(response.body)
    assert (page["@context"], page["type"]) == ("http://www.w3.org/ns/anno.jsonld", "AnnotationPage")
    _, duty, _ = page["items"]
    assert duty["id"].endswith(f"/api/v1/annotations/{annotated[1].pk}")
    assert (duty["type"], duty["creator"]) == ("Annotation", {"type": "Person", "nickname": user.username})
    assert [(body["purpose"], body["value"]) for body in duty["body"]] == [
        ("tagging", "Duty"),
        ("commenting", "Since 2024."),
    ]
    text, lines_of_pdf = duty["target"][0], duty["target"][1:]
    assert text["source"].endswith(f"/api/v1/documents/{documents[0].pk}/text")
    assert {each["source"].rpartition("/documents/")[2] for each in lines_of_pdf} == {f"{documents[0].pk}/pdf"}
    selectors = {each["type"]: each for each in text["selector"]}
    place = selectors["TextPositionSelector"]
    assert TEXT[place["start"] : place["end"]] == selectors["TextQuoteSelector"]["exact"]
    assert TEXT.startswith(selectors["TextQuoteSelector"]["prefix"])


def test_relations_are_web_annotations_that_link(api, corpus, user, annotated):
    first, second, _ = annotated
    draft = RelationDraft(source=second, target=first, label_name="explains")
    create_relation(draft, corpus=corpus, actor=user)
    *_, link = json.loads(export(api, corpus, format="jsonld").body)["items"]
    assert (link["motivation"], link["creator"]["nickname"]) == ("linking", user.username)
    assert link["target"].endswith(f"/api/v1/annotations/{second.pk}")
    tag, end = link["body"]
    assert (tag["purpose"], tag["value"]) == ("tagging", "explains")
    assert (end["purpose"], end["source"].rpartition("/")[2]) == ("linking", str(first.pk))
    # Both annotations have to be in the export.
    filtered = json.loads(export(api, corpus, format="jsonld", label=second.label_id).body)["items"]
    assert "linking" not in {item["motivation"] for item in filtered}


def test_boxes_have_their_sides_and_select_a_rectangle(api, corpus, user, documents):
    box = PageBox(1, 0.125, 0.5, 0.625, 0.75)
    annotate(AnnotationDraft(label_name="Figure", box=box), corpus=corpus, document=documents[0], actor=user)
    (line,) = lines(export(api, corpus))
    assert (line["left"], line["top"], line["right"], line["bottom"]) == ("0.125", "0.5", "0.625", "0.75")
    assert (line["quote"], line["page"], line["label"]) == ("", "1", "Figure")
    assert (line["pages"], line["rectangles"]) == ("1", "1:0.125,0.5,0.625,0.75")
    (figure,) = json.loads(export(api, corpus, format="jsonld").body)["items"]
    assert figure["target"]["source"].endswith(f"/api/v1/documents/{documents[0].pk}/pdf")
    page = figure["target"]["selector"]
    assert (page["type"], page["value"]) == ("FragmentSelector", "page=1")
    assert page["refinedBy"] == {
        "type": "FragmentSelector",
        "conformsTo": "http://www.w3.org/TR/media-frags/",
        "value": "xywh=percent:12.5,50,50,25",
    }


def test_passages_have_no_sides(api, corpus, annotated):
    assert {line["left"] for line in lines(export(api, corpus))} == {""}


def test_an_empty_export_is_a_valid_file(api, corpus):
    assert json.loads(export(api, corpus, format="jsonld").body)["items"] == []
    assert lines(export(api, corpus)) == []


def test_filters_are_those_of_the_list(api, corpus, documents, annotated):
    assert len(lines(export(api, corpus, document=documents[0].pk))) == 2
    assert len(lines(export(api, corpus, label=annotated[0].label_id))) == 2
    assert len(lines(export(api, corpus, label=sorted({each.label_id for each in annotated})))) == 3
    assert lines(export(api, corpus, source="agent")) == []
    refused = api.get(f"/api/v1/corpuses/{corpus.pk}/annotations/export", {"format": "pdf"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (400, "format")


def test_a_choice_of_annotations_is_exported_at_once_and_by_a_job(api, corpus, annotated):
    chosen = [str(each.pk) for each in annotated[:2]]
    assert [line["annotation id"] for line in lines(export(api, corpus, annotation=chosen))] == chosen
    assert [line["annotation id"] for line in lines(export(api, corpus, annotation=chosen[0]))] == chosen[:1]
    unknown = "01990c6e-0e01-7c22-8d33-1f2e3d4c5b6a"
    assert lines(export(api, corpus, annotation=[unknown])) == []
    other = create_corpus(owner=corpus.owner, title="Other")
    assert lines(export(api, other, annotation=chosen)) == []
    mutation = "mutation ($input: CreateExportInput!) { createExport(input: $input) { errors { code } } }"
    values = {"corpusId": str(corpus.pk), "kind": "ANNOTATIONS", "query": json.dumps({"annotation": chosen})}
    assert api.execute(mutation, {"input": values})["createExport"]["errors"] == []
    assert open_source(Export.objects.get(), corpus.owner).count() == 2
    empty = {"kind": "annotations", "query": {"annotation": []}}
    assert api.send("POST", f"/api/v1/corpuses/{corpus.pk}/exports", empty).status_code == 400


def test_annotations_are_read_in_batches(api, corpus, annotated, monkeypatch):
    at_once = lines(export(api, corpus))
    monkeypatch.setattr(exports, "_BATCH", 2)
    monkeypatch.setattr(rectangles, "_PAGES_AT_ONCE", 1)
    assert lines(export(api, corpus)) == at_once
    assert [line["annotation id"] for line in at_once] == [str(each.pk) for each in annotated]


def test_the_number_of_queries_depends_on_the_batches_only(api, corpus, user, documents, annotated):
    export(api, corpus)
    with CaptureQueriesContext(connection) as few:
        export(api, corpus)
    for start in range(0, 40, 2):
        draft = AnnotationDraft(label_name="Party", start=start, end=start + 12)
        annotate(draft, corpus=corpus, document=documents[1], actor=user)
    with CaptureQueriesContext(connection) as many:
        export(api, corpus)
    assert len(many) == len(few)


def test_deleted_annotations_are_not_exported(api, corpus, annotated):
    api.send("delete", f"/api/v1/annotations/{annotated[0].pk}")
    assert len(lines(export(api, corpus))) == 2
