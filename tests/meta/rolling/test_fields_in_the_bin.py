"""Reverting the migration deletes fields in the bin, whose names other fields may have."""

import pytest

from corpuses.fields.services import create_field, delete_field
from corpuses.fields.setting import set_field_values
from corpuses.services.corpora import add_documents, create_corpus
from documents.tests.factories import parsed_document
from tests.meta.rolling.scratch import scratch_database
from users.models import User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300), pytest.mark.long]

BEFORE = ("corpuses", "0059_length_of_tool_results")


def test_only_fields_in_the_bin_are_deleted():
    user = User.objects.create_user("ada")
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, "The rent is due.", title="Lease")
    add_documents(corpus, [document], actor=user)
    fields = []
    for value in ("Draft", "Signed"):
        field = create_field(corpus, name="Status", type="string", actor=user)
        set_field_values(field, [document], [value], actor=user)
        fields.append(field)
        if value == "Draft":
            delete_field(field, actor=user)
    with scratch_database() as copy:
        copy.migrate(BEFORE)
        assert copy.query("select id, name from corpuses_documentfield") == [(fields[1].pk, "Status")]
        assert copy.query("select text from corpuses_fieldvalue") == [("Signed",)]
        assert copy.query("select id from corpuses_edit where subject = 'field'") == []
        copy.migrate(())
