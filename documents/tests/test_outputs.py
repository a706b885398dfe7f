"""Exports of documents: Markdown, DoclingDocument, PAWLs, and several documents in one ZIP file."""

import asyncio
import gzip
import io
import json
import re
import zipfile

import pytest
from django.core.handlers.asgi import ASGIRequest
from django.test import RequestFactory
from PIL import Image
from rest_framework.request import Request

from core.api.streaming import streamed
from documents.api.rest import content, document_archives
from documents.models import Document, DocumentRevision, StructureItem
from documents.storage import blobs
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

ZIP = "/api/v1/document-archives"
TABLE = {
    "rows": 2,
    "columns": 2,
    "cells": [
        {"row": r, "column": c, "row_span": 1, "column_span": 1, "is_header": r == 0, "text": t, "box": None}
        for r, c, t in [(0, 0, "Item"), (0, 1, "Sum"), (1, 0, "Rent"), (1, 1, "100")]
    ],
}


@pytest.fixture
def document(user):
    document = parsed_document(user, "Lease\nRent is due.", "The end.", title="Lease", headings=["Lease"])
    text = document.revision.text
    for order, (kind, words, table) in enumerate(
        [("paragraph", "Rent is due.", None), ("table", "", TABLE), ("page_footer", "The end.", None)], 1
    ):
        start = text.index(words)
        StructureItem.objects.create(
            revision=document.revision, order=order, kind=kind, page=1, x0=1, y0=1, x1=2, y1=2,
            start=start, end=start + len(words), table=table,
        )  # fmt: skip
    Document.objects.filter(pk=document.pk).update(blob=blobs.store_bytes(b"%PDF-1.7 of the lease"))
    document.refresh_from_db()
    return document


def is_red(pixel):
    red, green, blue = pixel
    return red > 200 and max(green, blue) < 50


def store_pdf(document, *, red, size=(612, 792)):
    """Store a PDF of one page with a red rectangle as the file of a document."""
    page = Image.new("RGB", size, "white")
    page.paste("red", red)
    pdf = io.BytesIO()
    page.save(pdf, "PDF", resolution=72)
    Document.objects.filter(pk=document.pk).update(blob=blobs.store_bytes(pdf.getvalue()))


def url_of(document, part):
    return f"/api/v1/documents/{document.pk}/{part}"


def pawls(api, document, **query):
    return json.loads(api.get(url_of(document, "pawls"), query).body)


def unpacked(response):
    with zipfile.ZipFile(io.BytesIO(response.body)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def zip_of(api, *documents, **query):
    return api.get(ZIP, {"documents": ",".join(str(each.pk) for each in documents), **query})


class TestMarkdown:
    def test_structure_becomes_markdown_without_page_footers(self, api, document):
        response = api.get(url_of(document, "markdown"))
        assert response["Content-Type"] == "text/markdown; charset=utf-8"
        assert response["Content-Disposition"] == 'attachment; filename="file.pdf.md"'
        assert response.body.decode().splitlines()[:4] == ["# Lease", "", "Rent is due.", ""]
        assert "| Rent | 100 |" in response.body.decode()
        assert "The end." not in response.body.decode()

    def test_html_tables_and_page_footers_on_request(self, api, document):
        text = api.get(url_of(document, "markdown"), {"tables": "html", "running": "1"}).body.decode()
        assert "<table>" in text
        assert "The end." in text

    def test_pictures_are_comments_with_their_alternative_text_unless_left_out(self, api, document):
        row = {"page": 1, "x0": 1, "y0": 1, "x1": 2, "y1": 2, "start": 0, "end": 0}
        StructureItem.objects.create(revision=document.revision, order=9, kind="figure", alt="A map", **row)
        path = url_of(document, "markdown")
        assert "<!-- image: A map -->" in api.get(path).body.decode()
        for no in ("0", "false", "False", "no", "off"):
            assert "<!--" not in api.get(path, {"pictures": no}).body.decode()
        for yes in ("1", "True", "yes"):
            assert "<!-- image: A map -->" in api.get(path, {"pictures": yes}).body.decode()
        assert api.get(path, {"pictures": "maybe"}).status_code == 400

    def test_pictures_are_links_to_the_regions_of_the_page_on_request(self, api, document):
        row = {"x0": 100, "y0": 200, "x1": 300, "y1": 250, "start": 0, "end": 0}
        StructureItem.objects.create(revision=document.revision, order=9, kind="figure", page=1, alt="A [map]", **row)
        store_pdf(document, red=(100, 200, 300, 250))
        text = api.get(url_of(document, "markdown"), {"pictures": "link"}).body.decode()
        alt, url = re.search(r"!\[(.*)\]\((\S+)\)", text).groups()
        assert (alt, url) == (r"A \[map\]", f"http://testserver{url_of(document, 'figures/9')}?revision=1")
        response = api.get(url.removeprefix("http://testserver"))
        assert (response["Content-Type"], response["Cache-Control"]) == ("image/webp", content.IMMUTABLE)
        picture = Image.open(io.BytesIO(response.body))
        assert picture.size == (417, 104)  # 150 pixels per inch
        assert all(is_red(picture.getpixel(place)) for place in ((5, 5), (200, 50), (411, 98)))
        again = api.get(url_of(document, "figures/9"), headers={"If-None-Match": response["ETag"]})
        assert (again.status_code, again["Cache-Control"]) == (304, content.REVALIDATE)

    def test_the_picture_of_a_formula_precedes_its_text(self, api, document):
        start = document.revision.text.index("Rent")
        row = {"x0": 100, "y0": 200, "x1": 300, "y1": 250, "start": start, "end": start + 4}
        StructureItem.objects.create(revision=document.revision, order=9, kind="formula", page=1, **row)
        store_pdf(document, red=(100, 200, 300, 250))
        url = f"{url_of(document, 'figures/9')}?revision=1"
        text = api.get(url_of(document, "markdown"), {"pictures": "link"}).body.decode()
        assert f"![](http://testserver{url})\n\n$$Rent$$" in text
        picture = Image.open(io.BytesIO(api.get(url).body))
        assert (picture.size, is_red(picture.getpixel((200, 50)))) == ((417, 104), True)
        assert "![](" not in api.get(url_of(document, "markdown")).body.decode()

    def test_only_figures_and_formulas_have_pictures(self, api, document):
        store_pdf(document, red=(0, 0, 9, 9))
        for order in (0, 1, 99):
            assert api.get(url_of(document, f"figures/{order}")).status_code == 404

    def test_the_picture_of_a_large_figure_is_scaled_down(self, api, document):
        row = {"page": 1, "x0": -50, "y0": 0, "x1": 9000, "y1": 4000, "start": 0, "end": 0}
        StructureItem.objects.create(revision=document.revision, order=9, kind="figure", **row)
        store_pdf(document, red=(0, 0, 9, 9), size=(4000, 2000))
        document.revision.pages.update(width=4000, height=2000)
        picture = Image.open(io.BytesIO(api.get(url_of(document, "figures/9")).body))
        assert picture.size == (2000, 1000)

    def test_figures_of_files_with_another_unit_are_found(self, api, document):
        row = {"page": 1, "x0": 100, "y0": 200, "x1": 300, "y1": 250, "start": 0, "end": 0}
        StructureItem.objects.create(revision=document.revision, order=9, kind="figure", **row)
        width, height = document.revision.pages.values_list("width", "height").get(number=1)
        store_pdf(document, red=(50, 100, 150, 125), size=(round(width / 2), round(height / 2)))  # of two points
        picture = Image.open(io.BytesIO(api.get(url_of(document, "figures/9")).body))
        assert picture.size == (417, 104)
        assert all(is_red(picture.getpixel(place)) for place in ((5, 5), (200, 50), (411, 98)))

    def test_unchanged_markdown_is_not_sent_again(self, api, document):
        path = url_of(document, "markdown")
        tag = api.get(path)["ETag"]
        again = api.get(path, headers={"If-None-Match": tag})
        assert (again.status_code, again.body) == (304, b"")
        assert api.get(path, {"running": "1"})["ETag"] != tag


class TestPawls:
    def test_version_1_is_a_list_of_pages(self, api, document):
        pages = pawls(api, document)
        assert [page["page"]["index"] for page in pages] == [0, 1]
        assert [token["text"] for token in pages[0]["tokens"]] == ["Lease", "Rent", "is", "due."]

    def test_version_2_is_compact(self, api, document):
        first = pawls(api, document)
        second = pawls(api, document, version=2)
        assert second["v"] == 2
        assert [(page["w"], page["h"]) for page in second["p"]] == [(612.0, 792.0)] * 2
        for page, compact in zip(first, second["p"], strict=True):
            for token, short in zip(page["tokens"], compact["t"], strict=True):
                assert short == [pytest.approx(token[key], abs=0.06) for key in ("x", "y", "width", "height")] + [
                    token["text"]
                ]

    def test_it_is_compressed_if_the_client_accepts_gzip(self, api, user):
        long = parsed_document(user, "word " * 500)
        response = api.get(url_of(long, "pawls"), headers={"Accept-Encoding": "gzip"})
        assert response["Content-Encoding"] == "gzip"
        assert len(gzip.decompress(response.body)) > 10 * len(response.body)

    def test_pages_are_read_in_batches(self, api, user, django_assert_num_queries):
        long = parsed_document(user, *["Words."] * 40)
        pawls(api, long)  # recorded in the audit log after the response, once an hour
        with django_assert_num_queries(3 + 4):  # session, user, document; then 16, 16, 8 and no pages
            assert len(pawls(api, long)) == 40


def test_docling_is_sent_as_stored(api, document):
    assert api.get(url_of(document, "docling")).json()["error"]["code"] == "no_docling"
    content = b'{"schema_name": "DoclingDocument"}'
    DocumentRevision.objects.update(docling=blobs.store_bytes(content))
    response = api.get(url_of(document, "docling"))
    assert (response.body, response["Content-Type"]) == (content, "application/json")
    assert "file.pdf.docling.json" in response["Content-Disposition"]


@pytest.mark.parametrize("part", ["markdown", "pawls"])
def test_an_unparsed_document_has_no_exports(api, document, part):
    Document.objects.update(revision=None, state="failed", failure_code="corrupt_document")
    response = api.get(url_of(document, part))
    assert (response.status_code, response.json()["error"]["code"]) == (404, "no_text")


class TestZip:
    def test_originals_have_unique_names(self, api, user, document):
        others = [parsed_document(user, "Words.", title=title) for title in ("b", "c")]
        for other, name in zip(others, ["FILE.pdf", "LEFT OUT.txt"], strict=True):
            Document.objects.filter(pk=other.pk).update(
                filename=name, blob=blobs.store_bytes(name.encode()), mime_type="text/plain"
            )
        files = unpacked(zip_of(api, document, *others))
        assert files == {
            "file.pdf": b"%PDF-1.7 of the lease",
            "FILE (2).pdf": b"FILE.pdf",
            "LEFT OUT (2).txt": b"LEFT OUT.txt",
        }

    def test_each_kind_has_its_folder(self, api, document):
        files = unpacked(zip_of(api, document, include="all"))
        assert set(files) == {"originals/file.pdf", "pdf/file.pdf", "markdown/file.md"}
        assert files["markdown/file.md"].startswith(b"# Lease")

    @pytest.mark.parametrize(
        ("change", "include", "why"),
        [
            ({"scan": "infected"}, "originals", "virus"),
            ({"scan": "pending"}, "pdf", "being scanned"),
            ({"mime_type": "text/plain"}, "pdf", "has no PDF"),
            ({"revision": None, "state": "failed", "failure_code": "x"}, "markdown", "not been read yet"),
        ],
    )
    def test_missing_files_are_listed_and_the_others_are_included(self, api, user, document, change, include, why):
        other = parsed_document(user, "Words.", title="Other")
        Document.objects.filter(pk=other.pk).update(blob=document.blob, filename="other.pdf")
        Document.objects.filter(pk=document.pk).update(**change)
        files = unpacked(zip_of(api, document, other, include=include))
        assert len(files) == 2
        assert why in files["LEFT OUT.txt"].decode()

    def test_a_file_lost_by_the_store_is_listed(self, api, user):
        files = unpacked(zip_of(api, parsed_document(user, "Words.")))
        assert list(files) == ["LEFT OUT.txt"]

    def test_all_documents_must_be_visible(self, api, other_api, other_user, document):
        theirs = parsed_document(other_user, "Words.")
        response = zip_of(api, document, theirs)
        assert (response.status_code, response.json()["error"]["code"]) == (404, "not_found")
        assert zip_of(other_api, document).status_code == 404

    @pytest.mark.parametrize("ids", ["", "lease", ",".join(["01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"] * 109)])
    def test_an_invalid_request_is_refused(self, api, ids):
        assert api.get(ZIP, {"documents": ids}).status_code == 400

    def test_too_many_bytes_are_refused(self, api, document, monkeypatch):
        monkeypatch.setattr(document_archives, "MAX_BYTES", 5)
        response = zip_of(api, document)
        assert (response.status_code, response.json()["error"]["code"]) == (413, "too_much_at_once")


def test_asgi_responses_are_streamed_in_pieces():
    produced = []

    def pieces():
        for number in range(3):
            produced.append(number)
            yield bytes([number])

    async def read():
        request = ASGIRequest({"type": "http", "method": "GET", "path": "/", "headers": []}, io.BytesIO())
        response = streamed(Request(request), pieces(), media_type="application/json")
        assert response.is_async
        source = aiter(response)
        first = await anext(source)
        assert produced == [0]
        return [first, *[piece async for piece in source]]

    assert asyncio.run(read()) == [b"\x00", b"\x01", b"\x02"]
    plain = streamed(Request(RequestFactory().get("/")), pieces(), media_type="application/json")
    assert b"".join(plain) == b"\x00\x01\x02"


QUERY = "query($id: ID!) { document(id: $id) { downloads { format url } } }"


@pytest.mark.parametrize(
    ("change", "missing"),
    [
        ({}, {"DOCLING"}),
        ({"mime_type": "text/plain"}, {"DOCLING", "PDF"}),
        (
            {"revision": None, "state": "failed", "failure_code": "x"},
            {"DOCLING", "TEXT", "MARKDOWN", "PAWLS", "PAWLS_COMPACT"},
        ),
    ],
)
def test_listed_downloads_are_available(api, document, change, missing):
    Document.objects.update(**change)
    listed = api.execute(QUERY, {"id": str(document.pk)})["document"]["downloads"]
    every = {"ORIGINAL", "PDF", "TEXT", "MARKDOWN", "DOCLING", "PAWLS", "PAWLS_COMPACT"}
    assert {each["format"] for each in listed} == every - missing
    assert [api.get(each["url"]).status_code for each in listed] == [200] * len(listed)
