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
    """Installed in this process only: the sandbox does not know it."""
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
    ("wanted", "operators", "chosen"),
    [
        ("", "", "plain-text"),  # the highest score
        ("", "second", "second"),
        ("second", "", "second"),
        ("plain-text", "second", "plain-text"),  # the request of the user comes first
    ],
)
def test_the_request_then_the_default_then_the_score_decides(document, second, wanted, operators, chosen):
    document.requested_parser = wanted
    if operators:
        ParserChoice.objects.create(mime_type=TEXT, parser=operators)
    assert parser_selection.parser_for(document).name == chosen
    assert parser_selection.parsers_by_type({TEXT})[TEXT][0] == parser_selection.ParserOption(
        "second" if operators else "plain-text", registry.parsers().named("second").version, is_default=True
    )


@pytest.mark.parametrize("name", ["gone", "pdfium"])  # not installed; reads other types
def test_a_parser_that_cannot_be_had_is_refused_with_those_that_can(api, document, name):
    answer = api.send("POST", f"/api/v1/documents/{document.pk}/retry", {"parser": name})
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["available"]) == (400, "parser_unavailable", ["plain-text"])
    document.refresh_from_db()
    assert (document.state, document.requested_parser) == ("ready", "")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("whose", ["user", "installation"])
def test_a_parser_that_has_gone_since_fails_the_document_with_a_code(upload, whose):
    if whose == "installation":
        ParserChoice.objects.create(mime_type=TEXT, parser="gone")
    document = upload(b"Some words of a text.")
    Document.objects.update(requested_parser="gone" if whose == "user" else "")
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.failure_code) == ("failed", "parser_unavailable")
    assert ParserUnavailable.__doc__ == document.failure_message


@pytest.mark.django_db(transaction=True)
def test_the_named_parser_reads_it_and_again_until_the_usual_one_is_asked_for(user, upload):
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


def test_graphql_names_the_parsers_and_takes_one(api, document, second):
    asked = api.ask("{ documents { edges { node { requestedParser parsers { name isDefault } } } } }")
    (edge,) = asked["documents"]["edges"]
    assert edge["node"] == {
        "requestedParser": "",
        "parsers": [{"name": "plain-text", "isDefault": True}, {"name": "second", "isDefault": False}],
    }
    answer = api.ask(RETRY, {"input": {"id": str(document.pk), "parser": "second"}})
    assert answer["retryDocument"] == {"errors": [], "document": {"requestedParser": "second"}}


RETRY = """mutation($input: RetryDocumentInput!) {
    retryDocument(input: $input) { errors { code } document { requestedParser } } }"""
FOUND = """{ documents(first: 5) { edges { node { ocrPageCount ocrEngines confidence properties { name value }
    outline { title level page } links(page: 1) { box target } parsers { name }
    provenance { parser parserVersion optionsHash isOutdated } } } } }"""


def test_rest_and_graphql_return_the_parse_result(api, document):
    DocumentRevision.objects.update(
        parser="plain-text", parser_version="0", properties={"author": "Ada"}, outline=[["Rent", 1, 2], ["Lost", 2, 0]],
        links=[[1, [1.0, 2.0, 3.0, 4.0], "#2"], [2, [0, 0, 1, 1], "https://example.org/"]],
        ocr_page_count=1, ocr_engines="ppocr", confidence=0.9,
    )  # fmt: skip
    (edge,) = api.ask(FOUND)["documents"]["edges"]
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


def test_it_costs_the_same_for_many_documents(api, user, document, django_assert_max_num_queries):
    def queries():
        with django_assert_max_num_queries(20) as counted:
            api.ask(FOUND)
        return len(counted)

    before = queries()
    for _ in range(3):
        parsed_document(user, "Words.")
    assert queries() == before


class TestAdmin:
    ADD = "/admin/documents/parserchoice/add/"

    def test_an_operator_chooses_among_the_parsers_of_a_type(self, admin_client, second):
        admin_client.post(self.ADD, {"mime_type": TEXT, "parser": "second"})
        assert ParserChoice.objects.get().parser == "second"
        change = f"/admin/documents/parserchoice/{TEXT.replace('/', '_2F')}/change/"
        assert admin_client.get(change).status_code == 200
        admin_client.post(change, {"parser": "plain-text"})
        assert ParserChoice.objects.get().parser == "plain-text"

    @pytest.mark.parametrize(
        "given",
        [
            {"mime_type": TEXT, "parser": "pdfium"},  # reads something else
            {"mime_type": TEXT, "parser": "gone"},
            {"mime_type": "video/mp4", "parser": "pdfium"},  # no parser supports it
        ],
    )
    def test_what_cannot_work_is_refused(self, admin_client, given):
        assert b"errorlist" in admin_client.post(self.ADD, given).content
        assert not ParserChoice.objects.exists()
