"""Attachments of documents in REST and GraphQL: listed by path, counted, only visible ones."""

import pytest

from documents.models import Document
from documents.tests.factories import parsed_document
from users.sharing.services import ShareRequest, create_share

pytestmark = pytest.mark.django_db

DOCUMENTS = "/api/v1/documents"
PATHS = ("annex/b.pdf", "inner.eml", "inner.eml/deep.eml", "inner.eml/deep.eml/c.pdf", "innermost.txt")


@pytest.fixture
def email(user):
    return parsed_document(user, "Please find attached.", title="Cover")


@pytest.fixture
def attachments(user, email):
    def make(path):
        child = parsed_document(user, f"The content of {path}.", title=path.rpartition("/")[2])
        Document.objects.filter(pk=child.pk).update(parent=email, path=path)
        return Document.objects.get(pk=child.pk)

    return {path: make(path) for path in reversed(PATHS)}


def rows(response):
    assert response.status_code == 200, response.content
    return response.json()["results"]


def paths(response):
    return [row["path"] for row in rows(response)]


def test_attachments_are_listed_by_path_and_page(api, email, attachments):
    first = api.get(f"{DOCUMENTS}/{email.pk}/attachments", {"page_size": 3})
    second = api.get(first.json()["next"])
    assert [*paths(first), *paths(second)] == list(PATHS)
    assert {row["parent"] for row in rows(first)} == {str(email.pk)}


def test_a_nested_email_has_only_its_own_attachments(api, attachments):
    inner = attachments["inner.eml"]
    assert paths(api.get(f"{DOCUMENTS}/{inner.pk}/attachments")) == ["inner.eml/deep.eml", "inner.eml/deep.eml/c.pdf"]
    assert paths(api.get(DOCUMENTS, {"parent": str(inner.pk)})) == [
        "inner.eml/deep.eml",
        "inner.eml/deep.eml/c.pdf",
    ]


def test_documents_have_the_number_of_their_attachments(api, email, attachments):
    nodes = {row["title"]: row["attachment_count"] for row in rows(api.get(DOCUMENTS))}
    assert nodes == {"Cover": 5, "b.pdf": 0, "inner.eml": 2, "deep.eml": 1, "c.pdf": 0, "innermost.txt": 0}


def test_a_list_can_be_restricted_to_uploads_or_attachments(api, email, attachments):
    assert [row["title"] for row in rows(api.get(DOCUMENTS, {"is_attachment": "false"}))] == ["Cover"]
    assert len(rows(api.get(DOCUMENTS, {"is_attachment": "true"}))) == 5
    assert len(rows(api.get(DOCUMENTS))) == 6


def test_a_user_who_can_view_one_attachment_learns_nothing_about_the_others(other_api, user, email, attachments):
    create_share(attachments["annex/b.pdf"], ShareRequest(role="viewer", user="eve"), actor=user)
    (row,) = rows(other_api.get(DOCUMENTS))
    assert (row["parent"], row["path"]) == (None, "annex/b.pdf")
    assert other_api.get(DOCUMENTS, {"parent": str(email.pk)}).status_code == 404
    assert other_api.get(f"{DOCUMENTS}/{email.pk}/attachments").status_code == 404


@pytest.mark.parametrize("query", ["parent=x", "is_attachment=maybe", "parent=01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"])
def test_invalid_filters_are_refused(api, query):
    assert api.get(f"{DOCUMENTS}?{query}").status_code in {400, 404}


def test_an_invalid_cursor_is_refused(api, email):
    response = api.get(f"{DOCUMENTS}/{email.pk}/attachments?cursor=cD0lMDA=")  # p=%00
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_cursor")


def test_the_number_of_queries_does_not_depend_on_the_attachments(api, email, attachments, django_assert_num_queries):
    # session, user, documents, jobs, counts for uploads and for attachments, parents
    with django_assert_num_queries(7):
        rows(api.get(DOCUMENTS))


class TestGraphQL:
    TREE = """{ documents { edges { node {
        title path parent { uuid } attachmentCount attachments { totalCount edges { node { path } } }
    } } } }"""

    def test_documents_have_attachments(self, api, email, attachments):
        nodes = {edge["node"]["title"]: edge["node"] for edge in api.graphql(self.TREE).data["documents"]["edges"]}
        inside = {
            title: [child["node"]["path"] for child in node["attachments"]["edges"]] for title, node in nodes.items()
        }
        assert inside["Cover"] == list(PATHS)
        assert inside["inner.eml"] == ["inner.eml/deep.eml", "inner.eml/deep.eml/c.pdf"]
        assert inside["deep.eml"] == ["inner.eml/deep.eml/c.pdf"]
        counts = {title: len(paths) for title, paths in inside.items()}
        assert {title: node["attachments"]["totalCount"] for title, node in nodes.items()} == counts
        assert {title: node["attachmentCount"] for title, node in nodes.items()} == counts
        assert nodes["deep.eml"]["parent"] == {"uuid": str(email.pk)}

    def test_a_list_can_be_restricted_to_uploads_or_attachments(self, api, email, attachments):
        assert api.graphql("{ documents(isAttachment: false) { totalCount } }").data == {"documents": {"totalCount": 1}}
        assert api.graphql("{ documents(isAttachment: true) { totalCount } }").data == {"documents": {"totalCount": 5}}

    def test_the_number_of_queries_does_not_depend_on_the_attachments(
        self, api, email, attachments, django_assert_num_queries
    ):
        # session, user, documents, parents; attachments of uploads, of attachments, and two counts of both
        with django_assert_num_queries(10):
            api.graphql(self.TREE)
