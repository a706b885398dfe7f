"""Selection of the parser: requested by the user, default of the installation, best score; and its representation."""

import pytest

from documents.errors import ParserUnavailable
from documents.models import Document, DocumentRevision, ParserChoice
from documents.pipeline import registry
from documents.services import lifecycle, parser_selection
from documents.tests.factories import parsed_document
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db

TEXT = "text/plain"


class SecondReader(type(registry.parsers().named("plain-text"))):
    """Another parser of plain text, with a lower score."""

    name = "second"

    def score(self, mime_type):
        return 1


@pytest.fixture
def second(monkeypatch):
    """Install a second parser in this process only: the sandbox does not know it."""
    known = registry.parsers()
    monkeypatch.setattr(known, "_plugins", dict(known._plugins))
    monkeypatch.setattr(known, "_scores", dict(known._scores))
    known.register(SecondReader())


@pytest.fixture
def document(user):
    document = parsed_document(user, "Some words.")
    Document.objects.update(mime_type=TEXT)
    document.refresh_from_db()
    return document


@pytest.mark.parametrize(
    ("requested", "default", "expected"),
    [
        ("", "", "plain-text"),  # the highest score
        ("", "second", "second"),
        ("second", "", "second"),
        ("plain-text", "second", "plain-text"),  # the request of the user comes first
    ],
)
def test_the_request_then_the_default_then_the_score_decides(document, second, requested, default, expected):
    document.requested_parser = requested
    if default:
        ParserChoice.objects.create(mime_type=TEXT, parser=default)
    assert parser_selection.parser_for(document).name == expected
    assert parser_selection.parsers_by_type({TEXT})[TEXT][0] == parser_selection.ParserOption(
        "second" if default else "plain-text", registry.parsers().named("second").version, is_default=True
    )


@pytest.mark.parametrize("name", ["gone", "pdfium"])  # not installed; reads other types
def test_an_unavailable_parser_is_refused_and_the_available_ones_are_named(api, document, name):
    response = api.send("POST", f"/api/v1/documents/{document.pk}/retry", {"parser": name})
    error = response.json()["error"]
    assert (response.status_code, error["code"], error["available"]) == (400, "parser_unavailable", ["plain-text"])
    document.refresh_from_db()
    assert (document.state, document.requested_parser) == ("ready", "")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("chosen_by", ["user", "installation"])
def test_a_parser_that_was_uninstalled_fails_the_document_with_a_code(upload, chosen_by):
    if chosen_by == "installation":
        ParserChoice.objects.create(mime_type=TEXT, parser="gone")
    document = upload(b"Some words of a text.")
    Document.objects.update(requested_parser="gone" if chosen_by == "user" else "")
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.failure_code) == ("failed", "parser_unavailable")
    assert ParserUnavailable.__doc__ == document.failure_message


@pytest.mark.django_db(transaction=True)
def test_a_requested_parser_is_kept_until_the_default_is_requested(user, upload):
    document = upload(b"Some words of a text.")
    Document.objects.update(requested_parser="gone")
    run_jobs()
    lifecycle.retry_document(document, actor=user, parser="plain-text")
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.requested_parser, document.revision.parser) == (
        "ready",
        "plain-text",
        "plain-text",
    )
    lifecycle.retry_document(document, actor=user, parser="")
    document.refresh_from_db()
    assert document.requested_parser == ""


def test_graphql_lists_the_parsers_and_accepts_one(api, document, second):
    data = api.execute("{ documents { edges { node { requestedParser parsers { name isDefault } } } } }")
    (edge,) = data["documents"]["edges"]
    assert edge["node"] == {
        "requestedParser": "",
        "parsers": [{"name": "plain-text", "isDefault": True}, {"name": "second", "isDefault": False}],
    }
    response = api.execute(RETRY, {"input": {"id": str(document.pk), "parser": "second"}})
    assert response["retryDocument"] == {"errors": [], "document": {"requestedParser": "second"}}


RETRY = """mutation($input: RetryDocumentInput!) {
    retryDocument(input: $input) { errors { code } document { requestedParser } } }"""
PARSE_RESULT = """{ documents(first: 5) { edges { node { ocrPageCount ocrEngines confidence properties { name value }
    outline { title level page } links(page: 1) { box target } parsers { name }
    provenance { parser parserVersion optionsHash isOutdated } } } } }"""


def test_rest_and_graphql_return_the_parse_result(api, document):
    DocumentRevision.objects.update(
        parser="plain-text", parser_version="0", properties={"author": "Ada"}, outline=[["Rent", 1, 2], ["Lost", 2, 0]],
        links=[[1, [1.0, 2.0, 3.0, 4.0], "#2"], [2, [0, 0, 1, 1], "https://example.org/"]],
        ocr_page_count=1, ocr_engines="ppocr", confidence=0.9,
    )  # fmt: skip
    (edge,) = api.execute(PARSE_RESULT)["documents"]["edges"]
    assert edge["node"] == {
        "ocrPageCount": 1,
        "ocrEngines": "ppocr",
        "confidence": 0.9,
        "properties": [{"name": "author", "value": "Ada"}],
        "outline": [{"title": "Rent", "level": 1, "page": 2}, {"title": "Lost", "level": 2, "page": None}],
        "links": [{"box": [1.0, 2.0, 3.0, 4.0], "target": "#2"}],
        "parsers": [{"name": "plain-text"}],
        "provenance": {"parser": "plain-text", "parserVersion": "0", "optionsHash": "0" * 64, "isOutdated": True},
    }
    result = api.get(f"/api/v1/documents/{document.pk}/result").json()
    assert (result["is_outdated"], result["properties"], result["confidence"]) == (True, {"author": "Ada"}, 0.9)
    assert result["outline"][1] == {"title": "Lost", "level": 2, "page": None}
    assert [link["target"] for link in result["links"]] == ["#2", "https://example.org/"]


def test_the_number_of_queries_does_not_depend_on_the_number_of_documents(
    api, user, document, django_assert_max_num_queries
):
    def queries():
        with django_assert_max_num_queries(20) as counted:
            api.execute(PARSE_RESULT)
        return len(counted)

    before = queries()
    for _ in range(3):
        parsed_document(user, "Words.")
    assert queries() == before


class TestAdmin:
    ADD = "/admin/documents/parserchoice/add/"

    def test_staff_choose_among_the_parsers_of_a_type(self, admin_client, second):
        admin_client.post(self.ADD, {"mime_type": TEXT, "parser": "second"})
        assert ParserChoice.objects.get().parser == "second"
        change = f"/admin/documents/parserchoice/{TEXT.replace('/', '_2F')}/change/"
        assert admin_client.get(change).status_code == 200
        admin_client.post(change, {"parser": "plain-text"})
        assert ParserChoice.objects.get().parser == "plain-text"

    @pytest.mark.parametrize(
        "fields",
        [
            {"mime_type": TEXT, "parser": "pdfium"},  # reads another type
            {"mime_type": TEXT, "parser": "gone"},
            {"mime_type": "video/mp4", "parser": "pdfium"},  # no parser supports it
        ],
    )
    def test_invalid_combinations_are_refused(self, admin_client, fields):
        assert b"errorlist" in admin_client.post(self.ADD, fields).content
        assert not ParserChoice.objects.exists()
