"""New versions of a document: upload, the newest one, access, deletion and restoring."""

from functools import partial

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.api.testing import ApiClient
from corpuses.bin.models import BinItem
from corpuses.corpora.folders import create_folder, move_documents
from corpuses.corpora.services import add_documents, create_corpus
from corpuses.models import CorpusShare
from documents.models import Document, DocumentShare
from documents.services import deletion
from documents.services.versions import choose_newest
from documents.tests.factories import parsed_document, publish
from tasks.models import Job
from users.sharing.models import ShareRole

pytestmark = pytest.mark.django_db
URL = "/api/v1/documents/{}"
VERSIONS = URL + "/versions"
QUERY = """query ($id: ID!) { document(id: $id) { versionNumber newestVersion { uuid versionNumber }
    versions { totalCount edges { node { uuid versionNumber uploadedBy { username } } } } } }"""


def send(api, document, content=b"The second text.", name="second.txt", headers=None, **fields):
    file = SimpleUploadedFile(name, content)
    return api.post(VERSIONS.format(document.pk), {"file": file, **fields}, headers=headers)


def upload(api, document, content=b"The second text.", **fields) -> Document:
    response = send(api, document, content, **fields)
    assert response.status_code == 201, response.content
    created = Document.objects.get(pk=response.json()["id"])
    publish(created, content.decode())
    return created


def code_of(response):
    return response.status_code, response.json()["error"]["code"]


def refreshed(*documents):
    for each in documents:
        each.refresh_from_db()
    return documents


def listed(api, **query):
    return [each["id"] for each in api.get("/api/v1/documents", query).json()["results"]]


@pytest.fixture
def document(user):
    return parsed_document(user, "The first text.", title="Lease")


def test_a_new_version_is_a_document_of_the_same_lineage_and_is_processed(api, user, document):
    document.title_source, document.is_public = Document.TitleSource.USER, True
    document.save()
    created = Document.objects.get(pk=send(api, document).json()["id"])
    refreshed(document)
    assert (created.lineage, created.version_number, created.superseded_by) == (document.lineage, 2, None)
    assert (created.owner, created.title, created.uploaded_by) == (user, "Lease", user)
    assert document.superseded_by == created
    assert (created.is_public, document.is_public) == (True, False)
    assert ApiClient().get(f"/api/v1/documents/{document.pk}").status_code == 200  # public through the newest one
    assert Job.objects.filter(kind="documents.process", subject_id=created.pk).exists()
    # A title that is requested, or was made from the file name, is not that of the previous version.
    publish(created, "Text")
    assert upload(api, created, b"Third", title="Other").title == "Other"


def test_lists_show_the_newest_version_and_details_all(api, user, document):
    created = upload(api, document)
    assert listed(api) == [str(created.pk)]
    rows = api.get(VERSIONS.format(document.pk)).json()["results"]
    assert [(row["number"], row["is_newest"], row["filename"]) for row in rows] == [
        (2, True, "second.txt"),
        (1, False, "file.pdf"),
    ]
    assert rows[0]["uploaded_by"]["username"] == user.username
    assert api.get(URL.format(document.pk)).json()["newest_version"] == str(created.pk)
    found = api.graphql(QUERY, {"id": str(document.pk)}).data["document"]
    assert found["newestVersion"] == {"uuid": str(created.pk), "versionNumber": 2}
    assert [edge["node"]["versionNumber"] for edge in found["versions"]["edges"]] == [2, 1]
    assert found["versions"]["totalCount"] == 2


def test_the_number_of_queries_does_not_depend_on_the_number_of_versions(api, document):
    upload(api, document)

    def queries():
        with CaptureQueriesContext(
            connection,
        ) as captured:
            api.get(VERSIONS.format(document.pk))
            api.graphql(QUERY, {"id": str(document.pk)})
        return len(captured)

    queries()
    before = queries()
    for content in (b"Third text.", b"Fourth text."):
        upload(api, document, content)
    assert queries() == before


def test_corpora_folders_and_roles_move_to_the_newest_version(api, other_api, other_user, user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    folder = create_folder(corpus=corpus, name="Signed", actor=user)
    move_documents(corpus, [document], folder=folder, actor=user)
    CorpusShare.objects.create(target=corpus, user=other_user, role=ShareRole.VIEWER, created_by=user)
    created = upload(api, document)
    assert list(corpus.memberships.values_list("document", "folder")) == [(created.pk, folder.pk)]
    assert listed(other_api, corpus=corpus.pk) == [str(created.pk)]
    for each in (created, document):
        assert other_api.get(URL.format(each.pk)).status_code == 200
    assert code_of(send(other_api, document, b"Third")) == (403, "not_allowed")
    assert len(other_api.get(VERSIONS.format(document.pk)).json()["results"]) == 2
    # Adding an older version adds the newest one.
    other = create_corpus(owner=user, title="Other")
    assert add_documents(other, refreshed(document), actor=user) == [created]
    corpus.memberships.all().delete()
    for each in (created, document):
        assert other_api.get(URL.format(each.pk)).status_code == 404


def test_an_editor_uploads_for_the_owner_and_shares_are_inherited(api, other_api, other_user, user, document):
    DocumentShare.objects.create(target=document, user=other_user, role=ShareRole.EDITOR, created_by=user)
    created = upload(other_api, document)
    assert (created.owner, created.uploaded_by) == (user, other_user)
    assert (
        other_api.get(URL.format(document.pk)).json()["permissions"]
        == api.get(URL.format(created.pk)).json()["permissions"][:4]
    )
    DocumentShare.objects.all().delete()
    assert other_api.get(URL.format(document.pk)).status_code == 404


def test_versions_are_refused_with_the_reason(api, user, document):
    upload(api, document, b"The second text.")
    assert code_of(send(api, document, b"The second text.")) == (409, "document_exists")
    assert code_of(send(api, document, b"")) == (400, "empty_file")
    locked = Document.objects.get(pk=send(api, document, b"Third").json()["id"])
    assert code_of(send(api, document, b"Fourth")) == (409, "document_locked")
    publish(locked, "Third")
    Document.objects.filter(pk=locked.pk).update(scan="infected")
    assert code_of(send(api, document, b"Fourth")) == (410, "infected")
    email = parsed_document(user, "E-mail", title="E-mail")
    attachment = parsed_document(user, "Attached", title="Attached")
    Document.objects.filter(pk=attachment.pk).update(parent=email, path="a.txt")
    assert code_of(send(api, attachment, b"Fourth")) == (409, "is_attachment")
    deletion.delete_document(document, actor=user)
    assert send(api, document, b"Fourth").status_code == 404


def test_a_repeated_request_creates_one_version(api, document):
    headers = {"Idempotency-Key": "4b1d"}
    first, second = (send(api, document, headers=headers) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["id"] == second.json()["id"]


def test_deleting_the_newest_version_makes_the_previous_one_the_newest_again(api, user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    created = upload(api, document)
    assert api.send("DELETE", URL.format(created.pk)).status_code == 204
    assert listed(api) == [str(document.pk)]
    assert corpus.memberships.get().document == document
    api.send("POST", f"/api/v1/bin/{created.pk}/restore")
    assert listed(api) == [str(created.pk)]
    assert corpus.memberships.get().document == created
    deletion.delete_document(created, actor=user, permanently=True)
    refreshed(document)
    assert (document.superseded_by, corpus.memberships.get().document) == (None, document)
    # Numbers are not used again, unless the highest one was removed for good.
    assert upload(api, document, b"Third").version_number == 2


def test_all_versions_are_deleted_restored_and_purged_together(api, user, document):
    second = upload(api, document)
    third = upload(api, document, b"Third text.")
    api.send("DELETE", URL.format(third.pk) + "?all_versions=true")
    assert listed(api) == []
    item = BinItem.objects.get()
    assert (item.id, item.size) == (third.pk, 1 + len("The second text.") + len("Third text."))
    deletion.restore_document(Document.with_deleted.get(pk=third.pk), actor=user)
    assert Document.objects.filter(superseded_by=third).count() == 2
    delete = "mutation ($input: DeleteDocumentsInput!) { deleteDocuments(input: $input) { deletedIds } }"
    api.execute(delete, {"input": {"ids": [str(third.pk)], "allVersions": True}})
    deletion.purge_document(Document.with_deleted.get(pk=third.pk))
    assert not Document.with_deleted.filter(lineage=document.lineage).exists()
    assert second.pk not in listed(api)


def test_versions_in_the_bin_come_back_in_any_order(api, user, document):
    second = upload(api, document)
    third = upload(api, document, b"Third text.")
    for each in (third, second, document):
        deletion.delete_document(Document.objects.get(pk=each.pk), actor=user)
    restore = partial(deletion.restore_document, actor=user)
    restore(Document.with_deleted.get(pk=second.pk))
    assert listed(api) == [str(second.pk)]
    restore(Document.with_deleted.get(pk=document.pk))
    assert listed(api) == [str(second.pk)]
    restore(Document.with_deleted.get(pk=third.pk))
    assert listed(api) == [str(third.pk)]
    choose_newest(document.lineage)
    assert Document.objects.filter(superseded_by=third).count() == 2


def test_shares_of_an_older_version_are_merged_when_it_becomes_the_newest(api, user, other_user, document):
    DocumentShare.objects.create(target=document, user=other_user, role=ShareRole.EDITOR, created_by=user)
    created = upload(api, document)
    DocumentShare.objects.create(target=document, user=other_user, role=ShareRole.VIEWER, created_by=user)
    deletion.delete_document(created, actor=user)
    assert list(DocumentShare.objects.values_list("target", "role")) == [(document.pk, "viewer")]


def test_the_oldest_in_the_bin_takes_the_place_of_a_purged_one(api, user, document):
    created = upload(api, document)
    deletion.delete_document(Document.objects.get(pk=document.pk), actor=user)
    deletion.delete_document(created, actor=user, permanently=True)
    (row,) = Document.with_deleted.filter(lineage=document.lineage)
    assert (row.pk, row.superseded_by) == (document.pk, None)


def test_versions_are_compared(api, user, document):
    created = upload(api, document)
    path, query = URL.format(created.pk) + "/comparison", {"old_document": str(document.pk)}
    found = api.get(path, query).json()
    (row,) = found["rows"]
    assert "first " in [run["text"] for run in row["old"]["runs"] if run["change"] == "removed"]
    compare = "query ($id: ID!, $old: ID) { compareRevisions(documentId: $id, oldDocumentId: $old) { changeCount } }"
    compared = api.execute(compare, {"id": str(created.pk), "old": str(document.pk)})
    assert compared == {"compareRevisions": {"changeCount": found["change_count"]}}
    Document.objects.filter(pk=document.pk).update(revision=None, state="failed", failure_code="x")
    assert code_of(api.get(path, query)) == (409, "nothing_to_compare")


def test_a_document_is_compared_with_another_visible_one(api, user, other_user, document):
    other, hidden = parsed_document(user, "Other words", title="Other"), parsed_document(other_user, "Secret")
    path = URL.format(document.pk) + "/comparison"
    found = api.get(path, {"old_document": str(other.pk)}).json()
    assert {row["change"] for row in found["rows"]} == {"added", "removed"}
    assert code_of(api.get(path, {"old_document": str(hidden.pk)})) == (404, "not_found")


def test_parts_of_two_documents_are_compared(api, user):
    old = parsed_document(user, "The rent is 900 euros.\nThe term is two years.", title="Old")
    new = parsed_document(user, "A heading\nThe rent is 950 euros.\nThe end.", title="New")
    path = URL.format(new.pk) + "/comparison"
    parts = {"old_start": 4, "old_end": 22, "new_start": 14, "new_end": 32}
    (row,) = api.get(path, {"old_document": str(old.pk), **parts}).json()["rows"]
    assert "".join(run["text"] for run in row["old"]["runs"]) == "rent is 900 euros."
    assert [run["text"] for run in row["new"]["runs"] if run["change"] == "added"] == ["950 "]
    query = (
        "query ($id: ID!, $old: ID, $s: Int, $e: Int) { compareRevisions(documentId: $id, oldDocumentId: $old,"
        " oldStart: 4, oldEnd: 22, newStart: $s, newEnd: $e) { changeCount } }"
    )
    given = {"id": str(new.pk), "old": str(old.pk), "s": 14, "e": 32}
    assert api.execute(query, given) == {"compareRevisions": {"changeCount": 1}}


def test_a_part_needs_its_ends_and_the_other_document(api, user, document):
    other = parsed_document(user, "Other words", title="Other")
    path = URL.format(document.pk) + "/comparison"
    for query, field in (
        ({"new_start": 3, "new_end": 9}, "old_document"),
        ({"old_document": str(other.pk), "new_start": 3}, "new_end"),
        ({"old_document": str(other.pk), "old_start": 9, "old_end": 3}, "old_end"),
    ):
        answer = api.get(path, query)
        assert (answer.status_code, answer.json()["error"]["field"]) == (400, field)
