"""Python client of Cartulary. Start with `Client`."""

from cartulary_client.bulk_upload import UploadResult, UploadStatus
from cartulary_client.client import Client
from cartulary_client.connection import VERSION
from cartulary_client.credentials import Credentials, CredentialsFile
from cartulary_client.errors import (
    ApiError,
    CartularyError,
    Conflict,
    EditConflict,
    NotAuthenticated,
    NotFound,
    PermissionDenied,
    RateLimited,
    ServerError,
    ServerUnreachable,
    WaitTimeout,
)
from cartulary_client.upload import Destination

__all__ = [
    "VERSION",
    "ApiError",
    "CartularyError",
    "Client",
    "Conflict",
    "Credentials",
    "CredentialsFile",
    "Destination",
    "EditConflict",
    "NotAuthenticated",
    "NotFound",
    "PermissionDenied",
    "RateLimited",
    "ServerError",
    "ServerUnreachable",
    "UploadResult",
    "UploadStatus",
    "WaitTimeout",
]
