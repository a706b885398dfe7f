"""The bin: what is deleted can be restored, until it is purged."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.db.ids import uuid7
from core.errors import NotAllowed, NotFound
from corpuses.annotations import editing
from corpuses.annotations.labels import services as labels
from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.services import AnnotationDraft, AnnotationExists, annotate
from corpuses.bin import services
from corpuses.corpora import folders
from corpuses.corpora import services as corpora
from corpuses.corpora.services import add_documents, create_corpus, delete_corpus
from corpuses.models import Corpus, Folder
from documents.models import Blob, Document
from documents.services import deletion, quota
from documents.services.deletion import ParentDeleted, delete_document
from documents.tests.factories import parsed_document
from tasks.models import Job
from tasks.testing import run_jobs
from users.models import User
from users.sharing.services import ShareRequest, create_share

TEXT = "Paid on 2026-01-02 by the tenant."

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Leases")


@pytest.fixture
def document(user, corpus):
    document = parsed_document(user, TEXT, title="Lease")
    add_documents(corpus, [document], actor=user)
    return document


@pytest.fixture
def annotation(user, corpus, document):
    return annotate(AnnotationDraft(label_name="Date", start=8, end=18), corpus=corpus, document=document, actor=user)


def in_bin(user: User) -> list[tuple[str, str]]:
    return [(item.kind, item.title) for item in services.bin_items(user)]


def expire() -> None:
    expired = timezone.now() - timedelta(days=31)
    for model in (Document, Corpus, Folder, Label, Annotation):
        model.with_deleted.exclude(deleted_at=None).update(deleted_at=expired)


def test_deleted_document_disappears_and_comes_back(api, user, corpus, document, annotation):
    delete_document(document, actor=user)
    assert api.get(f"/api/v1/documents/{document.pk}").status_code == 404
    assert api.get(f"/api/v1/annotations/{annotation.pk}").status_code == 404
    assert api.get(f"/api/v1/corpuses/{corpus.pk}/documents").json()["results"] == []
    assert in_bin(user) == [("document", "Lease")]  # not its annotation, which comes back with it

    services.restore(user, document.pk)
    assert in_bin(user) == []
    (listed,) = api.get(f"/api/v1/corpuses/{corpus.pk}/documents").json()["results"]
    assert listed["id"] == str(document.pk)
    assert api.get(f"/api/v1/annotations/{annotation.pk}").status_code == 200


def test_attachments_are_deleted_and_restored_with_their_document(user, document):
    attached, other = (parsed_document(user, TEXT, title=name) for name in ("attached", "other"))
    Document.objects.filter(pk=attached.pk).update(parent=document, path="a.txt")
    Document.objects.filter(pk=other.pk).update(parent=document, path="b.txt")
    other.refresh_from_db()
    delete_document(other, actor=user)
    delete_document(document, actor=user)
    assert in_bin(user) == [("document", "Lease")]
    with pytest.raises(ParentDeleted):
        deletion.restore_document(Document.with_deleted.get(pk=attached.pk), actor=user)
    services.restore(user, document.pk)
    assert Document.objects.filter(pk=attached.pk).exists()
    assert in_bin(user) == [("document", "other")]  # it was deleted before


def test_a_document_that_was_not_ready_is_processed_after_it_was_restored(user, upload):
    document = upload("maintenance-agreement.txt")
    delete_document(document, actor=user)
    run_jobs()
    assert Document.with_deleted.get(pk=document.pk).state == "processing"
    services.restore(user, document.pk)
    run_jobs()
    document.refresh_from_db()
    assert document.is_settled


def test_deleted_corpus_grants_no_access_to_its_documents(user, other_user, corpus, document):
    create_share(corpus, ShareRequest(user=other_user.username, role="viewer"), actor=user)
    assert Document.objects.visible_to(other_user).filter(pk=document.pk).exists()
    delete_corpus(corpus, actor=user)
    assert not Document.objects.visible_to(other_user).filter(pk=document.pk).exists()
    assert Document.objects.visible_to(user).filter(pk=document.pk).exists()
    services.restore(user, corpus.pk)
    assert Document.objects.visible_to(other_user).filter(pk=document.pk).exists()


def test_label_is_restored_with_its_annotations_under_a_free_name(user, corpus, annotation):
    labels.delete_label(annotation.label, actor=user, with_annotations=True)
    assert in_bin(user) == [("label", "Date")]
    assert not Annotation.objects.exists()
    labels.create_label(corpus, name="Date", actor=user)
    services.restore(user, annotation.label_id)
    assert {label.name for label in corpus.labels.all()} == {"Date", "Date (2)"}
    assert Annotation.objects.get().label.name == "Date (2)"


def test_annotation_is_restored_with_its_label(user, corpus, annotation):
    editing.delete_annotation(annotation, actor=user)
    labels.delete_label(annotation.label, actor=user)
    assert in_bin(user) == [("label", "Date"), ("annotation", "2026-01-02")]
    services.restore(user, annotation.pk)
    assert (Annotation.objects.count(), Label.objects.count(), in_bin(user)) == (1, 1, [])


def test_folder_is_restored_with_its_documents(user, corpus, document):
    moved_away = parsed_document(user, TEXT, title="Other")
    add_documents(corpus, [moved_away], actor=user)
    outer = folders.create_folder(corpus, name="Old", actor=user)
    inner = folders.create_folder(corpus, name="Older", parent=outer, actor=user)
    elsewhere = folders.create_folder(corpus, name="Elsewhere", actor=user)
    folders.move_documents(corpus, [document, moved_away], folder=inner, actor=user)
    assert folders.delete_folder(outer, actor=user) == 2
    assert in_bin(user) == [("folder", "Old")]
    assert corpus.memberships.get(document=document).folder is None

    folders.move_documents(corpus, [moved_away], folder=elsewhere, actor=user)
    folders.create_folder(corpus, name="Old", actor=user)
    services.restore(user, outer.pk)
    paths = {str(folder.path) for folder in corpus.folders.all()}
    assert paths == {"Old", "Old (2)", "Old (2)/Older", "Elsewhere"}
    assert corpus.memberships.get(document=document).folder_id == inner.pk
    assert corpus.memberships.get(document=moved_away).folder_id == elsewhere.pk


def test_only_editors_see_what_was_deleted_in_a_corpus(user, other_user, corpus, annotation):
    viewer, outsider = User.objects.create_user("vera"), User.objects.create_user("sam")
    create_share(corpus, ShareRequest(user=other_user.username, role="editor"), actor=user)
    create_share(corpus, ShareRequest(user=viewer.username, role="viewer"), actor=user)
    editing.delete_annotation(annotation, actor=user)
    delete_document(parsed_document(user, TEXT, title="Private"), actor=user)
    assert in_bin(other_user) == [("annotation", "2026-01-02")]
    assert in_bin(viewer) == in_bin(outsider) == []
    for actor in (viewer, outsider):
        with pytest.raises(NotFound):
            services.restore(actor, annotation.pk)
        with pytest.raises(NotFound):
            services.purge(actor, annotation.pk)
    services.restore(other_user, annotation.pk)
    assert Annotation.objects.filter(pk=annotation.pk).exists()


def test_annotators_restore_their_own_annotations_only(user, other_user, corpus, document, annotation):
    create_share(corpus, ShareRequest(user=other_user.username, role="annotator"), actor=user)
    own = annotate(
        AnnotationDraft(label_name="Date", start=0, end=4), corpus=corpus, document=document, actor=other_user
    )
    editing.delete_annotation(own, actor=other_user)
    editing.delete_annotation(annotation, actor=user)
    assert in_bin(other_user) == [("annotation", "Paid")]
    services.restore(other_user, own.pk)
    with pytest.raises(NotFound):
        services.restore(other_user, annotation.pk)


def test_what_was_deleted_by_others_cannot_be_purged_by_annotators(user, other_user, corpus, document, annotation):
    create_share(corpus, ShareRequest(user=other_user.username, role="editor"), actor=user)
    editing.delete_annotation(annotation, actor=other_user)
    corpus.shares.update(role="annotator")
    with pytest.raises(NotAllowed):  # it is listed, as they deleted it, but they did not make it
        services.purge(other_user, annotation.pk)


def test_quota_counts_the_bin_and_says_so(api, user, document):
    before = quota.usage_of(user.tenant_id)
    assert before.bin_bytes == 0
    delete_document(document, actor=user)
    after = quota.usage_of(user.tenant_id)
    assert (after.bytes, after.bin_bytes) == (before.bytes, document.blob.size)
    assert api.get("/api/v1/usage").json()["bin_bytes"] == document.blob.size
    services.purge(user, document.pk)
    assert quota.usage_of(user.tenant_id).bytes == before.bytes - document.blob.size


def test_nightly_job_purges_what_has_expired(user, corpus, document, annotation):
    labels.delete_label(annotation.label, actor=user, with_annotations=True)
    folder = folders.create_folder(corpus, name="Old", actor=user)
    folders.delete_folder(folder, actor=user)
    delete_document(document, actor=user)
    delete_corpus(corpus, actor=user)
    expire()
    other = parsed_document(user, "Other", title="Kept")
    delete_document(other, actor=user)
    _run_purge()
    assert in_bin(user) == [("document", "Kept")]
    assert not Document.with_deleted.filter(pk=document.pk).exists()
    for model in (Folder, Label, Annotation):
        assert not model.with_deleted.exists()
    assert not Corpus.with_deleted.filter(pk=corpus.pk).exists()


def test_emptying_leaves_what_others_deleted_and_what_is_deleted_later(api, user, other_user, corpus, annotation):
    create_share(corpus, ShareRequest(user=other_user.username, role="editor"), actor=user)
    document = parsed_document(other_user, TEXT, title="Theirs")
    delete_document(document, actor=other_user)
    editing.delete_annotation(annotation, actor=user)
    assert [item.title for item in services.bin_items(other_user, mine=True)] == ["Theirs"]
    assert [item.title for item in services.bin_items(other_user, mine=False)] == ["2026-01-02"]
    services.empty(other_user)
    later = parsed_document(other_user, TEXT, title="Later")
    delete_document(later, actor=other_user)
    run_jobs()
    assert in_bin(other_user) == [("document", "Later"), ("annotation", "2026-01-02")]


def test_permanently_deletes_at_once(api, user, document):
    sha256 = document.blob_id
    assert api.delete(f"/api/v1/documents/{document.pk}?permanently=true").status_code == 204
    assert not Document.with_deleted.filter(pk=document.pk).exists()
    assert not Blob.objects.filter(pk=sha256).exists()
    assert in_bin(user) == []


def test_the_same_file_can_be_uploaded_again(user, upload):
    first = upload(b"Some text.")
    delete_document(first, actor=user)
    second = upload(b"Some text.")
    assert second.pk != first.pk
    services.restore(user, first.pk)
    assert Document.objects.filter(owner=user, blob=first.blob_id).count() == 2


def test_bin_in_rest(api, anonymous_api, user, document, django_assert_max_num_queries):
    api.delete(f"/api/v1/documents/{document.pk}")
    for number in range(5):
        delete_document(parsed_document(user, f"{number}", title=f"{number}"), actor=user)
    with django_assert_max_num_queries(6):
        body = api.get("/api/v1/bin?page_size=4").json()
    assert [item["title"] for item in body["results"]] == ["4", "3", "2", "1"]
    item = api.get(body["next"]).json()["results"][-1]
    assert (item["kind"], item["title"], item["deleted_by"]) == ("document", "Lease", "ada")
    assert api.get("/api/v1/bin?kind=corpus").json()["results"] == []
    assert api.get("/api/v1/bin?mine=false").json()["results"] == []
    assert len(api.get("/api/v1/bin?mine=true").json()["results"]) == 6
    assert api.get("/api/v1/bin?kind=nothing").status_code == 400
    assert anonymous_api.get("/api/v1/bin").status_code == 401

    response = api.send("POST", f"/api/v1/bin/{document.pk}/restore")
    assert (response.status_code, response.json()["title"]) == (200, "Lease")
    assert api.send("POST", f"/api/v1/bin/{document.pk}/restore").status_code == 404
    assert api.delete(f"/api/v1/documents/{document.pk}").status_code == 204
    assert api.delete(f"/api/v1/bin/{document.pk}").status_code == 204
    assert not Document.with_deleted.filter(pk=document.pk).exists()
    response = api.delete("/api/v1/bin?kind=document")
    assert response.status_code == 202
    run_jobs()
    assert Job.objects.get(pk=response.json()["job"]).state == "success"
    assert api.get("/api/v1/bin").json()["results"] == []


def test_bin_in_graphql(api, user, corpus, annotation):
    mutation = "mutation($input: DeleteAnnotationInput!) { deleteAnnotation(input: $input) { errors { code } } }"
    assert api.execute(mutation, {"input": {"id": str(annotation.pk)}})["deleteAnnotation"]["errors"] == []
    query = "{ bin(first: 10) { totalCount edges { node { uuid kind title corpusTitle deletedBy purgedAt } } } }"
    (edge,) = api.execute(query)["bin"]["edges"]
    assert edge["node"]["kind"] == "ANNOTATION"
    assert (edge["node"]["title"], edge["node"]["corpusTitle"]) == ("2026-01-02", "Leases")
    counts = api.execute("{ mine: bin(mine: true) { totalCount } rest: bin(mine: false) { totalCount } }")
    assert counts == {"mine": {"totalCount": 1}, "rest": {"totalCount": 0}}
    restore = """mutation($input: RestoreFromBinInput!) {
        restoreFromBin(input: $input) { restored { title } errors { code } }
    }"""
    result = api.execute(restore, {"input": {"id": str(annotation.pk)}})["restoreFromBin"]
    assert result == {"restored": {"title": "2026-01-02"}, "errors": []}
    (error,) = api.execute(restore, {"input": {"id": str(annotation.pk)}})["restoreFromBin"]["errors"]
    assert error["code"] == "not_found"
    editing.delete_annotation(Annotation.objects.get(), actor=user)
    purge = "mutation($input: PurgeFromBinInput!) { purgeFromBin(input: $input) { purgedId errors { code } } }"
    assert api.execute(purge, {"input": {"id": str(annotation.pk)}})["purgeFromBin"]["errors"] == []
    assert not Annotation.with_deleted.exists()
    empty = "mutation($input: EmptyBinInput!) { emptyBin(input: $input) { job errors { code } } }"
    assert api.execute(empty, {"input": {"kind": "DOCUMENT"}})["emptyBin"]["job"]


def test_the_personal_corpus_is_not_deleted(user):
    with pytest.raises(corpora.PersonalCorpus):
        delete_corpus(corpora.personal_corpus(user), actor=user)


def _run_purge() -> None:
    from tasks.runtime import queue

    system = User.objects.get_or_create(username="system-for-tests")[0]
    queue.enqueue(services.PURGE, args={}, tenant_id=system.tenant_id, owner_id=system.pk)
    run_jobs()


def test_annotation_in_the_bin_gives_way_when_its_creator_creates_it_again(user, other_user, corpus, document):
    create_share(corpus, ShareRequest(user=other_user.username, role="editor"), actor=user)
    draft = AnnotationDraft(id=uuid7(), label_name="Date", start=8, end=18)
    first = annotate(draft, corpus=corpus, document=document, actor=user)
    editing.delete_annotation(first, actor=user)
    with pytest.raises(AnnotationExists):
        annotate(draft, corpus=corpus, document=document, actor=other_user)
    assert annotate(draft, corpus=corpus, document=document, actor=user).pk == first.pk
    assert in_bin(user) == []
