"""The migration counts the annotations and labels that documents have already."""

import pytest

from corpuses.annotations.document_labels import label_documents
from corpuses.annotations.editing import delete_annotation
from corpuses.annotations.labels import create_label, delete_label
from corpuses.annotations.models import Annotation
from corpuses.annotations.services import annotate_many
from corpuses.services.corpora import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.meta.rolling.scratch import scratch_database
from users.models import User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300), pytest.mark.long]

BEFORE, AFTER = ("corpuses", "0044_similar_texts"), ("corpuses", "0045_document_counts")
COUNTS = """select title, annotation_count, label_count from corpuses_corpusdocument membership
join documents_document document on document.id = document_id order by 1"""


def test_what_is_there_is_counted():
    user = User.objects.create_user("ada")
    corpus = create_corpus(owner=user, title="Leases")
    first, second, third = (parsed_document(user, "The rent is due.", title=f"Lease {number}") for number in range(3))
    add_documents(corpus, [first, second, third], actor=user)
    annotate_many(corpus, first.revision, [(0, 3, "Duty"), (4, 8, "Duty")], source="analyzer", origin="run")
    delete_annotation(Annotation.objects.latest("start"), actor=user)
    kept, deleted = (create_label(corpus, name=name, actor=user) for name in ("Kept", "Deleted"))
    for label in (kept, deleted):
        label_documents(label, [first, second], actor=user)
    delete_label(deleted, actor=user, with_annotations=True)
    with scratch_database() as copy:
        counted = copy.query(COUNTS)
        assert counted == [("Lease 0", 1, 1), ("Lease 1", 0, 1), ("Lease 2", 0, 0)]
        copy.migrate(BEFORE)
        copy.migrate(AFTER)
        assert copy.query(COUNTS) == counted
