"""The content of documents in REST: tokens, text, files by range, and headers that isolate untrusted files."""

import gzip
from pathlib import Path

import pytest

from documents.models import Document, DocumentRevision, Page
from documents.pipeline import tokens
from documents.storage import blobs
from documents.tests.factories import parsed_document, publish

CONTENT = b"%PDF-1.7\n" + bytes(range(256)) * 40

pytestmark = pytest.mark.django_db


@pytest.fixture
def document(user):
    document = parsed_document(user, "The first page has words.", "The second one, too.", title="A lease")
    document.blob = blobs.store_bytes(CONTENT)
    document.save()
    return document


def url_of(document, part):
    return f"/api/v1/documents/{document.pk}/{part}"


def error_of(response):
    return response.status_code, response.json()["error"]["code"]


def draft(document, pages):
    """Put the document back into its first parse, with some pages written."""
    revision = document.revision
    Document.objects.filter(pk=document.pk).update(state="processing", backend_lock=True, revision=None)
    DocumentRevision.objects.filter(pk=revision.pk).update(published=None, text="")
    revision.pages.filter(number__gt=pages).delete()


class TestTokens:
    def test_columns_are_sent_as_they_are_stored(self, api, document):
        response = api.get(url_of(document, "pages/2/tokens"), headers={"Accept-Encoding": "gzip, br"})
        assert response["Content-Type"] == "application/vnd.cartulary.tokens"
        assert response["Content-Encoding"] == "gzip"
        assert response.content == bytes(Page.objects.get(number=2).tokens)
        page = tokens.decode(gzip.decompress(response.content))
        assert page.texts == ("The", "second", "one,", "too.")
        assert page.page_start == len("The first page has words.\n")

    @pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "identity"])
    def test_clients_that_do_not_accept_gzip_get_uncompressed_columns(self, api, document, accepted):
        response = api.get(url_of(document, "pages/1/tokens"), headers={"Accept-Encoding": accepted})
        assert "Content-Encoding" not in response
        assert tokens.decode(response.content).texts == ("The", "first", "page", "has", "words.")

    def test_pawls_has_the_same_content_as_the_columns(self, api, document):
        pawls = api.get(url_of(document, "pages/1/tokens"), headers={"Accept": "application/json"}).json()
        columns = tokens.decode(api.get(url_of(document, "pages/1/tokens")).content)
        assert pawls["page"] == {"width": 612.0, "height": 792.0, "index": 0}
        assert [token["text"] for token in pawls["tokens"]] == list(columns.texts)
        for token, (x, y, width, height) in zip(pawls["tokens"], columns.boxes, strict=True):
            assert token["x"] == pytest.approx(x * 612, abs=0.01)
            assert token["y"] == pytest.approx(y * 792, abs=0.01)
            assert token["width"] == pytest.approx(width * 612, abs=0.01)
            assert token["height"] == pytest.approx(height * 792, abs=0.01)

    def test_an_unchanged_page_is_not_sent_again(self, api, document):
        first = api.get(url_of(document, "pages/1/tokens"))
        again = api.get(url_of(document, "pages/1/tokens"), headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])

    def test_each_representation_of_a_page_has_its_own_etag(self, api, document):
        representations = [{"Accept-Encoding": "gzip"}, {"Accept-Encoding": ""}, {"Accept": "application/json"}]
        tags = {api.get(url_of(document, "pages/1/tokens"), headers=headers)["ETag"] for headers in representations}
        assert len(tags) == 3
        assert set(api.get(url_of(document, "pages/1/tokens"))["Vary"].split(", ")) >= {"Accept", "Accept-Encoding"}

    def test_a_url_with_a_revision_is_immutable(self, api, document):
        with_revision = api.get(url_of(document, "pages/1/tokens?revision=1"))
        assert "immutable" in with_revision["Cache-Control"]
        publish(document, "Quite different words.")
        assert api.get(url_of(document, "pages/1/tokens?revision=1")).content == with_revision.content
        assert api.get(url_of(document, "pages/1/tokens")).content != with_revision.content
        assert "no-cache" in api.get(url_of(document, "pages/1/tokens"))["Cache-Control"]

    @pytest.mark.parametrize("page", ["0", "3", "99999999999999999999"])
    def test_an_invalid_page_number_is_not_found(self, api, document, page):
        assert error_of(api.get(url_of(document, f"pages/{page}/tokens"))) == (404, "not_found")

    @pytest.mark.parametrize(
        ("revision", "expected"),
        [("7", (404, "not_found")), ("x", (400, "invalid")), ("9" * 5000, (400, "invalid")), ("-1", (400, "invalid"))],
    )
    def test_an_invalid_revision_is_refused(self, api, document, revision, expected):
        assert error_of(api.get(url_of(document, f"pages/1/tokens?revision={revision}"))) == expected

    def test_pages_are_available_during_the_first_parse(self, api, document):
        draft(document, pages=1)
        assert tokens.decode(api.get(url_of(document, "pages/1/tokens")).content).texts[1] == "first"
        assert error_of(api.get(url_of(document, "pages/2/tokens"))) == (404, "not_found")
        assert "no-cache" in api.get(url_of(document, "pages/1/tokens?revision=1"))["Cache-Control"]

    def test_the_number_of_queries_of_a_page(self, api, document, django_assert_num_queries):
        api.get(url_of(document, "pages/1/tokens"))  # recorded in the audit log after the response, once an hour
        with django_assert_num_queries(4):  # session, user, document, page
            api.get(url_of(document, "pages/1/tokens"))


class TestText:
    def test_the_text_is_the_string_that_offsets_refer_to(self, api, document):
        response = api.get(url_of(document, "text"))
        assert response.content.decode() == "The first page has words.\nThe second one, too.\n"
        assert response["Content-Type"] == "text/plain; charset=utf-8"
        again = api.get(url_of(document, "text"), headers={"If-None-Match": response["ETag"]})
        assert again.status_code == 304

    def test_no_text_is_returned_before_the_first_parse_has_ended(self, api, document):
        draft(document, pages=1)
        assert error_of(api.get(url_of(document, "text"))) == (404, "no_text")


class TestFile:
    def test_the_file_has_the_uploaded_bytes(self, api, document):
        response = api.get(url_of(document, "file"))
        assert response.body == CONTENT
        assert response["Content-Length"] == str(len(CONTENT))
        assert response["ETag"] == f'"{document.blob_id}"'
        assert response["Accept-Ranges"] == "bytes"

    @pytest.mark.parametrize(
        ("header", "part", "content_range"),
        [
            ("bytes=0-9", slice(0, 10), "bytes 0-9/10249"),
            ("bytes=10000-", slice(10000, None), "bytes 10000-10248/10249"),
            ("bytes=-5", slice(-5, None), "bytes 10244-10248/10249"),
            ("bytes=10000-99999", slice(10000, None), "bytes 10000-10248/10249"),
        ],
    )
    def test_only_the_requested_range_is_sent(self, api, document, header, part, content_range):
        response = api.get(url_of(document, "file"), headers={"Range": header})
        assert (response.status_code, response["Content-Range"]) == (206, content_range)
        assert response.body == CONTENT[part]
        assert response["Content-Length"] == str(len(CONTENT[part]))

    @pytest.mark.parametrize("header", ["bytes=9-3", "bytes=0-1,5-6", "lines=1-2", "bytes=x"])
    def test_an_invalid_range_is_ignored(self, api, document, header):
        response = api.get(url_of(document, "file"), headers={"Range": header})
        assert (response.status_code, response.body) == (200, CONTENT)

    def test_a_range_beyond_the_end_is_refused(self, api, document):
        response = api.get(url_of(document, "file"), headers={"Range": "bytes=10249-"})
        assert error_of(response) == (416, "range_not_satisfiable")
        assert response["Content-Range"] == "bytes */10249"

    @pytest.mark.parametrize(
        ("condition", "status"),
        [
            ("{etag}", 206),
            ('"another"', 200),  # the file has changed: all of it
            ("W/{etag}", 200),  # a weak tag proves nothing about bytes
            ("Wed, 21 Oct 2015 07:28:00 GMT", 200),  # dates are not supported
        ],
    )
    def test_a_range_is_sent_only_if_the_file_is_unchanged(self, api, document, condition, status):
        condition = condition.format(etag=f'"{document.blob_id}"')
        headers = {"Range": "bytes=0-9", "If-Range": condition}
        assert api.get(url_of(document, "file"), headers=headers).status_code == status

    @pytest.mark.parametrize(
        ("headers", "status"),
        [
            ({"If-None-Match": "{etag}"}, 304),
            ({"If-None-Match": "*"}, 304),
            ({"If-None-Match": '"another"'}, 200),
            ({"If-None-Match": "{etag}", "Range": "bytes=0-9"}, 304),  # comes before the range
            ({"If-Match": '"another"'}, 412),
        ],
    )
    def test_conditions(self, api, document, headers, status):
        headers = {name: value.format(etag=f'"{document.blob_id}"') for name, value in headers.items()}
        assert api.get(url_of(document, "file"), headers=headers).status_code == status

    def test_another_version_has_another_etag(self, api, document):
        response = api.get(url_of(document, "file"), headers={"If-Match": '"another"'})
        assert error_of(response) == (412, "precondition_failed")

    def test_head_returns_the_headers_only(self, api, document):
        response = api.head(url_of(document, "file"), headers={"Range": "bytes=0-9"})
        assert (response.status_code, response.content) == (200, b"")  # only GET has ranges
        assert response["Content-Length"] == str(len(CONTENT))

    @pytest.mark.parametrize(
        ("media_type", "query", "disposition"),
        [
            ("application/pdf", "", "inline"),
            ("image/png", "", "inline"),
            ("text/plain", "", "inline"),
            ("application/pdf", "?download=1", "attachment"),
            ("text/html", "", "attachment"),  # would run in the browser
            ("image/svg+xml", "", "attachment"),
            ("application/octet-stream", "", "attachment"),
        ],
    )
    def test_untrusted_files_are_isolated_by_headers(self, api, document, media_type, query, disposition):
        Document.objects.update(mime_type=media_type, filename="Vertrag “neu”.pdf")
        response = api.get(url_of(document, "file") + query)
        actual, _, name = response["Content-Disposition"].partition("; ")
        assert actual == disposition
        assert name == "filename*=utf-8''Vertrag%20%E2%80%9Cneu%E2%80%9D.pdf"
        assert response["X-Content-Type-Options"] == "nosniff"
        assert "sandbox" in response["Content-Security-Policy"]
        assert "private" in response["Cache-Control"]

    @pytest.mark.parametrize("part", ["file", "pdf", "text"])
    def test_download_has_one_valid_value(self, api, document, part):
        assert api.get(url_of(document, part) + "?download=").status_code == 200  # an empty value counts as not given
        for unknown in ("0", "true", "2"):
            response = api.get(f"{url_of(document, part)}?download={unknown}")
            assert error_of(response) == (400, "invalid")
            assert response.json()["error"]["field"] == "download"

    def test_a_missing_blob_is_reported(self, api, document):
        Path(blobs.default_storage.path(document.blob.name)).unlink()
        assert error_of(api.get(url_of(document, "file"))) == (503, "blob_missing")


class TestPdf:
    def test_the_pdf_of_a_pdf_is_the_file_itself(self, api, document):
        assert api.get(url_of(document, "pdf")).body == CONTENT

    def test_the_pdf_of_other_files_is_the_rendition(self, api, document):
        Document.objects.update(mime_type="text/plain", filename="notes.txt")
        assert error_of(api.get(url_of(document, "pdf"))) == (404, "no_pdf")
        DocumentRevision.objects.update(rendition=blobs.store_bytes(b"%PDF made of it"))
        response = api.get(url_of(document, "pdf"), headers={"Range": "bytes=0-3"})
        assert (response.status_code, response.body) == (206, b"%PDF")
        assert response["Content-Type"] == "application/pdf"
        assert 'filename="notes.txt.pdf"' in response["Content-Disposition"]

    def test_the_pdf_of_a_rewritten_pdf_is_the_rewritten_one(self, api, document):
        """A client that has begun to download the file in parts can continue (V5.3.2: only files of this document)."""
        DocumentRevision.objects.update(rendition=blobs.store_bytes(b"%PDF rewritten"))
        other = blobs.store_bytes(b"%PDF of another document")
        pdf = url_of(document, "pdf")
        assert api.get(pdf).body == b"%PDF rewritten"
        assert api.get(f"{pdf}?v={document.blob_id[:12]}").body == CONTENT
        assert api.get(f"{pdf}?v={other.pk[:12]}").body == b"%PDF rewritten"
        assert api.get(url_of(document, "file")).body == CONTENT


class TestThumbnail:
    def test_a_new_document_has_no_thumbnail(self, api, document):
        assert error_of(api.get(url_of(document, "thumbnail"))) == (404, "no_thumbnail")

    def test_a_url_with_the_hash_of_the_thumbnail_is_immutable(self, api, document):
        document.thumbnail = blobs.store_bytes(b"RIFF a picture")
        document.save()
        response = api.get(url_of(document, f"thumbnail?v={document.thumbnail_id[:12]}"))
        assert (response.body, response["Content-Type"]) == (b"RIFF a picture", "image/webp")
        assert response["Cache-Control"] == "private, max-age=31536000, immutable"
        assert "no-cache" in api.get(url_of(document, "thumbnail"))["Cache-Control"]
        assert "no-cache" in api.get(url_of(document, "thumbnail?v=deadbeef"))["Cache-Control"]
