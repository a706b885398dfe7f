"""The allowed servers of a corpus, in REST and GraphQL: for those who may name one, and only what concerns them."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from audit.models import AuditEntry
from corpuses.corpora.services import create_corpus
from corpuses.models import CorpusShare
from corpuses.providers.allowed import Purpose
from corpuses.providers.models import AllowedServer
from users.models import User

pytestmark = pytest.mark.django_db

ADMIN = "/admin/corpuses/allowedserver/"


@pytest.fixture
def corpus(user):
    return create_corpus(owner=user, title="Contracts")


@pytest.fixture
def rows(user, other_user, settings):
    settings.LLM_ALLOWED_HOSTS, settings.ANALYZER_ALLOWED_HOSTS = ["api.openai.com"], ["*", "10.0.0.5:9000"]
    for host, tenant, name in (
        ("models.example.com", None, "Contract of 2026"),
        (".own.example.com", user.tenant, ""),
        ("other.example.com", other_user.tenant, "secret"),
    ):
        AllowedServer.objects.create(purpose=Purpose.LANGUAGE_MODELS, host=host, tenant=tenant, name=name)


def test_the_owner_of_a_corpus_sees_its_servers(api, corpus, rows, django_assert_max_num_queries):
    expected = {
        "language_models": [
            {"host": ".own.example.com", "name": ""},
            {"host": "models.example.com", "name": "Contract of 2026"},
        ],
        "analyzers": [{"host": "*", "name": ""}, {"host": "10.0.0.5:9000", "name": ""}],
    }
    with django_assert_max_num_queries(8):
        found = api.get(f"/api/v1/corpuses/{corpus.pk}/allowed-servers")
    assert found.json() == expected
    fields = "{ languageModels { host name } analyzers { host name } }"
    shown = api.execute(f'{{ allowedServers(corpusId: "{corpus.pk}") {fields} }}')["allowedServers"]
    assert (shown["languageModels"], shown["analyzers"]) == (expected["language_models"], expected["analyzers"])


def test_who_may_not_share_a_corpus_sees_none(other_api, other_user, user, corpus, rows):
    path = f"/api/v1/corpuses/{corpus.pk}/allowed-servers"
    assert other_api.get(path).status_code == 404
    CorpusShare.objects.create(target=corpus, user=other_user, role="editor", created_by=user)
    refused = other_api.get(path)
    assert (refused.status_code, b"example.com" in refused.content) == (403, False)


def test_an_error_says_what_is_allowed_and_who_can_change_it(api, corpus, rows):
    body = {"model": "a", "base_url": "https://api.openai.com/v1"}
    error = api.send("put", f"/api/v1/corpuses/{corpus.pk}/language-model", body).json()["error"]
    assert (error["code"], error["field"]) == ("model_host_not_allowed", "base_url")
    assert error["message"] == (
        "This server is not allowed. Allowed servers: .own.example.com, models.example.com. "
        "An administrator can allow others."
    )


class TestAdmin:
    @pytest.fixture
    def client(self):
        client = Client()
        client.force_login(User.objects.create_superuser("root", "root@example.org", "pw"))
        return client

    def add(self, client, host, **values):
        return client.post(
            f"{ADMIN}add/", {"purpose": "language_models", "host": host, "tenant": "", "name": ""} | values
        )

    def test_administrators_add_change_and_remove_servers_and_it_is_recorded(self, client, user):
        assert self.add(client, " Models.Example.com:8443 ", tenant=str(user.tenant_id), name="Ours").status_code == 302
        row = AllowedServer.objects.get()
        assert (row.host, row.tenant, row.name) == ("models.example.com:8443", user.tenant, "Ours")
        changed = {"purpose": "analyzers", "host": ".example.com", "tenant": "", "name": "All"}
        assert client.post(f"{ADMIN}{row.pk}/change/", changed).status_code == 302
        assert client.post(f"{ADMIN}{row.pk}/delete/", {"post": "yes"}).status_code == 302
        entries = AuditEntry.objects.filter(details__key=str(row.pk)).order_by("created")
        assert list(entries.values_list("action", flat=True)) == ["admin.added", "admin.changed", "admin.deleted"]
        assert not AllowedServer.objects.exists()

    @pytest.mark.parametrize(
        "host",
        [
            "https://models.example.com",
            "models.example.com/v1",
            "10.0.0.1",
            "[::1]",
            "ollama",
            "*",
            "a b",
            "",
            "x" * 300,
        ],
    )
    def test_what_is_no_public_host_is_refused(self, client, host):
        page = self.add(client, host)
        assert page.status_code == 200
        assert b"errorlist" in page.content
        assert not AllowedServer.objects.exists()

    def test_a_private_server_has_to_be_in_the_environment(self, client, settings):
        refused = self.add(client, "10.0.0.5:11434").content.decode()
        assert "Operators have to list it in the environment first (LLM_ALLOWED_HOSTS)" in refused
        settings.LLM_ALLOWED_HOSTS = ["10.0.0.5:11434"]
        assert self.add(client, "10.0.0.5:11434").status_code == 302

    def test_a_server_is_listed_once(self, client):
        assert self.add(client, "models.example.com").status_code == 302
        assert self.add(client, "MODELS.example.com").status_code == 200
        assert AllowedServer.objects.count() == 1

    def test_the_list_takes_the_same_queries_for_many_rows(self, client, user):
        def count():
            with CaptureQueriesContext(connection) as found:
                assert client.get(ADMIN).status_code == 200
            return len(found)

        self.add(client, "m.example.com", tenant=str(user.tenant_id))
        first = count()
        for number in range(5):
            self.add(client, f"m{number}.example.com", tenant=str(user.tenant_id))
        assert count() == first
