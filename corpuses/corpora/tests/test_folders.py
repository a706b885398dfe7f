"""Folders of a corpus in REST and GraphQL: create, rename, move and delete keep the tree consistent."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from corpuses.corpora import folders
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import Corpus, CorpusDocument, Folder
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Contracts")


@pytest.fixture
def tree(corpus, user):
    """Create the folders a, a/b, a/b/c and ab."""
    folders.make_path(corpus, ["a", "b", "c"], actor=user)
    folders.make_path(corpus, ["ab"], actor=user)
    return {folder.path: folder for folder in corpus.folders.all()}


@pytest.fixture
def document(corpus, user):
    document = parsed_document(user, "Some words.")
    add_documents(corpus, [document], actor=user)
    return document


def paths(corpus):
    return list(corpus.folders.values_list("path", flat=True))


def address(corpus, rest=""):
    return f"/api/v1/corpuses/{corpus.pk}/folders{rest}"


def one(folder):
    return f"/api/v1/folders/{folder.pk}"


def refused(response):
    return response.status_code, response.json()["error"]["code"]


def test_folders_are_created_listed_and_returned(api, corpus):
    outer = api.send("POST", address(corpus), {"name": " Leases\u202e "}).json()
    inner = api.send("POST", address(corpus), {"name": "2026", "parent": outer["id"]}).json()
    assert (outer["name"], outer["path"], inner["path"], inner["parent"]) == (
        "Leases", "Leases", "Leases/2026", outer["id"],
    )  # fmt: skip
    listed = api.send("GET", address(corpus)).json()["results"]
    assert listed == [outer, inner]
    assert api.send("GET", f"/api/v1/folders/{inner['id']}").json() == inner


def test_a_long_list_of_folders_has_pages(api, corpus, user):
    for number in range(5):
        folders.create_folder(corpus, name=f"f{number}", actor=user)
    first = api.send("GET", address(corpus, "?page_size=3")).json()
    second = api.send("GET", first["next"]).json()
    assert [folder["name"] for folder in first["results"] + second["results"]] == [f"f{n}" for n in range(5)]
    assert second["next"] is None


def test_a_repeated_request_creates_one_folder(api, corpus):
    # proves: S3-28 S3-29
    responses = [api.send("POST", address(corpus), {"name": "Leases"}, **{"Idempotency-Key": "k"}) for _ in range(2)]
    other = api.send("POST", address(corpus), {"name": "Loans"}, **{"Idempotency-Key": "k"})
    assert [response.status_code for response in responses] == [201, 200]
    assert refused(other) == (409, "idempotency_key_reuse")
    assert paths(corpus) == ["Leases"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "nothing"),
        (" \u200b ", "nothing that is seen"),
        ("..", "the folder above"),
        (".", "the folder itself"),
        ("a/b", "two names"),
        ("a\\b", "two names, elsewhere"),
        ("x" * 101, "too long"),
    ],
)
def test_invalid_names_are_refused(api, corpus, name, reason):
    # proves: S0-32
    assert api.send("POST", address(corpus), {"name": name}).status_code == 400, reason
    assert paths(corpus) == []


def test_a_name_is_unique_in_its_folder(api, corpus, tree):
    assert refused(api.send("POST", address(corpus), {"name": "a"})) == (409, "folder_exists")
    assert refused(api.send("PATCH", one(tree["ab"]), {"name": "a"})) == (409, "folder_exists")
    assert paths(corpus) == ["a", "a/b", "a/b/c", "ab"]


def test_paths_below_a_folder_change_with_it_and_others_do_not(api, corpus, tree):
    response = api.send("PATCH", one(tree["a"]), {"name": "z%_"})
    assert response.json()["path"] == "z%_"
    assert paths(corpus) == ["ab", "z%_", "z%_/b", "z%_/b/c"]
    api.send("PATCH", one(tree["a/b"]), {"parent": str(tree["ab"].pk), "name": "q"})
    assert paths(corpus) == ["ab", "ab/q", "ab/q/c", "z%_"]
    api.send("PATCH", one(tree["a/b"]), {"parent": None})
    assert paths(corpus) == ["ab", "q", "q/c", "z%_"]


@pytest.mark.parametrize("into", ["a", "a/b", "a/b/c"])
def test_a_folder_cannot_be_moved_into_itself(api, corpus, tree, into):
    response = api.send("PATCH", one(tree["a"]), {"parent": str(tree[into].pk)})
    assert refused(response) == (409, "folder_in_itself")
    assert paths(corpus) == ["a", "a/b", "a/b/c", "ab"]


def test_moving_respects_the_limits_of_paths(api, corpus, user):
    deep = folders.make_path(corpus, ["x"] * 20, actor=user)
    tall = folders.make_path(corpus, ["y", "z"], actor=user)
    assert refused(api.send("POST", address(corpus), {"name": "one more", "parent": str(deep.pk)})) == (400, "invalid")
    top = corpus.folders.get(path="y")
    assert refused(api.send("PATCH", one(top), {"parent": str(deep.parent_id)})) == (
        400,
        "invalid",
    )
    tall.refresh_from_db()
    assert tall.path == "y/z"


def test_documents_of_a_deleted_folder_move_to_the_folder_above(api, corpus, tree, document, user):
    folders.move_documents(corpus, [document], folder=tree["a/b/c"], actor=user)
    assert api.send("DELETE", one(tree["a/b"])).json() == {"moved": 1}
    assert CorpusDocument.objects.get(corpus=corpus).folder == tree["a"]
    assert api.send("DELETE", one(tree["a"])).json() == {"moved": 1}
    assert CorpusDocument.objects.get(corpus=corpus).folder is None
    assert paths(corpus) == ["ab"]


def test_documents_are_moved_to_folders_and_back_to_the_top(api, corpus, tree, document):
    body = {"documents": [str(document.pk)], "folder": str(tree["a/b"].pk)}
    assert [
        api.send("POST", f"/api/v1/corpuses/{corpus.pk}/document-moves", body).json()["moved"] for _ in range(2)
    ] == [1, 0]
    assert CorpusDocument.objects.get(corpus=corpus).folder == tree["a/b"]
    assert api.send("POST", f"/api/v1/corpuses/{corpus.pk}/document-moves", body | {"folder": None}).json() == {
        "moved": 1
    }


def test_only_documents_of_the_corpus_are_moved_and_only_into_its_folders(api, corpus, tree, document, user):
    other = create_corpus(owner=user, title="Other")
    strange = folders.create_folder(other, name="x", actor=user)
    loose = parsed_document(user, "More words.", title="Loose")
    for documents, folder in (([document], strange), ([document, loose], tree["a"])):
        body = {"documents": [str(each.pk) for each in documents], "folder": str(folder.pk)}
        assert refused(api.send("POST", f"/api/v1/corpuses/{corpus.pk}/document-moves", body)) == (404, "not_found")
    assert CorpusDocument.objects.get(corpus=corpus).folder is None


def test_folders_are_hidden_from_other_users_and_readonly_for_readers(other_api, anonymous_api, corpus, tree):
    # proves: S3-8
    single = one(tree["a"])
    requests = [("POST", address(corpus), {"name": "x"}), ("PATCH", single, {"name": "x"}), ("DELETE", single, None)]
    for method, path, body in [("GET", address(corpus), None), ("GET", single, None), *requests]:
        assert other_api.send(method, path, body).status_code == 404
        assert anonymous_api.send(method, path, body).status_code == 401
    Corpus.objects.filter(pk=corpus.pk).update(is_public=True)
    assert other_api.send("GET", single).status_code == 200
    assert [other_api.send(*request).status_code for request in requests] == [403, 403, 403]
    assert paths(corpus) == ["a", "a/b", "a/b/c", "ab"]


def test_an_upload_goes_to_its_folder_and_path(api, corpus, tree):
    fields = {"corpus": str(corpus.pk), "folder": str(tree["a"].pk), "path": "b/new/"}
    response = api.post("/api/v1/documents/upload", {"file": SimpleUploadedFile("x.txt", b"Some words."), **fields})
    assert response.status_code == 201
    assert CorpusDocument.objects.get(document=response.json()["id"]).folder.path == "a/b/new"


@pytest.mark.parametrize("path", ["../up", "a/./b", "x" * 101])
def test_an_upload_with_an_invalid_path_stores_nothing(api, corpus, path):
    # proves: S0-32
    fields = {"file": SimpleUploadedFile("x.txt", b"Some words."), "corpus": str(corpus.pk), "path": path}
    assert refused(api.post("/api/v1/documents/upload", fields)) == (400, "invalid")
    assert not CorpusDocument.objects.exists()
    assert not Folder.objects.exists()


QUERY = """query($id: ID!) { corpus(id: $id) {
  folders { totalCount edges { node { name path parentUuid documentCount documents { edges { node { title } } } } } }
  unfiledDocuments { totalCount edges { node { title } } } } }"""


def read_corpus(api, corpus):
    return api.execute(QUERY, {"id": str(corpus.pk)})["corpus"]


def test_graphql_returns_the_tree_with_a_constant_number_of_queries(api, corpus, tree, document, user):
    with CaptureQueriesContext(
        connection,
    ) as few:
        data = read_corpus(api, corpus)
    assert [edge["node"]["path"] for edge in data["folders"]["edges"]] == ["a", "a/b", "a/b/c", "ab"]
    assert data["unfiledDocuments"]["totalCount"] == 1
    other = create_corpus(owner=user, title="Other")
    add_documents(other, [document], actor=user)  # at its top
    folders.move_documents(corpus, [document], folder=tree["ab"], actor=user)
    for number in range(5):
        folders.create_folder(corpus, name=f"more {number}", actor=user)
    with CaptureQueriesContext(connection) as many:
        data = read_corpus(api, corpus)
    assert len(many) == len(few)
    counts = {edge["node"]["path"]: edge["node"]["documentCount"] for edge in data["folders"]["edges"]}
    assert (counts["ab"], counts["a"], data["unfiledDocuments"]) == (1, 0, {"totalCount": 0, "edges": []})


def test_graphql_creates_renames_moves_and_deletes_folders(api, corpus, document):
    def run(operation, fields, **values):
        result = f"{fields} errors {{ code field }}"
        query = f"mutation($i: {operation[0].upper()}{operation[1:]}Input!) {{ {operation}(input: $i) {{ {result} }} }}"
        return api.execute(query, {"i": values})[operation]

    outer = run("createFolder", "folder { id uuid path }", corpusId=str(corpus.pk), name="a")["folder"]
    inner = run("createFolder", "folder { id path }", corpusId=str(corpus.pk), parentId=outer["id"], name="b")["folder"]
    again = run("createFolder", "folder { id }", corpusId=str(corpus.pk), name="a")
    assert again == {"folder": None, "errors": [{"code": "folder_exists", "field": "name"}]}
    assert run("updateFolder", "folder { path }", id=inner["id"], name="c")["folder"] == {"path": "a/c"}
    assert run("updateFolder", "folder { path }", id=inner["id"], parentId=None)["folder"] == {"path": "c"}
    moved = run("moveDocuments", "moved", corpusId=str(corpus.pk), documentIds=[str(document.pk)], folderId=outer["id"])
    assert moved == {"moved": 1, "errors": []}
    top = {"corpusId": str(corpus.pk), "documentIds": [str(document.pk)]}
    refused = run("moveDocuments", "moved", **top)
    assert refused == {"moved": None, "errors": [{"code": "invalid", "field": "folderId"}]}
    assert run("moveDocuments", "moved corpus { title }", **top, folderId=None) == {
        "moved": 1,
        "corpus": {"title": corpus.title},
        "errors": [],
    }
    run("moveDocuments", "moved", **top, folderId=outer["id"])
    assert run("deleteFolder", "moved deletedId", id=outer["id"])["moved"] == 1
    assert paths(corpus) == ["c"]
    node = api.execute("query($id: ID!) { node(id: $id) { ... on Folder { path } } }", {"id": inner["id"]})
    assert node == {"node": {"path": "c"}}
