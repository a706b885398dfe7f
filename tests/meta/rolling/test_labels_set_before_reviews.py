"""The migration accepts the labels of documents that analyzers had set before labels were suggested."""

import pytest

from corpuses.annotations.labels import create_label
from corpuses.annotations.models import DocumentLabel
from corpuses.models import CorpusDocument
from corpuses.services.corpora import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.meta.rolling.scratch import scratch_database
from users.models import User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300), pytest.mark.long]

BEFORE, AFTER = ("corpuses", "0052_edits_of_documents"), ("corpuses", "0053_labels_set_before_reviews")
REVIEWS = """select name, reviewed = label.created from corpuses_documentlabel label
join corpuses_label on corpuses_label.id = label_id order by 1"""


def test_labels_that_were_set_stay_set():
    user = User.objects.create_user("ada")
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, "The rent is due.", title="Lease")
    add_documents(corpus, [document], actor=user)
    membership = CorpusDocument.objects.get(corpus=corpus)
    for name, source, origin in (("Set", "analyzer", ""), ("Suggested", "analyzer", "action:1"), ("User", "human", "")):
        label = create_label(corpus, name=name, actor=user)
        DocumentLabel.objects.create(
            corpus=corpus, document=document, membership=membership, label=label, source=source, origin=origin
        )
    with scratch_database() as copy:
        copy.migrate(BEFORE)
        copy.migrate(AFTER)
        assert copy.query(REVIEWS) == [("Set", True), ("Suggested", None), ("User", None)]
