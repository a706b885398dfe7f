"""The servers that corpora may send their contents to: the rule, and what is sent when it changes."""

import pytest
from django.db import IntegrityError, transaction

from audit.actions import Action
from audit.models import AuditEntry
from core.errors import Invalid
from core.outgoing import AddressNotAllowed
from corpuses.actions.analyses import start_analysis
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.actions.remote.editing import RemoteDraft, create_remote_analyzer, update_remote_analyzer
from corpuses.actions.remote.trials import try_remote_analyzer
from corpuses.analyzers.models import AnalysisRun, RemoteAnalyzer
from corpuses.analyzers.remote.lookup import name_of
from corpuses.analyzers.services import analyze
from corpuses.llm.errors import LlmUnavailable
from corpuses.providers.allowed import (
    ModelHostNotAllowed,
    Purpose,
    allowed_servers,
    checked_host,
    require_allowed,
)
from corpuses.providers.editing import ModelDraft, set_language_model
from corpuses.providers.models import AllowedServer, LanguageModel
from corpuses.providers.services import client_for, model_of
from tasks.models import Job
from tasks.testing import run_jobs
from tests.upstreams import Reply, fails, says, scripted_server

MODELS, ANALYZERS = Purpose.LANGUAGE_MODELS, Purpose.ANALYZERS
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # an example of the specification
QUESTION = [{"role": "user", "content": "How are you?"}]


def allow(host, *, purpose=MODELS, tenant=None, name=""):
    return AllowedServer.objects.create(purpose=purpose, host=host, tenant=tenant, name=name)


def allows(user, address, purpose=MODELS):
    try:
        require_allowed(purpose, user.tenant_id, address)
    except (ModelHostNotAllowed, AddressNotAllowed):
        return False
    return True


@pytest.fixture(autouse=True)
def environment(settings):
    settings.LLM_ALLOWED_HOSTS = ["api.openai.com", "10.0.0.5:11434"]
    settings.ANALYZER_ALLOWED_HOSTS = ["*", "10.0.0.5:9000"]


@pytest.fixture
def server(settings):
    """Start a scripted server, which the environment lists."""
    with scripted_server([says("Fine.")]) as started:
        host = started.url.split("/")[2]
        settings.LLM_ALLOWED_HOSTS = settings.ANALYZER_ALLOWED_HOSTS = [host]
        yield started


def host_of(server):
    return server.url.split("/")[2]


class TestRule:
    def test_without_rows_the_environment_decides(self, user):
        assert allows(user, "https://api.openai.com/v1")
        assert allows(user, "http://10.0.0.5:11434/v1")
        assert not allows(user, "https://models.example.com/v1")
        assert allows(user, "https://analyzers.example.com/", ANALYZERS)
        assert not allows(user, "http://analyzers.example.com/", ANALYZERS)
        assert not allows(user, "https://10.0.0.6/", ANALYZERS)

    def test_rows_for_all_tenants_replace_it(self, user, other_user):
        allow("models.example.com")
        for each in (user, other_user):
            assert allows(each, "https://models.example.com/v1")
            assert not allows(each, "https://api.openai.com/v1")
        assert allows(user, "https://analyzers.example.com/", ANALYZERS)  # of the other purpose

    def test_rows_of_a_tenant_are_for_it_only(self, user, other_user):
        allow("models.example.com", tenant=user.tenant)
        assert allows(user, "https://models.example.com/v1")
        assert not allows(user, "https://api.openai.com/v1")
        assert not allows(other_user, "https://models.example.com/v1")
        assert allows(other_user, "https://api.openai.com/v1")

    def test_rows_of_a_tenant_add_to_those_for_all(self, user, other_user):
        allow("all.example.com")
        allow("own.example.com", tenant=user.tenant)
        assert allows(user, "https://all.example.com/v1")
        assert allows(user, "https://own.example.com/v1")
        assert allows(other_user, "https://all.example.com/v1")
        assert not allows(other_user, "https://own.example.com/v1")

    @pytest.mark.parametrize(
        ("host", "address", "expected"),
        [
            (".example.com", "https://eu.models.example.com/v1", True),
            (".example.com", "https://EU.Example.COM/v1", True),
            (".example.com", "https://example.com/v1", False),
            (".example.com", "https://badexample.com/v1", False),
            (".example.com", "https://a.example.com:8443/v1", False),
            (".example.com:8443", "https://a.example.com:8443/v1", True),
            ("a.example.com", "https://a.example.com.evil.example/v1", False),
            ("a.example.com", "https://a.example.com:8443/v1", False),
            ("a.example.com:8443", "https://a.example.com:8443/v1", True),
            ("a.example.com:8443", "https://a.example.com/v1", False),
            ("a.example.com", "http://a.example.com/v1", False),
            ("localhost", "https://localhost/v1", False),
            ("10.0.0.9", "https://10.0.0.9/v1", False),
            ("10.0.0.5:11434", "http://10.0.0.5:11434/v1", True),  # listed by the environment, too
        ],
    )
    def test_rows_name_hosts_domains_and_ports(self, user, host, address, expected):
        allow(host)
        assert allows(user, address) is expected

    def test_a_domain_of_a_row_does_not_open_private_hosts(self, user, settings):
        settings.LLM_ALLOWED_HOSTS = ["gpu.example.com:8000"]
        allow(".example.com:8000")
        assert allows(user, "http://gpu.example.com:8000/v1")
        assert not allows(user, "http://other.example.com:8000/v1")
        assert allows(user, "https://other.example.com:8000/v1")
        assert allowed_servers(MODELS, user.tenant_id).hosts == ["gpu.example.com:8000"]

    def test_the_error_names_the_servers_and_who_can_allow_others(self, user):
        for number in range(12):
            allow(f"m{number:02}.example.com")
        with pytest.raises(ModelHostNotAllowed) as caught:
            require_allowed(MODELS, user.tenant_id, "https://other.example.com", field="base_url")
        assert "m00.example.com, " in caught.value.message
        assert "m09.example.com, 2 others. An administrator can allow others." in caught.value.message
        with pytest.raises(AddressNotAllowed, match=r"Allowed servers: all public ones, by https, 10\.0\.0\.5:9000"):
            require_allowed(ANALYZERS, user.tenant_id, "http://other.example.com")

    def test_users_see_the_note_of_their_own_tenant(self, user, other_user, django_assert_num_queries):
        allow("all.example.com", name="For all")
        allow("own.example.com", tenant=user.tenant, name="Ours")
        allow("all.example.com", tenant=user.tenant, name="Ours, too")
        with django_assert_num_queries(1):
            found = allowed_servers(MODELS, user.tenant_id)
        assert [(each.host, each.name) for each in found.named] == [
            ("all.example.com", "Ours, too"), ("own.example.com", "Ours"),
        ]  # fmt: skip
        assert [each.name for each in allowed_servers(MODELS, other_user.tenant_id).named] == ["For all"]

    def test_a_server_is_listed_once_as_it_is_compared(self, user):
        allow("all.example.com")
        for host in ("all.example.com", "Upper.example.com", "https://all.example.com", "a.example.com/v1", ""):
            with pytest.raises(IntegrityError), transaction.atomic():
                allow(host)


class TestHosts:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            (" API.Example.COM ", "api.example.com"),
            (".Example.com", ".example.com"),
            ("api.example.com:8443", "api.example.com:8443"),
            ("93.184.215.14", "93.184.215.14"),
            ("[2606:4700::1111]:8443", "[2606:4700::1111]:8443"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"),
            ("10.0.0.5:11434", "10.0.0.5:11434"),  # the environment lists it
            ("none.invalid", "none.invalid"),
        ],
    )
    def test_hosts_are_stored_as_they_are_compared(self, text, expected):
        assert checked_host(text, MODELS) == expected

    @pytest.mark.parametrize(
        "text",
        [
            "", "*", ".", "..", "a..example.com", "-a.example.com", "a.example.com.", "a b.example.com",
            "user@a.example.com", "https://api.example.com", "api.example.com/v1", "api.example.com?x",
            "api.example.com:", "api.example.com:0", "api.example.com:65536", "*.example.com",
            "b\u00fccher.example", "\u212aelvin.example", "a\uff0eexample.com",
            "ollama", ".com", "localhost", "a.localhost", "db.internal", "printer.local",
            "127.0.0.1", "10.0.0.5", "10.0.0.5:9000", "192.168.1.1:8000", "169.254.169.254", "0.0.0.0",
            "[::1]", "[fd00::1]", "[2606:4700:0::1111]", "2606:4700::1111", "[::ffff:10.0.0.5]",
            "127.1", "2130706433", "0x7f000001", "a.0x7f",
        ],
    )  # fmt: skip
    def test_what_is_no_public_host_is_refused(self, text):
        with pytest.raises(Invalid) as caught:
            checked_host(text, MODELS)
        assert caught.value.field == "host"


class TestSetting:
    def test_a_model_is_on_an_allowed_server(self, corpus, user):
        allow("models.example.com")
        with pytest.raises(ModelHostNotAllowed):
            set_language_model(corpus, ModelDraft(model="a", base_url="https://api.openai.com/v1"), actor=user)
        assert not LanguageModel.objects.exists()
        set_language_model(corpus, ModelDraft(model="a", base_url="https://models.example.com/v1"), actor=user)
        assert model_of(corpus).settings.is_public
        allow("api.openai.com")
        set_language_model(corpus, ModelDraft(model="a", base_url="https://api.openai.com/v1"), actor=user)
        assert not model_of(corpus).settings.is_public  # operators list it

    def test_an_analyzer_is_on_an_allowed_server(self, corpus, user):
        allow("analyzers.example.com", purpose=ANALYZERS)
        with pytest.raises(AddressNotAllowed) as caught:
            create(corpus, "https://other.example.com/", user)
        assert caught.value.field == "address"
        row = create(corpus, "https://analyzers.example.com/", user)
        with pytest.raises(AddressNotAllowed):
            update_remote_analyzer(row, actor=user, address="https://other.example.com/", secret=SECRET)
        assert RemoteAnalyzer.objects.get().address == "https://analyzers.example.com/"

    def test_the_tenant_is_that_of_the_corpus(self, corpus, user, other_user):
        allow("models.example.com", tenant=other_user.tenant)
        with pytest.raises(ModelHostNotAllowed):
            set_language_model(corpus, ModelDraft(model="a", base_url="https://models.example.com/v1"), actor=user)


def create(corpus, address, user):
    return create_remote_analyzer(corpus, RemoteDraft(name="Names", address=address, secret=SECRET), actor=user)


class TestSendingToModels:
    @pytest.fixture
    def model(self, corpus, user, server):
        """Return the row that allows the server of the own model of the corpus."""
        row = allow(host_of(server), tenant=user.tenant)
        set_language_model(corpus, ModelDraft(model="own", base_url=server.url), actor=user)
        return row

    def test_a_model_answers_while_its_server_is_allowed(self, corpus, job, server, model):
        asked = client_for(job, corpus, purpose="extract")
        assert asked.complete(QUESTION).text == "Fine."
        AllowedServer.objects.filter(pk=model.pk).update(host="models.example.com")
        with pytest.raises(ModelHostNotAllowed):
            asked.complete(QUESTION)
        assert len(server.requests) == 1

    def test_a_removal_ends_the_retries(self, corpus, job, server, model):
        server.script[:] = [fails(503)]
        asked = client_for(job, corpus, purpose="extract")
        with pytest.raises(LlmUnavailable):
            asked.complete(QUESTION)
        AllowedServer.objects.update(host="other.example.com")
        with pytest.raises(ModelHostNotAllowed):
            asked.complete(QUESTION)
        assert len(server.requests) == 1

    def test_the_model_of_the_settings_is_not_subject_to_rows(self, corpus, job, server, settings):
        allow("models.example.com")
        settings.LLM_MODEL, settings.LLM_BASE_URL = "default", server.url
        assert client_for(job, corpus, purpose="extract").complete(QUESTION).text == "Fine."


class TestSendingToAnalyzers:
    @pytest.fixture
    def analyzer(self, corpus, user, server):
        allow(host_of(server), purpose=ANALYZERS)
        return create(corpus, server.url, user)

    def test_nothing_is_sent_to_a_server_that_was_removed(self, corpus, user, server, analyzer, add_parsed):
        add_parsed("Ada pays Bob on Monday.")
        AllowedServer.objects.update(host="analyzers.example.com")
        start_analysis(corpus, name_of(analyzer), actor=user)
        run_jobs(skip_waits=True)
        execution = ActionExecution.objects.get(action__kind="analyze")
        assert (execution.state, execution.code) == ("failed", "address_not_allowed")
        assert "Allowed servers: analyzers.example.com. An administrator can allow others." in execution.message
        assert AnalysisRun.objects.get().code == "address_not_allowed"
        assert Job.objects.get(pk=execution.job).attempts == 1
        assert not server.requests

    def test_what_was_not_sent_is_not_recorded_as_sent(self, corpus, job, server, analyzer, add_parsed):
        document, name = add_parsed("Ada pays Bob on Monday."), name_of(analyzer)
        action = CorpusAction.objects.create(corpus=corpus, kind="analyze", name="Names", analyzer=name)
        AllowedServer.objects.update(host="analyzers.example.com")
        with pytest.raises(AddressNotAllowed):
            analyze(document.revision, name, corpus, job=job, action_id=action.pk)
        assert not AuditEntry.objects.filter(action=Action.REMOTE_ANALYZER_SENT).exists()

    def test_a_removal_ends_the_tries(self, corpus, user, server, analyzer, add_parsed):
        add_parsed("Ada pays Bob on Monday.")
        server.script[:] = [fails(503), Reply(b'{"results": []}')]
        start_analysis(corpus, name_of(analyzer), actor=user)
        run_jobs()
        AllowedServer.objects.update(host="other.example.com")
        run_jobs(skip_waits=True)
        assert ActionExecution.objects.get(action__kind="analyze").code == "address_not_allowed"
        assert len(server.requests) == 1

    def test_no_sample_is_sent_either(self, user, server, analyzer):
        AllowedServer.objects.update(host="analyzers.example.com")
        assert try_remote_analyzer(analyzer, actor=user).code == "address_not_allowed"
        assert not server.requests
