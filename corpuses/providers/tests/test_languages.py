"""Language detection: Google, the language model or the local detector, the default."""

import json
import time
from itertools import product

import pytest

from corpuses.providers import languages as detectors
from corpuses.providers.models import LlmUsage
from documents.services import languages
from documents.tests.factories import parsed_document
from tasks.errors import Cancelled
from tasks.testing import run_jobs
from tests.upstreams import INPUT_TOKENS, OUTPUT_TOKENS, Reply, breaks_off, fails, says, scripted_server

pytestmark = pytest.mark.django_db

GERMAN = "Dieser Vertrag wird zwischen den Parteien am ersten Januar geschlossen."
OFF = None


def google_says(language):
    return Reply(json.dumps({"data": {"detections": [[{"language": language, "confidence": 0.9}]]}}).encode())


def timeout_for(reply):
    """Return a short timeout for slow replies, else more than the slowest machine needs."""
    return 0.5 if reply and (reply.latency or reply.drip) else 20


@pytest.fixture
def ask(settings, job, user):
    """Detect the language with scripted servers (OFF: not configured); return it and the servers."""
    document = parsed_document(user, GERMAN)

    def of(*, google, model, found="nl", text=GERMAN, seconds=None):
        settings.USE_GOOGLE_LANGUAGE_DETECTION = google is not OFF
        settings.GOOGLE_TRANSLATE_API_KEY = "google-key"
        settings.LLM_MODEL = "" if model is OFF else "scripted"
        settings.LANGUAGE_DETECT_GOOGLE_TIMEOUT_SECONDS = timeout_for(google)
        settings.LANGUAGE_DETECT_LLM_TIMEOUT_SECONDS = seconds or timeout_for(model)
        with scripted_server([google or fails(500)]) as first, scripted_server([model or fails(500)]) as second:
            settings.GOOGLE_TRANSLATE_URL, settings.LLM_BASE_URL = f"{first.url}/detect", second.url
            return languages.language_of(text, found=found, job=job, document=document), first, second

    return of


LATE = {"latency": 1.5}
GOOGLE = {
    "off": (OFF, None),
    "knows": (google_says("pt-BR"), "pt"),
    "fails": (fails(500), None),
    "has no such key": (fails(403), None),
    "is late": (Reply(google_says("fr").body, **LATE), None),
    "drips": (Reply(google_says("fr").body, drip=0.2), None),
    "breaks off": (breaks_off(), None),
    "answers nonsense": (Reply(b"<html>"), None),
    "does not know": (google_says("und"), None),
}
MODEL = {
    "off": (OFF, "nl"),  # the local detector is used instead
    "knows": (says(" DE\n"), "de"),
    "says nothing": (says(""), "en"),
    "chats": (says("That is German."), "en"),
    "fails": (fails(500), "en"),
    "refuses": (fails(401), "en"),
    "is late": (says("de", **LATE), "en"),
    "breaks off": (breaks_off(), "en"),
}


BRANCHES = [
    *product(("off", "knows", "fails"), ("off", "knows", "says nothing", "fails")),  # each with each
    *((google, "knows") for google in GOOGLE),
    *(("off", model) for model in MODEL),
]


@pytest.mark.parametrize(("google", "model"), sorted(set(BRANCHES)))
def test_every_combination_returns_a_language(ask, google, model):
    # proves: S0-14 S0-15 S0-16 S0-17 S0-18 S0-19 S0-20
    (by_google, certain), (by_model, otherwise) = GOOGLE[google], MODEL[model]
    language, first, second = ask(google=by_google, model=by_model)
    assert language == (certain or otherwise)
    assert len(first.requests) == (by_google is not OFF)
    assert len(second.requests) == (by_model is not OFF and certain is None)


def test_default_settings_of_language_detection(settings):
    # proves: S0-14 S0-15 S0-20
    assert settings.USE_GOOGLE_LANGUAGE_DETECTION is False
    assert settings.LANGUAGE_DETECT_GOOGLE_TIMEOUT_SECONDS == 10
    assert settings.LANGUAGE_DETECT_LLM_TIMEOUT_SECONDS == 30
    assert settings.SYSTEM_DEFAULT_LANGUAGE == "en"


@pytest.mark.parametrize("found", ["", "unknown language", "und"])
def test_the_default_language_is_used_if_no_detector_answers(settings, ask, found):
    # proves: S0-20
    settings.SYSTEM_DEFAULT_LANGUAGE = "nl"
    assert ask(google=OFF, model=OFF, found=found)[0] == "nl"


def test_no_detector_is_called_for_a_document_without_text(ask):
    language, google, model = ask(google=google_says("fr"), model=says("fr"), found="", text=" \n")
    assert (language, google.requests, model.requests) == ("en", [], [])


def test_only_a_sample_is_sent_and_keys_are_not_in_urls(ask):
    _, google, model = ask(google=google_says("und"), model=says("de"), text="a" * 10_000)
    assert google.requests[0] == {"q": "a" * 2_000}
    assert {name.lower(): value for name, value in google.headers[0].items()}["x-goog-api-key"] == "google-key"
    assert "key" not in google.paths[0]
    assert model.requests[0]["messages"][1]["content"].count("a") == 2_000


def test_cancelled_jobs_stop_during_detection(ask, job):
    def stop(*, now=False):
        raise Cancelled

    job.check_cancelled = stop
    with pytest.raises(Cancelled):
        ask(google=OFF, model=says("de"))


def test_the_tokens_of_the_model_are_recorded_for_the_tenant(ask, job, user):
    ask(google=OFF, model=says("de"))
    (row,) = LlmUsage.objects.all()
    assert (row.tenant_id, row.job, row.purpose, row.corpus) == (user.tenant_id, job.id, "language", None)
    assert (row.input_tokens, row.output_tokens) == (INPUT_TOKENS, OUTPUT_TOKENS)


def test_a_tenant_without_budget_gets_the_language_of_the_local_detector(ask, settings):
    settings.LLM_BUDGET_TOKENS = INPUT_TOKENS + OUTPUT_TOKENS
    assert ask(google=OFF, model=says("de"))[0] == "de"
    language, _, model = ask(google=OFF, model=says("de"))
    assert (language, model.requests) == ("nl", [])


@pytest.mark.parametrize("left", [0.6, -1])
def test_detection_ends_with_the_deadline_of_the_job(ask, job, left):
    job.deadline = time.monotonic() + left
    began = time.monotonic()
    assert ask(google=OFF, model=says("de", latency=60), seconds=60)[0] == "en"
    assert time.monotonic() - began < 50


@pytest.mark.parametrize("failures", [1, 5])  # the second call finds out whether it works again, or is one of several
def test_documents_wait_only_shortly_for_a_model_that_has_just_failed(settings, monkeypatch, job, user, failures):
    settings.BREAKERS = settings.BREAKERS | {"llm": {"seconds": 0, "failures": failures}}
    settings.LLM_MODEL, settings.LANGUAGE_DETECT_LLM_TIMEOUT_SECONDS = "scripted", 60
    monkeypatch.setattr(detectors, "_DOUBTFUL_SECONDS", 0.2)
    document = parsed_document(user, GERMAN)
    began = time.monotonic()
    with scripted_server([fails(503), says("de", latency=60)]) as model:
        settings.LLM_BASE_URL = model.url
        found = [languages.language_of(GERMAN, found="nl", job=job, document=document) for _ in range(2)]
    assert (found, len(model.requests)) == (["en", "en"], 2)
    assert time.monotonic() - began < 50


@pytest.mark.django_db(transaction=True)
def test_a_parsed_document_gets_the_detected_language(upload, model):
    server = model(says("fr"))
    document = upload("maintenance-agreement.txt")
    run_jobs()
    document.refresh_from_db()
    assert (document.state, document.language, document.revision.language) == ("ready", "fr", "fr")
    assert len(server.requests) == 1
