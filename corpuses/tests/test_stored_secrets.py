"""Stored secrets after a new SECRET_KEY: they can be encrypted again, and those that are lost are counted."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.checks import Warning as CheckWarning
from django.core.management import CommandError, call_command
from django.db.models import BinaryField

from core import encryption, stored_secrets
from core.db.encrypted_field import EncryptedField
from corpuses.analyzers.models import RemoteAnalyzer
from corpuses.analyzers.remote.client import secret_of
from corpuses.models import Corpus
from corpuses.providers.editing import ModelDraft, set_language_model
from corpuses.providers.services import model_of
from documents.models import PASSWORD_PURPOSE, Document, DocumentPassword
from documents.services.passwords import passwords_for, store_password
from tests.permissions.world import build

pytestmark = pytest.mark.django_db

KEY = "sk-of-another-server"


@pytest.fixture
def read(settings):
    """Store a secret in each column; return a function that reads them as the application does."""
    settings.LLM_ALLOWED_HOSTS = ["one.example.com", "api.openai.com"]
    world = build()
    document = Document.objects.get(pk=world.document.pk)
    corpus = Corpus.objects.filter(language_model__isnull=False).get()
    draft = ModelDraft(model="a", base_url="https://one.example.com/v1", api_key=KEY)
    set_language_model(corpus, draft, actor=corpus.owner)
    store_password(document, "of a document")
    analyzer = RemoteAnalyzer.objects.get()
    before = secret_of(analyzer)

    def read() -> bool:
        fresh = RemoteAnalyzer.objects.get()
        read = (passwords_for(document)[:1], model_of(corpus)[0].api_key, secret_of(fresh))
        return read == (("of a document",), KEY, before)

    assert read()
    return read


def reencrypt() -> str:
    out = StringIO()
    call_command("reencrypt_secrets", stdout=out)
    return out.getvalue().strip()


def test_every_column_with_encrypted_secrets_is_known():
    named = {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, BinaryField) and "encrypted" in field.name
    }
    assert named == {f"{model._meta.label}.{field.name}" for model, field in stored_secrets.columns()}
    assert len(named) == 4
    assert all(isinstance(field, EncryptedField) and field.purpose for _, field in stored_secrets.columns())


def test_the_old_key_is_not_needed_after_they_are_encrypted_again(read, rotate_secret_key, settings):
    rotate_secret_key(keep=True)
    assert read()
    assert reencrypt() == "3 of 3 secrets encrypted again"
    settings.SECRET_KEY_FALLBACKS = []
    assert read()
    assert reencrypt() == "0 of 3 secrets encrypted again"
    assert list(stored_secrets.check_secrets(databases=["default"])) == []


def test_what_cannot_be_read_is_counted(read, rotate_secret_key, caplog):
    rotate_secret_key(keep=False)
    DocumentPassword.objects.all().delete()
    (warning,) = stored_secrets.check_secrets(databases=["default"])
    assert isinstance(warning, CheckWarning)
    assert (warning.id, warning.msg) == ("core.W004", "Stored secrets that cannot be read: 2.")
    with pytest.raises(CommandError, match="2 secrets cannot be read"):
        reencrypt()
    assert model_of(Corpus.objects.filter(language_model__isnull=False).get())[0].api_key == ""
    assert [record.purpose for record in caplog.records if record.msg == "secret.unreadable"] == [
        "corpuses.language_models"
    ]


def test_what_a_user_enters_meanwhile_is_kept(read, rotate_secret_key, monkeypatch):
    rotate_secret_key(keep=True)
    password = DocumentPassword.objects.get()
    encrypt = encryption.encrypt

    def enter_another(purpose, secret):
        if (purpose, secret) == (PASSWORD_PURPOSE, "of a document"):
            store_password(password.document, "a new one")
        return encrypt(purpose, secret)

    monkeypatch.setattr(encryption, "encrypt", enter_another)
    assert reencrypt() == "2 of 3 secrets encrypted again"
    assert passwords_for(password.document)[0] == "a new one"
