"""Language models of corpora, the servers that they may be on, calls with tokens and cost, and budgets of tenants."""

from typing import ClassVar, Final

from django.db import models
from django.db.models import Q

from core.db.encrypted_field import EncryptedField
from core.models import Keyed
from corpuses.models import Corpus

KEY_PURPOSE: Final = "corpuses.language_models"


class LanguageModel(models.Model):
    """The language model of a corpus, instead of that of the settings. In a table of its own, because of the key."""

    corpus = models.OneToOneField(Corpus, on_delete=models.CASCADE, primary_key=True, related_name="language_model")
    backend = models.CharField(max_length=16, choices=[("openai", "OpenAI"), ("azure", "Azure")], default="openai")
    base_url = models.URLField(max_length=500)
    model = models.CharField(max_length=200)
    api_version = models.CharField(max_length=50, blank=True)
    encrypted_key = EncryptedField(purpose=KEY_PURPOSE, help_text="see corpuses.providers.editing")
    price_input = models.DecimalField(max_digits=12, decimal_places=6, default=0, help_text="of a million tokens")
    price_output = models.DecimalField(max_digits=12, decimal_places=6, default=0, help_text="of a million tokens")

    def __str__(self) -> str:
        return f"{self.model} of {self.corpus_id}"


class AllowedServer(Keyed):
    """A server that corpora may send their contents to; see `corpuses.providers.allowed` for what follows from rows."""

    class Purpose(models.TextChoices):
        LANGUAGE_MODELS = "language_models", "language models"
        ANALYZERS = "analyzers", "remote analyzers"

    purpose = models.CharField(max_length=32, choices=Purpose.choices)
    host = models.CharField(
        max_length=255, help_text="api.example.com, with a port (api.example.com:8443), or a domain: .example.com"
    )
    tenant = models.ForeignKey(
        "users.Tenant", on_delete=models.CASCADE, null=True, blank=True, related_name="+", help_text="empty: all"
    )
    name = models.CharField(max_length=200, blank=True, help_text="a note for those who choose a server")

    class Meta:
        ordering: ClassVar = ["purpose", "host"]
        constraints = [
            models.UniqueConstraint(
                fields=["purpose", "host", "tenant"], name="allowed_server_once", nulls_distinct=False
            ),
            models.CheckConstraint(
                condition=Q(host__regex=r"^(\.?[a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]+)?$"), name="allowed_server_is_host"
            ),
        ]

    def __str__(self) -> str:
        return self.host


class LlmUsage(Keyed):
    """One answer of a language model: who pays for it, what it was for, and what it took."""

    tenant = models.ForeignKey("users.Tenant", on_delete=models.CASCADE, related_name="+")
    corpus = models.ForeignKey(Corpus, on_delete=models.SET_NULL, null=True, related_name="+")
    job = models.UUIDField(null=True)
    purpose = models.CharField(max_length=32)
    model = models.CharField(max_length=200)
    input_tokens = models.PositiveIntegerField()
    output_tokens = models.PositiveIntegerField()
    cost = models.DecimalField(max_digits=12, decimal_places=6)

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes = [models.Index(fields=["tenant", "created"], name="llm_usage_of_tenant")]

    def __str__(self) -> str:
        return f"{self.purpose} with {self.model}"


class LlmBudget(models.Model):
    """The tokens and the cost that a tenant may use in a calendar month, instead of those of the settings."""

    tenant = models.OneToOneField("users.Tenant", on_delete=models.CASCADE, primary_key=True, related_name="+")
    tokens = models.BigIntegerField(null=True, blank=True, help_text="empty: no limit")
    cost = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True, help_text="empty: no limit")

    def __str__(self) -> str:
        return f"budget of {self.tenant_id}"
