"""The annotations of a document are copied to its new version, and none is lost."""

import pytest

from audit.models import AuditEntry
from corpuses.actions.models import ActionExecution
from corpuses.actions.starting import start_for_document
from corpuses.annotations import copying
from corpuses.annotations.document_labels.services import label_documents
from corpuses.annotations.editing import delete_annotation
from corpuses.annotations.models import Annotation, DocumentLabel, Relation
from corpuses.annotations.moving import lose_places, move_annotations
from corpuses.annotations.relations.services import RelationDraft, create_relation
from corpuses.annotations.services import AnnotationDraft, annotate, annotate_many
from corpuses.corpora.services import add_documents, create_corpus
from documents.models import Document
from documents.services.boxes import PageBox
from documents.services.deletion import delete_document
from documents.services.uploads import NewFile
from documents.services.versions import upload_version
from documents.storage.blobs import BlobWriter
from documents.tests.factories import new_version, parsed_document, publish
from tasks.models import Job
from tests.jobs.racing import Race
from tests.plain_job import JobCancelled, PlainJob

OLD = "The tenant pays the rent of 500 dollars on the first day of each month. The landlord repairs the roof."
NEW = "Version two. The tenant pays the rent of 650 dollars on the first day of each month. The roof is new."


@pytest.fixture
def document(user):
    return parsed_document(user, OLD)


@pytest.fixture
def corpus(user, document):
    corpus = create_corpus(owner=user, title="Leases")
    add_documents(corpus, [document], actor=user)
    return corpus


def annotated(document, corpus, user, quote: str, **fields) -> Annotation:
    start = OLD.index(quote)
    draft = AnnotationDraft(label_name="Duty", start=start, end=start + len(quote), **fields)
    return annotate(draft, corpus=corpus, document=document, actor=user)


def copies_on(document) -> dict[str, Annotation]:
    return {each.copied_from.quote: each for each in Annotation.objects.filter(document=document)}


@pytest.mark.django_db
def test_annotations_are_copied_with_a_confidence_and_the_old_version_keeps_its_own(document, corpus, user):
    annotated(document, corpus, user, "first day of each month", note="Important")
    annotated(document, corpus, user, "the rent of 500 dollars on")
    annotated(document, corpus, user, "landlord repairs")
    created = new_version(document, user, NEW)
    copying.start_copying(created)
    assert Job.objects.filter(kind=copying.COPY, subject_id=created.pk).count() == 1
    assert copying.copy_annotations(created.pk, job=PlainJob()) == 3
    found = copies_on(created)
    unchanged, gone = found["first day of each month"], found["landlord repairs"]
    assert (unchanged.quote, unchanged.note, unchanged.confidence) == ("first day of each month", "Important", 1)
    assert NEW[unchanged.start : unchanged.end] == unchanged.quote
    changed = found["the rent of 500 dollars on"]
    assert changed.quote == "the rent of 650 dollars on"
    assert 0.6 <= changed.confidence < 1
    assert (gone.quote, gone.confidence, gone.revision) == ("landlord repairs", 0, created.revision)
    assert Annotation.objects.filter(document=document, confidence=1).count() == 3
    (entry,) = AuditEntry.objects.filter(action="annotation.copied_many")
    assert (entry.details["count"], entry.details["not_found"]) == (3, 1)


@pytest.mark.django_db
def test_a_second_run_copies_nothing(document, corpus, user):
    copied = annotated(document, corpus, user, "first day")
    created = new_version(document, user, NEW)
    copying.copy_annotations(created.pk, job=PlainJob())
    delete_annotation(Annotation.objects.get(copied_from=copied), actor=user)
    assert copying.copy_annotations(created.pk, job=PlainJob()) == 0
    copying.start_copying(created)
    assert not Job.objects.filter(kind=copying.COPY).exists()


@pytest.mark.django_db
def test_nothing_is_copied_when_the_job_is_cancelled_or_the_document_is_gone(document, corpus, user):
    annotated(document, corpus, user, "first day")
    created = new_version(document, user, NEW)
    with pytest.raises(JobCancelled):
        copying.copy_annotations(created.pk, job=PlainJob(cancel_after=0))
    assert not Annotation.objects.filter(document=created).exists()
    delete_document(created, actor=user, permanently=True)
    assert copying.copy_annotations(created.pk, job=PlainJob()) == 0


@pytest.mark.django_db
def test_what_was_not_found_is_not_placed_by_another_parse_of_the_same_text(document, corpus, user):
    annotated(document, corpus, user, "landlord repairs")
    created = new_version(document, user, NEW)
    copying.copy_annotations(created.pk, job=PlainJob())
    revision = publish(created, NEW)
    lose_places(created, revision)
    move_annotations(created.pk, revision.pk, job=PlainJob())
    assert Annotation.objects.get(document=created).confidence == 0


@pytest.mark.django_db
def test_relations_and_labels_of_the_document_go_along(document, corpus, user):
    one, other = (annotated(document, corpus, user, quote) for quote in ("tenant pays", "landlord repairs"))
    create_relation(RelationDraft(source=one, target=other, label_name="with"), corpus=corpus, actor=user)
    label_documents(one.label, [document], actor=user)
    created = new_version(document, user, NEW)
    assert DocumentLabel.objects.get().document == created
    copying.copy_annotations(created.pk, job=PlainJob())
    relation = Relation.objects.get(document=created)
    assert (relation.source.copied_from, relation.target.copied_from) == (one, other)


@pytest.mark.django_db
def test_boxes_stay_where_the_same_words_are_inside(document, corpus, user):
    draft = AnnotationDraft(label_name="Seal", box=PageBox(1, 0, 0, 1, 1))
    annotate(draft, corpus=corpus, document=document, actor=user)
    same = new_version(document, user, OLD + "\n")
    copying.copy_annotations(same.pk, job=PlainJob())
    assert Annotation.objects.get(document=same).confidence == 1
    changed = new_version(same, user, NEW)
    copying.copy_annotations(changed.pk, job=PlainJob())
    assert Annotation.objects.get(document=changed).confidence == 0


@pytest.mark.django_db
def test_what_a_program_has_found_again_is_not_copied(document, corpus, user):
    annotate_many(corpus, document.revision, [(4, 10, "Party")], source="analyzer", origin="sample")
    created = new_version(document, user, OLD + "\n")
    annotate_many(corpus, created.revision, [(4, 10, "Party")], source="analyzer", origin="sample")
    assert copying.copy_annotations(created.pk, job=PlainJob()) == 0
    assert Annotation.objects.filter(document=created).count() == 1


@pytest.mark.django_db
def test_actions_for_new_versions_run_on_them(document, corpus, user):
    created = new_version(document, user, NEW)
    start_for_document(created)
    assert ActionExecution.objects.get(document=created).trigger == "new_version"


@pytest.mark.django_db(transaction=True)
def test_of_two_uploads_at_once_both_versions_or_one_are_created(user):
    document = parsed_document(user, OLD)
    for number in range(5):
        with BlobWriter() as first, BlobWriter() as second:
            files = []
            for name, writer in (("a", first), ("b", second)):
                writer.write(f"{name} {number}".encode())
                files.append(NewFile(received=writer.finish(), filename="a.txt"))
            results = Race(number).run(
                *(lambda file=file: upload_version(document, file, actor=user).version_number for file in files)
            )
        assert "DocumentLocked" in results, results
        newest = Document.objects.get(lineage=document.lineage, superseded_by=None)
        assert newest.version_number == number + 2
        publish(newest, f"Text {number}")


@pytest.mark.django_db(transaction=True)
def test_a_document_is_added_to_a_corpus_while_a_new_version_is_uploaded(user):
    for number in range(5):
        document = parsed_document(user, OLD)
        corpus = create_corpus(owner=user, title=f"Leases {number}")
        with BlobWriter() as writer:
            writer.write(f"New {number}".encode())
            file = NewFile(received=writer.finish(), filename="a.txt")
            results = Race(number).run(
                lambda file=file, document=document: str(upload_version(document, file, actor=user).pk),
                lambda corpus=corpus, document=document: add_documents(corpus, [document], actor=user),
            )
        members = [str(key) for key in corpus.memberships.values_list("document", flat=True)]
        assert members == ([] if results[1] == "NewerVersion" else [results[0]])


@pytest.mark.django_db
def test_annotations_of_older_versions_are_shown_with_these_and_not_counted(api, document, corpus, user):
    annotated(document, corpus, user, "first day")
    created = new_version(document, user, NEW)
    copying.copy_annotations(created.pk, job=PlainJob())
    query = """query ($id: ID!, $old: ID!) { corpus(id: $id) { labels { annotationCount } }
        annotations(corpusId: $id) { totalCount }
        document(id: $old) { corpuses { title } selectedCorpus { title } annotations { totalCount } } }"""
    data = api.execute(query, {"id": str(corpus.pk), "old": str(document.pk)})
    assert data["corpus"] == {"labels": [{"annotationCount": 1}]}
    assert data["annotations"] == {"totalCount": 1}
    assert data["document"] == {
        "corpuses": [{"title": "Leases"}],
        "selectedCorpus": {"title": "Leases"},
        "annotations": {"totalCount": 1},
    }
