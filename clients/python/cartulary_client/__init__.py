"""Cartulary from Python: `Client` is where to begin."""

from cartulary_client.batches import Fate, Outcome
from cartulary_client.client import Client
from cartulary_client.connection import VERSION
from cartulary_client.credentials import Credentials, CredentialsFile
from cartulary_client.errors import (
    CartularyError,
    Conflict,
    EditConflict,
    NotAllowed,
    NotFound,
    NotSignedIn,
    Refused,
    ServerFault,
    TookTooLong,
    TooMany,
    Unreachable,
)
from cartulary_client.sending import Place

__all__ = [
    "VERSION",
    "CartularyError",
    "Client",
    "Conflict",
    "Credentials",
    "CredentialsFile",
    "EditConflict",
    "Fate",
    "NotAllowed",
    "NotFound",
    "NotSignedIn",
    "Outcome",
    "Place",
    "Refused",
    "ServerFault",
    "TooMany",
    "TookTooLong",
    "Unreachable",
]
