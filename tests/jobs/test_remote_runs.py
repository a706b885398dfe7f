"""Workers that are killed while they wait for a remote analyzer, or while a run waits for its callback."""

import json

import pytest

from core import webhooks
from corpuses.actions.analyses import start_analysis
from corpuses.actions.models import ActionExecution
from corpuses.actions.remote.editing import RemoteDraft, create_remote_analyzer
from corpuses.analyzers.models import AnalysisRun
from corpuses.analyzers.remote.lookup import name_of
from corpuses.annotations.models import Annotation
from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusDocument
from documents.tests.factories import parsed_document
from tests.jobs.conftest import QUICK, STEPS
from tests.timeouts import until
from tests.upstreams import Reply, scripted_server

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # an example of the specification
RESULTS = [{"kind": "finding", "start": 0, "end": 3, "label": "Name"}]


def start_run(user, address):
    corpus = create_corpus(owner=user, title="Leases")
    document = parsed_document(user, "Ada pays Bob on Monday.")
    CorpusDocument.objects.create(corpus=corpus, document=document, added_by=user)
    draft = RemoteDraft(name="Names", address=address, secret=SECRET)
    start_analysis(corpus, name_of(create_remote_analyzer(corpus, draft, actor=user)), actor=user)


def send_results(api, run):
    body = json.dumps({"run": str(run.pk), "results": RESULTS}).encode()
    headers = webhooks.signed(body, secret=SECRET, message_id="msg_1")
    path = f"/api/v1/analysis-runs/{run.pk}/results"
    return api.post(path, data=body, content_type="application/json", headers=headers)


# proves: S2-3 S1-14
@pytest.mark.full
def test_killed_workers_lose_no_run_that_waits_for_its_results(processes, user, settings, anonymous_api):
    with scripted_server([Reply(status=202, latency=60), Reply(status=202)]) as server:
        host = server.url.split("/")[2]
        settings.ANALYZER_ALLOWED_HOSTS = [host]
        env = {**QUICK, "ANALYZER_ALLOWED_HOSTS": host, "PUBLIC_URL": "https://papers.example.org"}
        first = processes.worker(processes=1, arguments=STEPS, env=env)
        start_run(user.user, server.url)
        until(lambda: server.requests)
        first.kill_all()
        second = processes.worker(processes=1, arguments=STEPS, env=env)
        until(lambda: AnalysisRun.objects.filter(state="waiting").exists())
        until(lambda: ActionExecution.objects.filter(action__kind="analyze", state="waiting").exists())
        second.kill_all()
    assert (
        len({headers[webhooks.ID] for headers in server.headers}) == 1
    )  # so that the server can leave out repeated ones
    run = AnalysisRun.objects.get()
    assert send_results(anonymous_api, run).json() == {"id": str(run.pk), "state": "success"}
    assert send_results(anonymous_api, run).status_code == 200
    assert Annotation.objects.get().quote == "Ada"
    assert ActionExecution.objects.get(action__kind="analyze").state == "success"
