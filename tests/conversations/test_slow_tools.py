"""Tools that take long delay neither other answers nor the leases of their own."""

import psycopg
import pytest
from django.db import connection

from corpuses.conversations.models import Message
from tests.conversations.conftest import ended
from tests.conversations.test_asking import ask
from tests.timeouts import until
from tests.upstreams import calls, says

pytestmark = pytest.mark.django_db(transaction=True)

SLOW = 8


@pytest.fixture
def no_calls_stored():
    """Hold a lock for which each call of a tool waits."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}) as holder:
        holder.execute("LOCK TABLE corpuses_toolcall IN SHARE MODE")
        yield holder


def waiting_calls(holder):
    rows = holder.execute(
        "SELECT count(*) FROM pg_locks WHERE relation = 'corpuses_toolcall'::regclass AND NOT granted"
    )
    return rows.fetchone()[0]


def choose(request):
    turns = request["messages"]
    if turns[-1]["role"] == "user" and "slow" in turns[-1]["content"]:
        return calls(("search", {"query": "rent"}))
    return says("NOT FOUND")


def test_other_answers_do_not_wait_for_tools(api, corpus, model, settings, no_calls_stored):
    settings.ANSWERS_PER_USER = 0
    model.choose = choose
    slow = [ask(api, started(api, corpus), "a slow question")["answer"]["id"] for _ in range(SLOW)]
    until(lambda: waiting_calls(no_calls_stored) == SLOW)
    quick = ended(ask(api, started(api, corpus), "a quick question")["answer"]["id"])
    assert (quick.state, quick.has_answer) == ("complete", False)
    assert set(Message.objects.filter(pk__in=slow).values_list("state", flat=True)) == {"running"}
    no_calls_stored.rollback()
    assert {ended(key).state for key in slow} == {"complete"}


def started(api, corpus):
    created = api.send("POST", "/api/v1/conversations", {"corpus": str(corpus.pk)})
    return f"/api/v1/conversations/{created.json()['id']}"
