"""Extraction with a language model that fails over real HTTP: cells get their answer, or a reason that users see."""

import logging

import pytest
from django.utils import timezone

from core.api.testing import ApiClient
from corpuses.extracts import runs
from corpuses.extracts.columns import ColumnDraft
from corpuses.extracts.fieldsets import FieldsetDraft, create_fieldset
from corpuses.extracts.models import Cell, ExtractRow
from corpuses.providers.allowed import Purpose
from corpuses.providers.editing import ModelDraft, set_language_model
from corpuses.providers.models import AllowedServer, LlmUsage
from tasks.models import Job
from tasks.testing import run_jobs
from tests.upstreams import Reply, breaks_off, fails, says, says_answers, scripted_server

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "sk-numbat-0815"
SLOW = 1.0
RENT = {"value": "EUR 900", "quotes": ["rent is EUR 900"]}
LAW = {"value": "Ohio", "quotes": ["law of Ohio"]}
FINE = says_answers(RENT, LAW)


@pytest.fixture
def start(corpus, user, add_parsed):
    """Start an extract of one document with the language model; return it."""
    add_parsed("The rent is EUR 900. This lease is governed by the law of Ohio.")
    columns = [ColumnDraft(name=name, question=f"{name}?") for name in ("Rent", "Law")]
    fieldset = create_fieldset(FieldsetDraft(name="Lease", columns=columns), corpus=corpus, actor=user)

    def run(*, skip_waits=True, **options):
        draft = runs.ExtractDraft(fieldset=fieldset, engine="language-model", **options)
        extract = runs.start_extract(draft, corpus=corpus, actor=user)
        run_jobs(skip_waits=skip_waits)
        return extract

    return run


def cells(extract):
    return list(Cell.objects.filter(row__extract=extract).order_by("column__order"))


@pytest.mark.parametrize(
    "script",
    [
        [fails(429, retry_after="0.1"), fails(429)],
        [fails(503), fails(500), fails(408)],
        [breaks_off(), breaks_off()],
        [says("half", is_truncated=True), fails(502)],
        [Reply(FINE.body, latency=SLOW + 0.5)],
        [Reply(FINE.body, drip=0.05)],
        [says("I think so."), says_answers(RENT), says_answers(LAW)],
        [Reply(b"<html>proxy</html>"), says_answers(RENT), says_answers(LAW)],
        [says_answers(RENT), says_answers(LAW)],
    ],
    ids=["busy", "errors", "reset", "truncated", "slow", "slow drip", "broken JSON", "no JSON at all", "one missing"],
)
def test_cells_get_their_answer_after_failures_that_pass(start, model, settings, script):
    # proves: T-16 S0-12
    settings.LLM_TIMEOUT_SECONDS = SLOW if any(reply.latency or reply.drip for reply in script) else 20
    server = model(*script, FINE)
    extract = start()
    assert [(cell.status, cell.text, cell.problem) for cell in cells(extract)] == [
        ("found", "EUR 900", ""), ("found", "Ohio", ""),
    ]  # fmt: skip
    assert len(server.requests) == len(script) + (script[-1].status != 200 or script[-1].body != says_answers(LAW).body)
    assert extract.rows.get().state == ExtractRow.State.DONE


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (fails(503), "The language model is not available right now. Try again later."),
        (fails(429, retry_after="86400"), "The language model gets too many requests right now. Try again later."),
        (breaks_off(), "The language model is not available right now. Try again later."),
        (fails(400), "The language model did not accept the request."),
        (fails(401), "The language model refused the key."),
        (fails(404), "There is no such language model."),
        (says("No."), "No answer of the engine could be read."),
        (Reply(b"<html>proxy</html>"), "No answer of the engine could be read."),
        (Reply(b'{"choices": []}'), "No answer of the engine could be read."),
    ],
    ids=["down", "busy for a day", "reset", "refused", "key", "name", "no JSON", "proxy", "empty"],
)
def test_cells_end_with_the_reason_if_the_model_fails_for_good(start, model, settings, reply, reason):
    # proves: T-16
    settings.LLM_MAX_RETRIES = 1
    model(reply)
    extract = start()
    row = extract.rows.get()
    assert row.state == ExtractRow.State.FAILED
    assert row.message.startswith(reason)
    assert {cell.status for cell in cells(extract)} == {"failed"}
    assert all(cell.problem for cell in cells(extract))
    assert {cell.text for cell in cells(extract)} == {""}


def test_a_row_waits_without_a_slot_while_the_model_is_away(start, model, upload):
    server = model(fails(503, retry_after="60"))
    extract = start(skip_waits=False)
    row, job = extract.rows.get(), Job.objects.get(kind=runs.KIND)
    assert (row.state, row.message) == ("pending", "The language model is not available right now. Try again later.")
    assert {cell.status for cell in cells(extract)} == {"pending"}
    counts = ApiClient(extract.creator).get(f"/api/v1/extracts/{extract.pk}").json()["counts"]
    assert (counts["rows_pending"], counts["rows_waiting"]) == (1, 1)
    assert (counts["waiting_code"], counts["waiting_message"]) == ("llm_unavailable", row.message)
    assert (job.state, job.holder, job.inflight, job.attempts, job.failures) == ("stuck", None, False, 0, 0)
    document = upload(b"Ada pays Bob.", filename="notes.txt")
    run_jobs()
    document.refresh_from_db()
    job.refresh_from_db()
    assert (document.state, job.state, job.tries) == ("ready", "stuck", 1)
    server.script[:] = [FINE]
    run_jobs(skip_waits=True)
    row.refresh_from_db()
    assert (row.state, row.message) == ("done", "")
    counts = ApiClient(extract.creator).get(f"/api/v1/extracts/{extract.pk}").json()["counts"]
    assert (counts["rows_done"], counts["rows_waiting"], counts["waiting_code"]) == (1, 0, "")


def test_the_tries_with_a_model_are_counted_while_rows_wait(start, model, settings):
    # proves: S0-12
    settings.BREAKERS = settings.BREAKERS | {"llm": {"seconds": 0.02}}
    server = model(*[fails(503)] * 20, FINE)
    assert start().rows.get().state == ExtractRow.State.DONE
    assert len(server.requests) == 21
    assert Job.objects.get(kind=runs.KIND).failures == 0


def test_a_model_that_has_failed_several_times_gets_no_requests(start, model, settings):
    # proves: S4-3
    settings.LLM_MAX_RETRIES, settings.BREAKERS = 20, settings.BREAKERS | {"llm": {"failures": 2, "seconds": 60}}
    server = model(fails(503))
    extract = start(skip_waits=False)
    for _ in range(4):
        Job.objects.filter(kind=runs.KIND).update(run_at=timezone.now())
        run_jobs()
    job, row = Job.objects.get(kind=runs.KIND), extract.rows.get()
    assert (len(server.requests), job.tries, job.state) == (2, 2, "stuck")
    assert (row.state, "gets no requests for" in row.message) == ("pending", True)
    assert 50 < (job.run_at - timezone.now()).total_seconds() <= 90


def test_a_row_that_waits_for_the_model_can_be_cancelled(start, model):
    model(fails(503))
    extract = start(skip_waits=False)
    runs.cancel_extract(extract, actor=extract.creator)
    run_jobs(skip_waits=True)
    assert extract.rows.get().state == ExtractRow.State.CANCELLED


def test_a_second_delivery_after_a_failure_asks_only_what_is_open(start, model, settings):
    # proves: S1-G1
    settings.LLM_MAX_RETRIES = 0
    server = model(says_answers(RENT, {"value": 1, "quotes": 1}), fails(503))
    extract = start()
    assert [cell.status for cell in cells(extract)] == ["found", "failed"]
    server.script[:] = [says_answers(LAW)]
    del server.requests[:]
    runs.rerun(extract, runs.Selection(only_failed=True), actor=extract.creator)
    run_jobs()
    assert [(cell.status, cell.text) for cell in cells(extract)] == [("found", "EUR 900"), ("found", "Ohio")]
    assert len(server.requests) == 1


def test_requests_without_a_valid_answer_count_for_the_budget(start, model):
    server = model(says("No."))
    extract = start(budget_tokens=240)
    assert len(server.requests) == 2  # of 120 tokens each
    assert {cell.problem for cell in cells(extract)} <= {
        "The budget of the extract is used up.", "The answer of the language model was not valid.",
    }  # fmt: skip
    assert "The budget of the extract is used up." in {cell.problem for cell in cells(extract)}
    assert sum(row.input_tokens + row.output_tokens for row in LlmUsage.objects.all()) == 240


@pytest.mark.parametrize("reply", [fails(401), fails(503), fails(400), breaks_off(), says("No."), Reply(b"<html>")])
def test_the_key_is_in_no_log_and_no_message_after_a_failure(start, corpus, user, settings, caplog, capfd, reply):
    caplog.set_level(logging.DEBUG)
    with scripted_server([reply]) as server:
        settings.LLM_ALLOWED_HOSTS, settings.LLM_MAX_RETRIES = [server.url.split("/")[2]], 1
        set_language_model(corpus, ModelDraft(model="own", base_url=server.url, api_key=KEY), actor=user)
        extract = start()
        assert {headers["authorization"] for headers in server.headers} == {f"Bearer {KEY}"}
    row = extract.rows.get()
    assert row.state == ExtractRow.State.FAILED
    shown = [row.message, *(cell.problem for cell in cells(extract))]
    printed = capfd.readouterr()
    assert caplog.records
    for text in (caplog.text, printed.out, printed.err, *shown):
        assert KEY not in text


def test_a_server_that_was_removed_gets_nothing_and_the_row_says_so(start, corpus, user, model, settings):
    default = model(FINE)
    with scripted_server([FINE]) as server:
        host = server.url.split("/")[2]
        settings.LLM_ALLOWED_HOSTS = [host]
        set_language_model(corpus, ModelDraft(model="own", base_url=server.url, api_key=KEY), actor=user)
        AllowedServer.objects.create(purpose=Purpose.LANGUAGE_MODELS, host="other.example.com")
        row = start().rows.get()
        assert (row.state, row.code) == (ExtractRow.State.FAILED, "model_host_not_allowed")
        assert "Allowed servers: other.example.com." in row.message
        assert (server.requests, default.requests) == ([], [])
        assert Job.objects.get(kind="corpuses.extract_row").attempts == 1
