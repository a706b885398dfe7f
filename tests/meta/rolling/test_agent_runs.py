"""Runs of agents that were stored before they had conversations are moved there."""

import pytest

from corpuses.services.corpora import create_corpus
from documents.tests.factories import parsed_document
from tests.meta.rolling.scratch import scratch_database
from users.models import User

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(300), pytest.mark.long]

BEFORE, AFTER = ("corpuses", "0036_edits_of_other_subjects"), ("corpuses", "0037_agent_conversations")
RUN, KEY = "01990c6e-0001-7000-8000-000000000001", "01990c6e-0001-7000-8000-000000000002"
TURNS = (
    ("system", '{"content": "You work on one document."}'),
    ("user", '{"content": "Mark the rent."}'),
    ("assistant", '{"tool_calls": [{"id": "1", "function": {"name": "outline", "arguments": "not json"}}]}'),
    ("tool", '{"tool_call_id": "1", "content": "# LEASE"}'),
    ("assistant", '{"content": "Marked."}'),
)


def test_runs_become_conversations():
    user = User.objects.create_user("ada")
    corpus, document = create_corpus(owner=user, title="Leases"), parsed_document(user, "The rent is due.")
    with scratch_database() as copy:
        copy.migrate(BEFORE)
        copy.query(
            "insert into corpuses_agentrun (id, created, key, corpus_id, document_id, revision_id, answer) values "
            f"('{RUN}', '2026-01-02', '{KEY}', '{corpus.pk}', '{document.pk}', '{document.revision_id}', 'Marked.') "
            "returning id"
        )
        for order, (role, content) in enumerate(TURNS):
            copy.query(
                'insert into corpuses_agentmessage (run_id, "order", role, content) '
                f"values ('{RUN}', {order}, '{role}', '{content}') returning id"
            )
        copy.migrate(AFTER)
        (found,) = copy.query("select id::text, run::text, owner_id, is_shared from corpuses_conversation")
        assert found == (RUN, KEY, user.pk, True)
        messages = copy.query('select role, state, text from corpuses_message order by "order"')
        assert messages == [("user", "complete", "Mark the rent."), ("assistant", "complete", "Marked.")]
        assert copy.query("select name, arguments, summary from corpuses_toolcall") == [("outline", {}, "# LEASE")]
