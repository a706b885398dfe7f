"""Addresses of stored files that work without signing in, for a short time (S3-9).

An object store signs its own; for a folder of files we do, and answer at `/api/v1/blobs/…`.
"""

import hmac
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.files.storage import storages
from django.utils.crypto import salted_hmac
from django.utils.http import content_disposition_header

from core.errors import NotAllowed
from documents.models import Blob, Upload
from documents.object_store import ObjectStore
from documents.parts import part_name

_SALT: Final = "documents.signing"
_FIELDS: Final = ("expires", "type", "name", "inline")


class LinkExpired(NotAllowed):
    """This address was good for a short time only. Ask for another one."""

    code = "link_expired"


class BadSignature(NotAllowed):
    """This address was not made by us."""

    code = "bad_signature"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What an address gives: how it is called, and what it is."""

    blob: str
    media_type: str
    filename: str
    is_inline: bool = False

    @property
    def disposition(self) -> str:
        """The value of `Content-Disposition` (RFC 6266)."""
        return content_disposition_header(as_attachment=not self.is_inline, filename=self.filename) or "attachment"


def expiry() -> int:
    """The moment until which an address that is made now works, in seconds since 1970."""
    return int(time.time()) + int(settings.SIGNED_URL_SECONDS)


def store_url(target: Target, blob: Blob) -> str | None:
    """Give the object store's own address, good for `SIGNED_URL_SECONDS`; nothing where files lie in a folder."""
    store = _object_store()
    if store is None:
        return None
    headers = {"Content-Disposition": target.disposition, "Content-Type": target.media_type}
    return store.download_url(blob.name, seconds=settings.SIGNED_URL_SECONDS, headers=headers)


def store_upload_url(upload: Upload) -> str | None:
    """The same for the bytes of an upload, to be sent with PUT."""
    store = _object_store()
    if store is None:
        return None
    return store.upload_url(part_name(upload.pk, 0), seconds=settings.SIGNED_URL_SECONDS, size=upload.length)


def query_of(target: Target, *, expires: int) -> dict[str, str]:
    """What stands behind `/api/v1/blobs/{sha256}?`."""
    said = {
        "expires": str(expires),
        "type": target.media_type,
        "name": target.filename,
        "inline": "1" if target.is_inline else "",
    }
    return {**said, "signature": _signature("GET", target.blob, said)}


def target_of(blob: str, query: Mapping[str, str]) -> Target:
    """Read an address of ours. Raises `BadSignature` and `LinkExpired`."""
    said = {name: query.get(name, "") for name in _FIELDS}
    _require_signed("GET", blob, said, query)
    return Target(blob=blob, media_type=said["type"], filename=said["name"], is_inline=bool(said["inline"]))


def upload_query(upload_id: UUID, *, expires: int) -> dict[str, str]:
    """What stands behind `/api/v1/blobs/uploads/{id}?`."""
    said = {"expires": str(expires)}
    return {**said, "signature": _signature("PUT", str(upload_id), said)}


def require_upload_query(upload_id: UUID, query: Mapping[str, str]) -> None:
    """Raise `BadSignature` or `LinkExpired` where the address may not be sent to."""
    _require_signed("PUT", str(upload_id), {"expires": query.get("expires", "")}, query)


def _require_signed(method: str, subject: str, said: Mapping[str, str], query: Mapping[str, str]) -> None:
    if not hmac.compare_digest(_signature(method, subject, said).encode(), query.get("signature", "").encode()):
        raise BadSignature
    if int(said["expires"]) < time.time():
        raise LinkExpired


def _signature(method: str, subject: str, said: Mapping[str, str]) -> str:
    # Lengths, so that nothing can be moved from one part to its neighbour.
    text = "".join(f"{len(part)}:{part}" for part in (method, subject, *said.values()))
    return salted_hmac(_SALT, text, algorithm="sha256").hexdigest()


def is_object_store() -> bool:
    """Tell whether the store answers clients by itself."""
    return _object_store() is not None


def _object_store() -> ObjectStore | None:
    store = storages["default"]
    return store if isinstance(store, ObjectStore) else None
