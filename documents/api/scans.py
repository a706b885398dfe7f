"""Whether it has to be said that a document was not scanned: only where a scanner should have done so."""

import graphene
from django.conf import settings

from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from documents import models
from documents.api.types import Document


def _is_missing(document: models.Document, _: Info) -> bool:
    return bool(settings.CLAMD_URL) and document.scan == models.Document.Scan.UNSCANNED


def add_scans() -> None:
    """Let documents tell it."""
    missing = "a virus scanner is configured, and it has not seen this file"
    extend(
        Document,
        "scan_is_missing",
        graphene.Field(graphene.Boolean, required=True, resolver=_is_missing, description=missing),
    )
