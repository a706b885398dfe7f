"""Tools that take long delay neither other answers nor the leases of all."""

import psycopg
import pytest
from django.db import connection

from corpuses.conversations import runner
from corpuses.conversations.models import Message
from tests.conversations.conftest import ended
from tests.conversations.test_asking import ask
from tests.timeouts import until
from tests.upstreams import calls, says

pytestmark = pytest.mark.django_db(transaction=True)

SLOW = 8  # answers, as many as there are threads for queries
AT_ONCE = 4  # calls of tools


@pytest.fixture
def no_search():
    """Hold a lock for which each search of a tool waits."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": psycopg.Cursor}) as holder:
        holder.execute("LOCK TABLE corpuses_passage")
        yield holder


def waiting_calls(holder):
    rows = holder.execute("SELECT count(*) FROM pg_locks WHERE relation = 'corpuses_passage'::regclass AND NOT granted")
    return rows.fetchone()[0]


def choose(request):
    turns = request["messages"]
    if turns[-1]["role"] == "user" and "slow" in turns[-1]["content"]:
        return calls(("search", {"query": "rent"}))
    return says("NOT FOUND")


def test_other_answers_and_leases_do_not_wait_for_tools(api, corpus, model, settings, monkeypatch, no_search):
    settings.ANSWERS_PER_USER = 0
    monkeypatch.setattr(runner, "_RENEW_SECONDS", 0.1)
    model.choose = choose
    slow = [ask(api, started(api, corpus), "a slow question")["answer"]["id"] for _ in range(SLOW)]
    until(lambda: waiting_calls(no_search) >= AT_ONCE)
    before = leases(slow)
    quick = ended(ask(api, started(api, corpus), "a quick question")["answer"]["id"])
    assert (quick.state, quick.has_answer) == ("complete", False)
    until(lambda: all(lease > old for lease, old in zip(leases(slow), before, strict=True)))
    assert set(Message.objects.filter(pk__in=slow).values_list("state", flat=True)) == {"running"}
    no_search.rollback()
    assert {ended(key).state for key in slow} == {"complete"}


def leases(answers):
    return list(Message.objects.filter(pk__in=answers).order_by("pk").values_list("lease", flat=True))


def started(api, corpus):
    created = api.send("POST", "/api/v1/conversations", {"corpus": str(corpus.pk)})
    return f"/api/v1/conversations/{created.json()['id']}"
