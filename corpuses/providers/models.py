"""Calls of language models with their tokens and cost, and the budgets of tenants."""

from typing import ClassVar, Final

from django.db import models

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
