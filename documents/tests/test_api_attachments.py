"""What was found inside documents, in REST and GraphQL: listed by place, counted, within sight."""

import pytest

from documents.models import Document
from documents.tests.factories import parsed_document
from users.sharing.services import ShareRequest, create_share

pytestmark = pytest.mark.django_db

DOCUMENTS = "/api/v1/documents"
PLACES = ("annex/b.pdf", "inner.eml", "inner.eml/deep.eml", "inner.eml/deep.eml/c.pdf", "innermost.txt")


@pytest.fixture
def letter(user):
    return parsed_document(user, "Please find attached.", title="Letter")


@pytest.fixture
def found(user, letter):
    def make(path):
        child = parsed_document(user, f"What is in {path}.", title=path.rpartition("/")[2])
        Document.objects.filter(pk=child.pk).update(parent=letter, path=path)
        return Document.objects.get(pk=child.pk)

    return {place: make(place) for place in reversed(PLACES)}


def rows(response):
    assert response.status_code == 200, response.content
    return response.json()["results"]


def places(response):
    return [row["path"] for row in rows(response)]


def test_they_are_listed_by_place_and_page(api, letter, found):
    first = api.get(f"{DOCUMENTS}/{letter.pk}/attachments", {"page_size": 3})
    second = api.get(first.json()["next"])
    assert [*places(first), *places(second)] == list(PLACES)
    assert {row["parent"] for row in rows(first)} == {str(letter.pk)}


def test_of_a_letter_in_a_letter_only_what_is_in_that(api, found):
    inner = found["inner.eml"]
    assert places(api.get(f"{DOCUMENTS}/{inner.pk}/attachments")) == ["inner.eml/deep.eml", "inner.eml/deep.eml/c.pdf"]
    assert places(api.get(DOCUMENTS, {"parent": str(inner.pk)})) == [
        "inner.eml/deep.eml",
        "inner.eml/deep.eml/c.pdf",
    ]


def test_each_says_how_many_were_found_in_it(api, letter, found):
    told = {row["title"]: row["attachment_count"] for row in rows(api.get(DOCUMENTS))}
    assert told == {"Letter": 5, "b.pdf": 0, "inner.eml": 2, "deep.eml": 1, "c.pdf": 0, "innermost.txt": 0}


def test_a_list_can_leave_them_out(api, letter, found):
    assert [row["title"] for row in rows(api.get(DOCUMENTS, {"is_attachment": "false"}))] == ["Letter"]
    assert len(rows(api.get(DOCUMENTS, {"is_attachment": "true"}))) == 5
    assert len(rows(api.get(DOCUMENTS))) == 6


def test_who_sees_one_of_them_only_hears_nothing_of_the_rest(other_api, user, letter, found):
    create_share(found["annex/b.pdf"], ShareRequest(role="viewer", user="eve"), actor=user)
    (row,) = rows(other_api.get(DOCUMENTS))
    assert (row["parent"], row["path"]) == (None, "annex/b.pdf")
    assert other_api.get(DOCUMENTS, {"parent": str(letter.pk)}).status_code == 404
    assert other_api.get(f"{DOCUMENTS}/{letter.pk}/attachments").status_code == 404


@pytest.mark.parametrize("query", ["parent=x", "is_attachment=maybe", "parent=01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"])
def test_what_is_no_filter_is_refused(api, query):
    assert api.get(f"{DOCUMENTS}?{query}").status_code in {400, 404}


def test_a_cursor_that_cannot_be_a_place_is_refused(api, letter):
    answer = api.get(f"{DOCUMENTS}/{letter.pk}/attachments?cursor=cD0lMDA=")  # p=%00
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_text")


def test_a_list_costs_the_same_whatever_was_found(api, letter, found, django_assert_num_queries):
    # session, user, documents, jobs, children of uploads and of others, parents
    with django_assert_num_queries(7):
        rows(api.get(DOCUMENTS))


class TestGraphQL:
    TREE = """{ documents { edges { node {
        title path parent { uuid } attachmentCount attachments { totalCount edges { node { path } } }
    } } } }"""

    def test_documents_know_what_was_found_in_them(self, api, letter, found):
        told = {edge["node"]["title"]: edge["node"] for edge in api.graphql(self.TREE).data["documents"]["edges"]}
        inside = {
            title: [child["node"]["path"] for child in node["attachments"]["edges"]] for title, node in told.items()
        }
        assert inside["Letter"] == list(PLACES)
        assert inside["inner.eml"] == ["inner.eml/deep.eml", "inner.eml/deep.eml/c.pdf"]
        assert inside["deep.eml"] == ["inner.eml/deep.eml/c.pdf"]
        counts = {title: len(found) for title, found in inside.items()}
        assert {title: node["attachments"]["totalCount"] for title, node in told.items()} == counts
        assert {title: node["attachmentCount"] for title, node in told.items()} == counts
        assert told["deep.eml"]["parent"] == {"uuid": str(letter.pk)}

    def test_a_list_can_leave_them_out(self, api, letter, found):
        assert api.graphql("{ documents(isAttachment: false) { totalCount } }").data == {"documents": {"totalCount": 1}}
        assert api.graphql("{ documents(isAttachment: true) { totalCount } }").data == {"documents": {"totalCount": 5}}

    def test_it_costs_the_same_whatever_was_found(self, api, letter, found, django_assert_num_queries):
        # session, person, documents, parents; children of uploads, of others, and how many of both, asked twice
        with django_assert_num_queries(10):
            api.graphql(self.TREE)
