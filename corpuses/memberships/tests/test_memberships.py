"""Memberships: listed with their folders, search in a folder, removal from corpora that are not visible."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.api.testing import ApiClient
from corpuses.corpora import folders
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.search.indexing import ensure
from documents.models import Document, DocumentShare
from documents.tests.factories import parsed_document
from users.models import User

pytestmark = pytest.mark.django_db

MEMBERSHIPS = """query ($id: ID!) { document(id: $id) { memberships { totalCount edges { node {
    id isInherited corpus { title } folder { path } } } } } }"""


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Contracts")


@pytest.fixture
def friend(db):
    return User.objects.create_user("grace", "grace@example.org")


@pytest.fixture
def put(user, corpus):
    """Create an indexed document in a folder of the corpus."""

    def make(title, path=()):
        document = parsed_document(user, f"The tenant pays the rent. {title}.", title=title)
        add_documents(corpus, [document], actor=user)
        folder = folders.make_path(corpus, path, actor=user)
        folders.move_documents(corpus, [document], folder=folder, actor=user)
        ensure(document.revision)
        return document

    return make


@pytest.fixture
def filed(put, corpus):
    for title, path in (("loose", ()), ("old", ["a"]), ("older", ["a", "b"]), ("other", ["ab"]), ("odd", ["a%"])):
        put(title, path)
    return {folder.path: folder for folder in corpus.folders.all()}


BELOW = {"a": {"old", "older"}, "a/b": {"older"}, "ab": {"other"}, "a%": {"odd"}}


@pytest.mark.parametrize("path", BELOW)
def test_search_and_lists_of_a_folder_include_folders_below(api, corpus, filed, path):
    folder = str(filed[path].pk)
    query = """query ($id: ID!, $folder: ID) { searchCorpus(corpusId: $id, query: "rent", folderId: $folder) {
        document { title } }
        corpus(id: $id) { documents(folderId: $folder) { totalCount edges { node { title } } } } }"""
    data = api.graphql(query, {"id": str(corpus.pk), "folder": folder}).data
    assert {hit["document"]["title"] for hit in data["searchCorpus"]} == BELOW[path]
    assert {edge["node"]["title"] for edge in data["corpus"]["documents"]["edges"]} == BELOW[path]
    assert data["corpus"]["documents"]["totalCount"] == len(BELOW[path])
    base = f"/api/v1/corpuses/{corpus.pk}"
    hits = api.get(f"{base}/search?query=rent&folder={folder}").json()["results"]
    listed = api.get(f"{base}/documents?folder={folder}").json()["results"]
    keys = {str(pk) for pk in Document.objects.filter(title__in=BELOW[path]).values_list("pk", flat=True)}
    assert {hit["document"] for hit in hits} == {row["id"] for row in listed} == keys
    assert len(api.get(f"{base}/search?query=rent").json()["results"]) == 5


def test_titles_are_searched_below_a_folder(api, corpus, filed):
    response = api.get(f"/api/v1/corpuses/{corpus.pk}/documents?search=old&folder={filed['a/b'].pk}").json()
    assert [row["title"] for row in response["results"]] == ["older"]


def test_a_folder_of_another_corpus_is_not_found(api, user, corpus, filed):
    other = create_corpus(owner=user, title="Others")
    folder = filed["a"].pk
    for path in ("search?query=rent&", "documents?"):
        assert api.get(f"/api/v1/corpuses/{other.pk}/{path}folder={folder}").status_code == 404
    for query in (
        'searchCorpus(corpusId: "%s", query: "rent", folderId: "%s") { page }',
        'corpus(id: "%s") { documents(folderId: "%s") { totalCount } }',
    ):
        response = api.graphql(f"{{ {query % (other.pk, folder)} }}")
        assert [error["extensions"]["code"] for error in response.errors] == ["not_found"]


def test_the_ids_of_added_documents_are_returned(api, user, corpus, put):
    existing, fresh = put("there"), parsed_document(user, "Words.", title="fresh")
    query = """mutation ($input: AddDocumentsToCorpusInput!) { addDocumentsToCorpus(input: $input) {
        added ids errors { code } } }"""
    fields = {"corpusId": str(corpus.pk), "documentIds": [str(existing.pk), str(fresh.pk)]}
    ids = api.execute(query, {"input": fields})["addDocumentsToCorpus"]["ids"]
    assert api.execute("query ($id: ID!) { document(id: $id) { title } }", {"id": ids[0]})["document"] == {
        "title": "fresh"
    }
    assert len(ids) == 1
    CorpusDocument.objects.filter(document=fresh).delete()
    body = {"documents": [str(existing.pk), str(fresh.pk)]}
    response = api.send("POST", f"/api/v1/corpuses/{corpus.pk}/documents", body).json()
    assert response == {"added": 1, "ids": [str(fresh.pk)]}


def memberships(client, document):
    """Return the memberships by GraphQL; REST must return the same."""
    data = [
        edge["node"]
        for edge in client.execute(MEMBERSHIPS, {"id": str(document.pk)})["document"]["memberships"]["edges"]
    ]
    flat = [
        (
            each["id"],
            each["isInherited"],
            each["corpus"] and each["corpus"]["title"],
            each["folder"] and each["folder"]["path"],
        )
        for each in data
    ]
    listed = client.get(f"/api/v1/documents/{document.pk}/memberships").json()["results"]
    names = ("id", "is_inherited", "corpus_title", "folder_path")
    assert sorted(tuple(row[name] for name in names) for row in listed) == sorted(flat)
    return {each[2]: each for each in flat}


def test_memberships_in_visible_corpora_are_listed(api, user, corpus, put, friend):
    document = put("old", ["a", "b"])
    add_documents(create_corpus(owner=user, title="Loose"), [document], actor=user)
    DocumentShare.objects.create(target=document, user=friend, role="viewer")
    hers = create_corpus(owner=friend, title="Hers")
    add_documents(hers, [document], actor=friend)
    mine = memberships(api, document)
    assert {title: membership[1:] for title, membership in mine.items()} == {
        "Contracts": (True, "Contracts", "a/b"),
        "Loose": (True, "Loose", None),
    }
    theirs = memberships(ApiClient(friend), document)
    assert {title: membership[1] for title, membership in theirs.items()} == {"Hers": False}


@pytest.fixture
def hidden(user, friend):
    """Create a document that its owner added to a corpus which she cannot see any more."""
    hers = create_corpus(owner=friend, title="Hers")
    share = CorpusShare.objects.create(target=hers, user=user, role="editor")
    document = parsed_document(user, "Words.", title="Hidden")
    add_documents(hers, [document], actor=user)
    share.delete()
    return document


def test_owners_see_memberships_in_hidden_corpora_without_titles(api, hidden):
    (membership,) = memberships(api, hidden).values()
    assert membership[1:] == (True, None, None)


@pytest.mark.parametrize("api_kind", ["rest", "graphql"])
def test_owners_remove_documents_from_hidden_corpora(api, friend, hidden, api_kind):
    (membership,) = memberships(api, hidden).values()
    assert hidden in Document.objects.visible_to(friend)
    if api_kind == "rest":
        assert api.send("DELETE", f"/api/v1/documents/{hidden.pk}/memberships/{membership[0]}").status_code == 204
    else:
        query = """mutation ($input: RemoveDocumentFromCorporaInput!) { removeDocumentFromCorpora(input: $input) {
            document { title } errors { code } } }"""
        response = api.execute(query, {"input": {"documentId": str(hidden.pk), "membershipIds": [membership[0]]}})[
            "removeDocumentFromCorpora"
        ]
        assert response == {"document": {"title": "Hidden"}, "errors": []}
    assert hidden not in Document.objects.visible_to(friend)
    assert memberships(api, hidden) == {}


def test_only_its_owner_deletes_such_a_membership(api, friend, other_api, hidden):
    (membership,) = memberships(api, hidden).values()
    address = f"/api/v1/documents/{hidden.pk}/memberships/{membership[0]}"
    assert ApiClient(friend).send("DELETE", address).status_code == 403  # her corpus, not her document
    assert other_api.send("DELETE", address).status_code == 404
    assert CorpusDocument.objects.filter(document=hidden).exists()


@pytest.mark.full
def test_the_number_of_queries_does_not_depend_on_the_number_of_memberships(api, user, put, settings):
    settings.GRAPHQL_MAX_COST = 10**9
    query = """{ documents { edges { node { memberships { totalCount edges { node {
        isInherited corpus { title } folder { path } } } } } } } }"""

    def count_queries(request):
        with CaptureQueriesContext(connection) as captured:
            request()
        return len(captured)

    document = put("0", ["0"])
    url = f"/api/v1/documents/{document.pk}/memberships"
    counts = []
    for number in range(1, 8):
        counts.append((count_queries(lambda: api.execute(query)), count_queries(lambda: api.get(url))))
        corpus = create_corpus(owner=user, title=str(number))
        add_documents(corpus, [document, put(str(number), [str(number)])], actor=user)
        folder = folders.create_folder(corpus, name="x", actor=user)
        folders.move_documents(corpus, [document], folder=folder, actor=user)
    assert set(counts[1:]) == {counts[1]}
    assert counts[1][0] <= 10


def test_documents_of_a_folder_need_its_corpus(api, corpus, filed):
    ask = """query ($corpus: ID, $folder: ID) {
        documents(corpusId: $corpus, folderId: $folder) { edges { node { title } } } }"""
    variables = {"corpus": str(corpus.pk), "folder": str(filed["a"].pk)}
    data = api.execute(ask, variables)["documents"]["edges"]
    assert {edge["node"]["title"] for edge in data} == BELOW["a"]
    (error,) = api.graphql(ask, variables | {"corpus": None}).errors
    assert error["extensions"]["code"] == "invalid"
