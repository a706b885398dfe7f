"""Remote analyzers: documents are sent to a real HTTP server, which answers at once or later, correctly or not."""

import json
import time
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.utils import timezone

from audit.models import AuditEntry
from core import webhooks
from corpuses.actions.analyses import start_analysis
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.actions.remote.editing import update_remote_analyzer
from corpuses.actions.remote.runs import end_late_runs
from corpuses.actions.remote.trials import try_remote_analyzer
from corpuses.actions.running import run_action
from corpuses.analyzers.models import AnalysisRun
from corpuses.analyzers.remote.lookup import name_of
from corpuses.analyzers.remote.tests.conftest import ADA, SECRET, TEXT, answers
from corpuses.annotations.models import Annotation
from corpuses.corpora.services import add_documents, create_corpus, update_corpus
from documents.services.deletion import delete_document
from tasks.models import Job
from tasks.testing import run_jobs
from tests.plain_job import PlainJob
from tests.upstreams import Reply, breaks_off, fails


def quotes():
    return list(Annotation.objects.order_by("start").values_list("quote", "label__name", "note", "score"))


def code_of(response):
    return response.json()["error"]["code"]


def execution():
    return ActionExecution.objects.get(action__kind="analyze")


class TestAnswersAtOnce:
    def test_results_are_suggestions(self, run, document, server, analyzer):
        # proves: S1-10
        stored = run(answers(ADA, {"kind": "label", "name": "Debt"}), settings={"strict": True})
        assert (stored.state, stored.analyzer, stored.analyzer_version) == ("success", name_of(analyzer), "1")
        assert quotes() == [("Ada", "Name", "Pays.", 0.5)]
        assert execution().state == "success"
        assert server.requests == [
            {
                "run": str(stored.pk),
                "document": {
                    "id": str(document.pk), "title": "Agreement", "language": document.revision.language,
                    "text": document.revision.text, "pages": [[0, len(TEXT) + 1]],
                },
                "settings": {"strict": True},
                "labels": ["Name", "Debt"],
                "callback_url": f"https://papers.example.org/api/v1/analysis-runs/{stored.pk}/results",
                "test": False,
            }
        ]  # fmt: skip

    def test_the_audit_log_says_where_a_document_went(self, run, document, analyzer):
        run(answers(ADA))
        entry = AuditEntry.objects.get(action="remote_analyzer.document_sent")
        assert (entry.object_id, entry.document_id) == (analyzer.pk, document.pk)
        assert entry.details == {"address": analyzer.address}
        assert entry.actor_id == document.owner_id

    def test_the_request_is_signed(self, run, server):
        run(answers())
        (headers,), (body,) = server.headers, server.bodies
        webhooks.require_signed(body, headers, secret=SECRET)
        with pytest.raises(webhooks.BadWebhookSignature):
            webhooks.require_signed(body + b" ", headers, secret=SECRET)

    @pytest.mark.parametrize(
        ("reply", "reason"),
        [
            (Reply(b"<html>"), "not valid JSON"),
            (Reply(b"[]"), "not a JSON object"),
            (Reply(b"{}"), "no list"),
            (Reply(b'{"results": [], "extra": 1}'), "unknown field: extra"),
            (Reply(json.dumps({"run": str(uuid4()), "results": []}).encode()), "another run"),
            (answers({"kind": "page"}), "results.0: the kind must be one of"),
            (answers(ADA, ADA | {"colour": "red"}), "results.1: unknown field colour"),
            (answers({"kind": "finding", "start": 0, "label": "Name"}), "results.0: the field end is missing"),
            (answers(ADA | {"note": ["a"]}), "must be texts, numbers or booleans"),
            (answers(ADA | {"end": 10_000}), "lies outside a text of"),
            (answers(ADA | {"start": True}), "lies outside"),
            (answers(ADA | {"label": "Other"}), "does not declare this label"),
            (answers(ADA | {"note": "\ud800"}), "a note is a text"),
            (answers(ADA | {"confidence": float("nan")}), "a confidence is a number"),
            (Reply(b'{"error": "The model is\\nmissing"}'), "reports: The model is missing"),
            (fails(401), "status 401"),
            (Reply(status=302, headers={"Location": "http://127.0.0.1:1/"}), "redirect (302)"),
            (Reply(b"[" * 100_000), "not valid JSON"),
        ],
    )
    def test_a_wrong_answer_fails_the_run_with_its_reason(self, run, server, reply, reason):
        stored = run(reply)
        assert (stored.state, reason in stored.message) == ("failed", True), stored.message
        assert stored.code in {"analyzer_misbehaved", "remote_analyzer_failed", "remote_analyzer_refused"}
        assert execution().state == "failed"
        assert len(server.requests) == 1
        assert not Annotation.objects.exists()

    def test_a_huge_answer_is_refused(self, run):
        stored = run(Reply(b" " * 3_000_000))
        assert (stored.state, stored.code) == ("failed", "response_too_large")

    @pytest.mark.django_db(transaction=True)  # what a try has stored stays
    @pytest.mark.parametrize(
        "reply", [fails(429, Retry_After="0"), fails(503), breaks_off(), Reply(is_truncated=True, body=b"{}")]
    )
    def test_a_busy_server_is_asked_again(self, run, server, reply):
        assert run(reply, answers(ADA)).state == "success"
        assert len(server.requests) == 2
        ids = {headers[webhooks.ID] for headers in server.headers}
        assert len(ids) == 1

    def test_a_server_that_stays_away_fails_the_run(self, run, server):
        stored = run(fails(500))
        assert (stored.state, stored.code) == ("failed", "remote_analyzer_unavailable")
        assert stored.message == "The server answered with status 500."
        assert len(server.requests) == 5  # three tries, and two attempts more

    @pytest.mark.django_db(transaction=True)  # what a try has stored stays
    def test_a_server_that_stays_away_holds_no_worker(self, server, settings, corpus, analyzer, document, user):
        # proves: S4-3
        settings.BREAKERS = settings.BREAKERS | {"analyzer": {"failures": 1, "seconds": 60}}
        server.script[:] = [fails(500)]
        start_analysis(corpus, name_of(analyzer), actor=user)
        run_jobs()
        job = Job.objects.get(state="stuck")
        assert (job.error_message, job.failures, job.holder) == ("The server answered with status 500.", 0, None)
        Job.objects.filter(pk=job.pk).update(run_at=timezone.now())
        assert run_jobs() == 1
        job.refresh_from_db()
        assert (job.state, "gets no requests for" in job.error_message, len(server.requests)) == ("stuck", True, 1)
        assert AuditEntry.objects.filter(action="remote_analyzer.document_sent").count() == 1
        assert try_remote_analyzer(analyzer, actor=user).is_ok is False  # tests are always sent
        assert len(server.requests) == 2

    def test_a_server_that_answers_again_gets_requests(self, run, server):
        assert run(*[fails(500)] * 4, answers(ADA)).state == "success"

    def test_a_server_that_asks_to_wait_long_does_not_hold_a_worker(self, server, corpus, analyzer, document, user):
        server.script[:] = [fails(429, Retry_After="3000")]
        start_analysis(corpus, name_of(analyzer), actor=user)
        run_jobs()
        job = Job.objects.get(state="stuck")
        assert (job.run_at - timezone.now()).total_seconds() > 2_900
        assert len(server.requests) == 1

    def test_a_slow_answer_ends_in_time(self, run, settings):
        settings.ANALYZER_TIMEOUT_SECONDS = 0.3
        stored = run(Reply(b'{"results": []}' + b" " * 100, drip=0.05))
        assert (stored.state, "did not answer in time" in stored.message) == ("failed", True)

    @pytest.mark.parametrize("is_of_another_corpus", [False, True])
    def test_a_document_that_may_not_be_sent_is_not_sent(
        self, run, server, corpus, document, user, is_of_another_corpus
    ):
        closed = create_corpus(owner=user, title="Closed") if is_of_another_corpus else corpus
        if is_of_another_corpus:
            add_documents(closed, [document], actor=user)
        update_corpus(closed, actor=user, allows_language_models=False)
        stored = run(answers(ADA))
        assert (stored.state, stored.code, server.requests) == ("failed", "sending_not_allowed", [])
        assert stored.message.startswith("The text of this document may not be sent to other servers")
        assert not AuditEntry.objects.filter(action="remote_analyzer.document_sent").exists()
        update_corpus(closed, actor=user, allows_language_models=True)
        assert run(answers(ADA)).state == "success"


class TestAnswersLater:
    def test_results_complete_the_run(self, waiting, send):
        assert execution().state == "waiting"
        response = send(waiting, {"run": str(waiting.pk), "results": [ADA]})
        assert (response.status_code, response.json()) == (200, {"id": str(waiting.pk), "state": "success"})
        assert quotes() == [("Ada", "Name", "Pays.", 0.5)]
        assert (execution().state, execution().finished is not None) == ("success", True)

    def test_the_same_message_counts_once_and_another_one_is_a_conflict(self, waiting, send):
        # proves: S1-14
        message = {"results": [ADA]}
        assert send(waiting, message).json() == send(waiting, message).json()
        response = send(waiting, {"results": []})
        assert (response.status_code, code_of(response)) == (409, "analysis_results_conflict")
        assert len(quotes()) == 1

    @pytest.mark.parametrize(
        "options",
        [
            {"secret": "whsec_" + "A" * 32},
            {"headers": {webhooks.TIMESTAMP: "1"}},
            {"headers": {webhooks.TIMESTAMP: ""}},
            {"headers": {webhooks.ID: ""}},
            {"headers": {webhooks.ID: "msg_2"}},
            {"headers": {webhooks.SIGNATURE: ""}},
            {"headers": {webhooks.SIGNATURE: "v1,é"}},
            {"headers": {webhooks.SIGNATURE: "v2,AAAA v1,"}},
        ],
    )
    def test_a_wrong_signature_is_refused(self, waiting, send, options):
        response = send(waiting, {"results": [ADA]}, **options)
        assert (response.status_code, code_of(response)) == (403, "bad_webhook_signature")
        assert AnalysisRun.objects.get().state == "waiting"

    @pytest.mark.parametrize(
        "message",
        [b'{"results": []}', f'{{"run": "{UUID(int=1)}", "results": []}}'.encode(), b'{"error": "x"}', b"[]", b"{"],
    )
    def test_a_message_that_is_not_about_the_run_is_refused(self, waiting, send, message):
        """Refuse signed messages of the analyzer that were sent for another run."""
        response = send(waiting, None, body=message)
        assert (response.status_code, code_of(response)) == (403, "bad_webhook_signature")
        waiting.refresh_from_db()
        assert (waiting.state, waiting.received) == ("waiting", "")
        assert send(waiting, {"results": [ADA]}).json()["state"] == "success"

    def test_the_request_that_is_sent_back_is_refused(self, waiting, send, server):
        assert f'"run":"{waiting.pk}"'.encode() in server.bodies[-1]
        response = send(waiting, None, body=server.bodies[-1], headers=server.headers[-1])
        assert (response.status_code, code_of(response)) == (403, "bad_webhook_signature")
        waiting.refresh_from_db()
        assert (waiting.state, waiting.received) == ("waiting", "")

    @pytest.mark.parametrize("minutes", [-6, 6])
    def test_a_message_of_another_time_is_refused(self, waiting, send, monkeypatch, minutes):
        now = webhooks.time.time()
        body = json.dumps({"run": str(waiting.pk), "results": [ADA]}).encode()
        with monkeypatch.context() as patch:
            patch.setattr(webhooks.time, "time", lambda: now + minutes * 60)
            old = webhooks.signed(body, secret=SECRET, message_id="msg_1")
        assert send(waiting, None, body=body, headers=old).status_code == 403

    def test_a_message_to_an_earlier_attempt_does_not_end_the_next_one(self, waiting, run, send):
        def signed(results):
            body = json.dumps({"run": str(waiting.pk), "results": results}).encode()
            return {"body": body, "headers": webhooks.signed(body, secret=SECRET, message_id="msg_1")}

        wrong = signed([{"kind": "unknown"}])
        assert send(waiting, None, **wrong).status_code == 400
        assert run(Reply(status=202)).pk == waiting.pk  # five minutes long, the first message is validly signed
        assert code_of(send(waiting, None, **wrong)) == "analysis_results_conflict"
        time.sleep(1.1)  # the times of messages are in seconds
        new = signed([ADA])
        assert [send(waiting, None, **each).status_code for each in (new, wrong, new)] == [200, 409, 200]
        assert len(quotes()) == 1

    def test_a_wrong_message_fails_the_run_and_is_answered_alike(self, waiting, send):
        first, second = send(waiting, {"results": [{}]}), send(waiting, {"results": [{}]})
        assert (first.status_code, code_of(first)) == (400, "analyzer_misbehaved")
        assert (second.status_code, second.json()["error"]["message"]) == (400, first.json()["error"]["message"])
        waiting.refresh_from_db()
        assert (waiting.state, waiting.message) == ("failed", first.json()["error"]["message"])
        assert (execution().state, execution().message) == ("failed", waiting.message)

    @pytest.mark.parametrize(
        "result", ['{"kind": []}', '{"kind": "finding", "a\\u0000": 1}', '{"kind": "finding", "\\ud800": 1}']
    )
    def test_what_cannot_be_looked_up_or_stored_fails_the_run(self, waiting, send, result):
        response = send(waiting, None, body=f'{{"run": "{waiting.pk}", "results": [{result}]}}'.encode())
        assert (response.status_code, code_of(response)) == (400, "analyzer_misbehaved")
        waiting.refresh_from_db()
        assert waiting.state == "failed"

    def test_the_server_may_report_that_it_failed(self, waiting, send):
        assert send(waiting, {"error": "No model."}).json()["state"] == "failed"
        waiting.refresh_from_db()
        assert (waiting.code, "No model." in waiting.message) == ("remote_analyzer_failed", True)

    def test_a_huge_message_is_refused(self, waiting, send):
        assert send(waiting, None, body=b" " * 2_700_000).status_code == 413

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize(("result", "state"), [(ADA, "success"), ({}, "failed")])
    def test_results_may_come_before_the_answer(self, corpus, analyzer, document, server, user, send, result, state):
        sent = []

        def choose(request):
            # In the thread of the server, with a connection of its own, while the job waits for the answer.
            sent.append(send(request["run"], {"results": [result]}).status_code)
            connection.close()
            return Reply(status=202)

        server.choose = choose
        start_analysis(corpus, name_of(analyzer), actor=user)
        run_jobs()
        assert sent == [200 if state == "success" else 400]
        assert (AnalysisRun.objects.get().state, execution().state) == (state, state)
        assert len(quotes()) == (state == "success")

    @pytest.mark.parametrize("headers", [{}, {webhooks.TIMESTAMP: "1"}, {webhooks.ID: ""}])
    def test_a_wrong_signature_does_not_show_which_runs_there_are(self, waiting, send, api, analyzer, user, headers):
        wrong = {"secret": "whsec_" + "A" * 32, "headers": headers}

        def answer(run):
            response = send(run, {"results": [ADA]}, **wrong)
            error = response.json()["error"]
            return response.status_code, error["code"], error["message"]

        unknown = answer(uuid4())
        assert unknown[:2] == (403, "bad_webhook_signature")
        assert answer(waiting) == unknown
        assert api.send("POST", f"/api/v1/analysis-runs/{waiting.pk}/cancel").json()["state"] == "cancelled"
        assert answer(waiting) == unknown
        update_remote_analyzer(analyzer, actor=user, enabled=False)
        assert answer(waiting) == unknown

    def test_cancelled_and_ended_runs_are_not_found_alike(self, run, waiting, send, api, document):
        message = {"results": [ADA]}
        assert api.send("POST", f"/api/v1/analysis-runs/{waiting.pk}/cancel").json()["state"] == "cancelled"
        cancelled = send(waiting, message)
        assert (cancelled.status_code, code_of(cancelled)) == (404, "not_found")
        assert execution().state == "cancelled"
        again = run(answers(ADA))
        assert (again.pk, again.state) == (waiting.pk, "success")
        assert send(waiting, message).status_code == 404

    def test_a_deleted_document_gets_no_results(self, waiting, send, document, user):
        delete_document(document, actor=user)
        assert send(waiting, {"results": [ADA]}).status_code == 404

    def test_a_disabled_analyzer_gets_nothing_and_sends_nothing(self, waiting, send, analyzer, user, server, corpus):
        update_remote_analyzer(analyzer, actor=user, enabled=False)
        waiting.refresh_from_db()
        assert (waiting.state, execution().state) == ("cancelled", "cancelled")
        assert send(waiting, {"results": [ADA]}).status_code == 404
        action = CorpusAction.objects.get(kind="analyze")
        run_action(action, actor=user)
        run_jobs()
        waiting.refresh_from_db()
        assert (waiting.state, waiting.code) == ("failed", "remote_analyzer_disabled")
        assert len(server.requests) == 1

    def test_late_results_end_the_run_and_it_can_run_again(self, waiting, run, send):
        AnalysisRun.objects.update(due="2026-01-01T00:00:00Z")
        assert send(waiting, {"results": [ADA]}).status_code == 404
        assert end_late_runs(job=PlainJob()) == 1
        waiting.refresh_from_db()
        assert (waiting.state, waiting.code) == ("failed", "remote_analyzer_late")
        assert execution().state == "failed"
        assert end_late_runs(job=PlainJob()) == 0
        assert run(answers(ADA)).state == "success"

    def test_without_a_public_url_results_cannot_come_later(self, run, settings, server):
        settings.PUBLIC_URL = ""
        stored = run(Reply(status=202))
        assert (stored.state, "PUBLIC_URL" in stored.message) == ("failed", True)
        assert server.requests[0]["callback_url"] is None
