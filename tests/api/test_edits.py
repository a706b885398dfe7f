"""The list of edits of annotations, and undo, over REST and GraphQL."""

import pytest

from core.api.testing import ApiClient
from corpuses.annotations.editing import AnnotationChange, delete_annotation, update_annotation
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.reviews import review_annotations
from corpuses.annotations.services import AnnotationDraft, annotate
from corpuses.comments.services import ThreadDraft, create_thread
from corpuses.models import CorpusDocument, CorpusShare
from corpuses.undo.tests.factories import corpus_of
from documents.tests.factories import parsed_document

pytestmark = pytest.mark.django_db

PATH = "/api/v1/edits"


@pytest.fixture
def annotation(user) -> Annotation:
    document = parsed_document(user, "The tenant pays rent.")
    corpus = corpus_of(document)
    return annotate(AnnotationDraft(label_name="Party", start=4, end=10), corpus=corpus, document=document, actor=user)


@pytest.fixture
def member_api(annotation, other_user) -> ApiClient:
    CorpusShare.objects.create(target=annotation.corpus, user=other_user, role="editor", created_by=annotation.creator)
    return ApiClient(other_user)


def kinds(client: ApiClient, query: str = "") -> list[str]:
    return [each["kind"] for each in client.get(f"{PATH}{query}").json()["results"]]


def test_edits_say_what_was_changed(api, annotation, user):
    update_annotation(annotation, AnnotationChange(label_name="Tenant", note="Who?", start=0, end=10), actor=user)
    changed, created = api.get(f"{PATH}?annotation={annotation.pk}").json()["results"]
    assert (created["kind"], created["label_before"], created["note_after"]) == ("created", None, None)
    assert (changed["label_before"], changed["label_after"], changed["label_name"]) == ("Party", "Tenant", "Tenant")
    assert (changed["quote_before"], changed["quote_after"], changed["quote"]) == ("tenant", "The tenant", "The tenant")
    assert (changed["note_before"], changed["note_after"], changed["is_undone"]) == ("", "Who?", False)
    assert changed["actor"]["username"] == user.username


def test_list_is_filtered(api, member_api, annotation, other_user):
    update_annotation(annotation, AnnotationChange(note="Seen."), actor=other_user)
    assert kinds(api, f"?document={annotation.document_id}") == ["changed", "created"]
    assert kinds(api, "?mine=true") == ["created"]
    assert kinds(api, "?mine=false") == ["changed"]
    assert kinds(member_api, f"?corpus={annotation.corpus_id}&mine=true") == ["changed"]


def test_comments_on_a_corpus_are_edits_of_its_page(api, member_api, annotation, user):
    corpus = annotation.corpus
    for document in (None, annotation.document):
        create_thread(corpus, ThreadDraft(text="Who pays?", document=document), actor=user)
    on_corpus = [("comment", str(annotation.document_id)), ("comment", None)]
    for area, expected in (("corpus", on_corpus), ("document", [on_corpus[0], ("annotation", on_corpus[0][1])])):
        results = member_api.get(f"{PATH}?corpus={corpus.pk}&area={area}").json()["results"]
        assert [(each["subject"], each["document"]) for each in results] == expected
    CorpusShare.objects.all().delete()
    assert member_api.get(PATH).json()["results"] == []
    group = Edit.objects.get(document=None).group
    assert api.post(f"{PATH}/undo", {"group": str(group)}, content_type="application/json").status_code == 200
    assert api.get(f"/api/v1/corpuses/{corpus.pk}/threads").json()["results"][0]["document"] is not None


def test_reviews_of_suggestions_are_edits_of_both_pages(api, annotation, user):
    Annotation.objects.filter(pk=annotation.pk).update(source="analyzer")
    annotation.refresh_from_db()
    review_annotations([annotation], Annotation.Review.ACCEPTED, actor=user)
    assert kinds(api, "?area=corpus") == ["accepted"]
    assert kinds(api, "?area=document") == ["accepted", "created"]


def test_edits_of_annotations_in_the_bin_are_shown_to_who_made_them(api, member_api, annotation, user):
    delete_annotation(annotation, actor=user)
    assert kinds(api) == ["deleted", "created"]
    assert kinds(member_api) == []


def test_a_group_that_the_client_names_is_undone_and_redone(api, annotation):
    group = "01990c6e-0e08-7c22-8d33-1f2e3d4c5b6a"
    path = f"/api/v1/annotations/{annotation.pk}"
    api.patch(path, {"note": "First", "group": group}, content_type="application/json")
    undone = api.post(f"{PATH}/undo", {"group": group}, content_type="application/json").json()
    assert [each["note"] for each in undone["annotations"]] == [""]
    data = api.execute(
        "mutation ($group: UUID!) { redoEdits(input: {group: $group}) { annotations { note } deletedIds } }",
        {"group": group},
    )
    assert data["redoEdits"] == {"annotations": [{"note": "First"}], "deletedIds": []}
    assert Edit.objects.filter(group=group, is_undone=False).count() == 1


def test_what_was_changed_since_is_refused(api, annotation, user):
    group = annotation.edits.get().group
    delete_annotation(annotation, actor=user)
    response = api.post(f"{PATH}/undo", {"group": str(group)}, content_type="application/json")
    assert (response.status_code, response.json()["error"]["code"]) == (409, "edit_outdated")


def test_the_newest_edit_of_each_group_says_how_many_there_are(api, annotation, user):
    draft = AnnotationDraft(label_name="Party", start=0, end=3)
    annotate(draft, corpus=annotation.corpus, document=annotation.document, actor=user)
    Annotation.objects.update(source="analyzer")
    review_annotations(list(Annotation.objects.all()), Annotation.Review.ACCEPTED, actor=user)
    path = f"{PATH}?document={annotation.document_id}&per_group=true"
    first = api.get(f"{path}&page_size=2").json()
    assert [(each["kind"], each["group_size"]) for each in first["results"]] == [("accepted", 2), ("created", 1)]
    assert first["results"][0]["id"] == str(Edit.objects.order_by("-id")[0].pk)
    last = api.get(first["next"]).json()
    assert [(each["kind"], each["group_size"]) for each in last["results"]] == [("created", 1)]
    assert last["next"] is None


def test_edits_on_hidden_documents_are_not_counted(annotation, user, other_user):
    corpus = annotation.corpus
    CorpusShare.objects.create(target=corpus, user=other_user, role="editor", created_by=user)
    hidden = parsed_document(user, "Hidden words.", title="Hidden")
    CorpusDocument.objects.create(corpus=corpus, document=hidden)  # added by no one: no role extends to it
    annotate(AnnotationDraft(label_name="Party", start=0, end=3), corpus=corpus, document=hidden, actor=user)
    Annotation.objects.update(source="analyzer")
    review_annotations(list(Annotation.objects.all()), Annotation.Review.ACCEPTED, actor=user)
    path = f"{PATH}?document={annotation.document_id}&per_group=true"
    sizes = [ApiClient(actor).get(path).json()["results"][0]["group_size"] for actor in (user, other_user)]
    assert sizes == [2, 1]
