"""A remote analyzer on a real HTTP server, with a script of its answers."""

import json

import pytest

from core import webhooks
from corpuses.actions.analyses import start_analysis
from corpuses.actions.remote.editing import RemoteDraft, create_remote_analyzer
from corpuses.analyzers.models import AnalysisRun
from corpuses.analyzers.remote.lookup import name_of
from tasks.testing import run_jobs
from tests.upstreams import Reply, scripted_server

TEXT = "Ada pays Bob on Monday."
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # an example of the specification
ADA = {"kind": "finding", "start": 0, "end": 3, "label": "Name", "value": "ada", "confidence": 0.5, "note": "Pays."}


def answers(*results, status=200, **options):
    return Reply(json.dumps({"results": list(results)}).encode(), status=status, **options)


@pytest.fixture
def server(settings):
    """Start a scripted server, which the settings allow; its breaker opens for a moment only."""
    settings.BREAKERS = settings.BREAKERS | {"analyzer": {"seconds": 0.05}}
    settings.PUBLIC_URL = "https://papers.example.org"
    with scripted_server([]) as started:
        settings.ANALYZER_ALLOWED_HOSTS = [started.url.split("/")[2]]
        yield started


@pytest.fixture
def document(add_parsed):
    return add_parsed(TEXT, title="Agreement")


@pytest.fixture
def analyzer(corpus, server, user):
    draft = RemoteDraft(name="Names", address=f"{server.url}/names", secret=SECRET, labels=["Name", "Debt"])
    return create_remote_analyzer(corpus, draft, actor=user)


@pytest.fixture
def run(corpus, analyzer, document, server, user):
    """Run the analyzer, whose server gives these replies; return its run."""

    def start(*replies, settings=None):
        server.script[:] = replies
        start_analysis(corpus, name_of(analyzer), actor=user, settings=settings)
        run_jobs(skip_waits=True)
        return AnalysisRun.objects.order_by("-pk").first()

    return start


@pytest.fixture
def waiting(run):
    """Return a run whose results come later."""
    stored = run(Reply(status=202))
    assert (stored.state, stored.finished) == ("waiting", None)
    return stored


@pytest.fixture
def send(anonymous_api):
    """Send a signed message with results; parts of it can be wrong."""

    def post(run, message, *, secret=SECRET, body=None, headers=None):
        about = str(getattr(run, "pk", run))
        body = json.dumps({"run": about} | message).encode() if body is None else body
        signed = webhooks.signed(body, secret=secret, message_id="msg_1") | (headers or {})
        path = f"/api/v1/analysis-runs/{about}/results"
        return anonymous_api.post(path, data=body, content_type="application/json", headers=signed)

    return post
