"""The language model of a corpus: its key is encrypted and never shown, its server is one that operators allow."""

import logging

import pytest

from core.errors import Invalid, NotAllowed, NotFound
from corpuses.models import CorpusShare
from corpuses.providers.allowed import ModelHostNotAllowed
from corpuses.providers.editing import ModelDraft, remove_language_model, set_language_model
from corpuses.providers.models import LanguageModel, LlmBudget, LlmUsage
from corpuses.providers.services import (
    LlmBudgetUsedUp,
    client_for,
    model_of,
    require_budget,
    settings_of_model,
    spent_this_month,
)
from tests.upstreams import says, scripted_server

KEY = "sk-quokka-4711"
QUESTION = [{"role": "user", "content": "How are you?"}]


@pytest.fixture
def server(settings):
    with scripted_server([says("Fine.")]) as server:
        settings.LLM_ALLOWED_HOSTS = [server.url.split("/")[2]]
        yield server


def test_a_corpus_uses_its_own_model_and_key(corpus, user, job, server, caplog):
    caplog.set_level(logging.DEBUG)
    draft = ModelDraft(model="own", base_url=server.url, api_key=KEY, price_input=10_000)
    set_language_model(corpus, draft, actor=user)
    answer = client_for(job, corpus, purpose="extract").complete(QUESTION)
    assert (answer.text, float(answer.cost)) == ("Fine.", 1)
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert server.requests[0]["model"] == "own"
    assert KEY not in caplog.text
    assert KEY.encode() not in bytes(LanguageModel.objects.get().encrypted_key)
    assert LlmUsage.objects.get().model == "own"


def test_the_key_is_kept_for_its_server_only(corpus, user, settings):
    settings.LLM_ALLOWED_HOSTS = ["one.example.com", ".example.org"]
    first = ModelDraft(model="a", base_url="https://one.example.com/v1", api_key=KEY)
    set_language_model(corpus, first, actor=user)
    set_language_model(corpus, ModelDraft(model="b", base_url=first.base_url), actor=user)
    assert model_of(corpus)[0].api_key == KEY
    set_language_model(corpus, ModelDraft(model="b", base_url="https://two.example.org/v1"), actor=user)
    assert model_of(corpus)[0].api_key == ""


def test_a_key_of_another_secret_is_not_readable(corpus, user, settings):
    settings.LLM_ALLOWED_HOSTS = ["one.example.com"]
    set_language_model(corpus, ModelDraft(model="a", base_url="https://one.example.com", api_key=KEY), actor=user)
    old = settings.SECRET_KEY
    settings.SECRET_KEY = "another secret of at least thirty-two characters"
    assert model_of(corpus)[0].api_key == ""
    settings.SECRET_KEY_FALLBACKS = [old]
    assert model_of(corpus)[0].api_key == KEY


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("http://169.254.169.254/latest", ModelHostNotAllowed),
        ("https://api.openai.com.evil.example/v1", ModelHostNotAllowed),
        ("https://api.openai.com:8443/v1", ModelHostNotAllowed),
        ("https://user@api.openai.com/v1", Invalid),
        ("file:///etc/passwd", Invalid),
        ("api.openai.com", Invalid),
        ("https://[::1", Invalid),
        ("https://a\uff0fb.openai.azure.com/", Invalid),  # a slash of full width
        ("https://\u2100.openai.azure.com/", Invalid),
        ("https://evil.example\\.openai.azure.com/", Invalid),
        ("https://api.openai.com/v1?key=1", Invalid),
    ],
)
def test_only_allowed_servers_are_asked(corpus, user, address, error):
    with pytest.raises(error):
        set_language_model(corpus, ModelDraft(model="a", base_url=address), actor=user)


def test_an_editor_names_no_server_that_gets_what_members_read(corpus, user, other_user, settings):
    settings.LLM_ALLOWED_HOSTS = ["one.example.com"]
    CorpusShare.objects.create(target=corpus, user=other_user, role="editor", created_by=user)
    with pytest.raises(NotAllowed):
        set_language_model(corpus, ModelDraft(model="a", base_url="https://one.example.com"), actor=other_user)
    assert not LanguageModel.objects.exists()


def test_a_removed_model_gives_way_to_that_of_the_settings(corpus, user, settings):
    settings.LLM_MODEL = "default"
    draft = ModelDraft(model="a", base_url="https://api.openai.com/v1")
    set_language_model(corpus, draft, actor=user)
    remove_language_model(corpus, actor=user)
    assert model_of(corpus)[0] == settings_of_model()
    with pytest.raises(NotFound):
        remove_language_model(corpus, actor=user)


def test_responses_never_contain_the_key(api, corpus):
    path = f"/api/v1/corpuses/{corpus.pk}/language-model"
    body = {"model": "gpt", "base_url": "https://api.openai.com/v1", "api_key": KEY}
    created = api.send("put", path, body)
    assert created.status_code == 200
    assert KEY not in created.content.decode() + api.get(path).content.decode()
    shown = api.execute(f'{{ corpus(id: "{corpus.pk}") {{ languageModel {{ model baseUrl }} }} }}')
    assert shown["corpus"]["languageModel"] == {"model": "gpt", "baseUrl": "https://api.openai.com/v1"}


def test_the_model_is_set_and_removed_in_graphql(api, corpus):
    setting = """mutation ($input: SetLanguageModelInput!) { setLanguageModel(input: $input) {
        languageModel { model backend priceInput } errors { code field } } }"""
    given = {"corpusId": str(corpus.pk), "model": "gpt", "baseUrl": "https://api.openai.com/v1", "apiKey": KEY}
    assert api.execute(setting, {"input": given | {"priceInput": 0.25}})["setLanguageModel"] == {
        "languageModel": {"model": "gpt", "backend": "openai", "priceInput": 0.25},
        "errors": [],
    }
    refused = api.execute(setting, {"input": given | {"backend": "other"}})["setLanguageModel"]
    assert refused == {"languageModel": None, "errors": [{"code": "invalid", "field": "backend"}]}
    removal = """mutation ($id: ID!) { removeLanguageModel(input: {corpusId: $id}) {
        corpus { languageModel { model } } errors { code } } }"""
    for codes in ([], ["not_found"]):
        removed = api.execute(removal, {"id": str(corpus.pk)})["removeLanguageModel"]
        assert [each["code"] for each in removed["errors"]] == codes
    assert LanguageModel.objects.count() == 0


def test_the_budget_of_a_tenant_replaces_that_of_the_settings(corpus, settings):
    usage = {"tenant_id": corpus.tenant_id, "purpose": "extract", "model": "m"}
    LlmUsage.objects.create(**usage, input_tokens=60, output_tokens=40, cost=2)
    assert spent_this_month(corpus.tenant_id).tokens == 100
    require_budget(corpus.tenant_id)  # without a limit
    settings.LLM_BUDGET_COST = 1.5
    with pytest.raises(LlmBudgetUsedUp):
        require_budget(corpus.tenant_id)
    budget = LlmBudget.objects.create(tenant_id=corpus.tenant_id, cost=3)
    require_budget(corpus.tenant_id)
    LlmBudget.objects.filter(pk=budget.pk).update(tokens=100)
    with pytest.raises(LlmBudgetUsedUp):
        require_budget(corpus.tenant_id)


def test_usage_of_last_month_does_not_count(corpus, api, settings):
    settings.LLM_BUDGET_TOKENS = 500
    row = LlmUsage.objects.create(
        tenant_id=corpus.tenant_id, purpose="extract", model="m", input_tokens=1, output_tokens=1, cost=1
    )
    assert api.get("/api/v1/language-model-usage").json() == {
        "tokens": 2, "cost": 1.0, "limit_tokens": 500, "limit_cost": None, "sends_text_to": "",
        "sends_passages_to": "",
    }  # fmt: skip
    LlmUsage.objects.filter(pk=row.pk).update(created="2020-01-31T12:00:00Z")
    assert api.get("/api/v1/language-model-usage").json()["tokens"] == 0
