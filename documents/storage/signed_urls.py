"""Signed URLs of stored files.

Two kinds: URLs that work for anyone, for a short time (S3-9; an object store signs its own, for files in a folder we do
and answer at `/api/v1/blobs/…`), and URLs of the viewer that spare one session the permission check of each request.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.core.files.storage import storages
from django.http import HttpRequest
from django.utils.http import content_disposition_header

from core import signatures
from core.errors import NotAllowed
from documents.models import Blob, Upload
from documents.storage.object_store import ObjectStore
from documents.storage.upload_parts import part_name

_SALT: Final = "documents.storage.signed_urls"
_FIELDS: Final = ("expires", "type", "name", "inline")


class LinkExpired(NotAllowed):
    """This URL has expired. Request a new one."""

    code = "link_expired"
    what_to_do = "Request a new URL."


class BadSignature(NotAllowed):
    """Invalid URL signature."""

    code = "bad_signature"
    what_to_do = "Request a new URL, and use it unchanged."


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The file behind a URL, its name and its type."""

    blob: str
    media_type: str
    filename: str
    is_inline: bool = False

    @property
    def disposition(self) -> str:
        """The value of `Content-Disposition` (RFC 6266)."""
        return content_disposition_header(as_attachment=not self.is_inline, filename=self.filename) or "attachment"


def expiry() -> int:
    """Return the time until which a URL made now works, in seconds since 1970."""
    return int(time.time()) + int(settings.SIGNED_URL_SECONDS)


def store_url(target: Target, blob: Blob) -> str | None:
    """Return a presigned URL of the object store, or `None` where files lie in a folder."""
    store = _object_store()
    if store is None:
        return None
    headers = {"Content-Disposition": target.disposition, "Content-Type": target.media_type}
    return store.download_url(blob.name, seconds=settings.SIGNED_URL_SECONDS, headers=headers)


def store_upload_url(upload: Upload) -> str | None:
    """Return a presigned URL to PUT the bytes of an upload to, or `None` where files lie in a folder."""
    store = _object_store()
    if store is None:
        return None
    return store.upload_url(part_name(upload.pk, 0), seconds=settings.SIGNED_URL_SECONDS, size=upload.length)


def query_of(target: Target, *, expires: int) -> dict[str, str]:
    """Return the query of `/api/v1/blobs/{sha256}`."""
    params = {
        "expires": str(expires),
        "type": target.media_type,
        "name": target.filename,
        "inline": "1" if target.is_inline else "",
    }
    return {**params, "signature": signatures.sign(_SALT, _text("GET", target.blob, params))}


def target_of(blob: str, query: Mapping[str, str]) -> Target:
    """Verify the query of `/api/v1/blobs/{sha256}`; raise `BadSignature` or `LinkExpired`."""
    params = {name: query.get(name, "") for name in _FIELDS}
    _require_signed("GET", blob, params, query)
    return Target(blob=blob, media_type=params["type"], filename=params["name"], is_inline=bool(params["inline"]))


def upload_query(upload_id: UUID, *, expires: int) -> dict[str, str]:
    """Return the query of `/api/v1/blobs/uploads/{id}`."""
    params = {"expires": str(expires)}
    return {**params, "signature": signatures.sign(_SALT, _text("PUT", str(upload_id), params))}


def require_upload_query(upload_id: UUID, query: Mapping[str, str]) -> None:
    """Verify the query of `/api/v1/blobs/uploads/{id}`; raise `BadSignature` or `LinkExpired`."""
    _require_signed("PUT", str(upload_id), {"expires": query.get("expires", "")}, query)


def sign_for_session(path: str, params: Mapping[str, str], *, session_key: str | None) -> str:
    """Return the URL of `path`, signed so that it opens without a permission check in this session, for some minutes.

    Afterwards, and in every other session, it is an ordinary URL: the view checks permissions again. Without a session
    there is no signature. The expiry is rounded, so that a browser's cache meets the same URL again.
    """
    if session_key is None:
        return f"{path}?{urlencode(params)}"
    seconds = int(settings.SIGNED_URL_SECONDS)
    expires = (int(time.time()) // seconds + 2) * seconds
    signed = {**params, "expires": str(expires)}
    signature = signatures.sign(_SALT, _session_text(path, signed, session_key))
    return f"{path}?{urlencode({**signed, 'signature': signature})}"


def is_signed_for_session(request: HttpRequest) -> bool:
    """Check whether a request has a URL of `sign_for_session` and comes from that session; no query is needed."""
    params = request.GET.dict()
    signature = params.pop("signature", "")
    expires = params.get("expires", "")
    session_key = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    if request.method not in {"GET", "HEAD"} or not (signature and session_key and expires.isdecimal()):
        return False
    text = _session_text(request.path, params, session_key)
    return signatures.is_signed(_SALT, text, signature) and int(expires) >= time.time()


def _session_text(path: str, params: Mapping[str, str], session_key: str) -> str:
    return _text("GET", path, {"session": session_key} | {name: f"{name}={params[name]}" for name in sorted(params)})


def _require_signed(method: str, subject: str, params: Mapping[str, str], query: Mapping[str, str]) -> None:
    if not signatures.is_signed(_SALT, _text(method, subject, params), query.get("signature", "")):
        raise BadSignature
    if int(params["expires"]) < time.time():
        raise LinkExpired


def _text(method: str, subject: str, params: Mapping[str, str]) -> str:
    """Return the text to sign. It has lengths, so that no text can be moved from one part to its neighbour."""
    return "".join(f"{len(part)}:{part}" for part in (method, subject, *params.values()))


def is_object_store() -> bool:
    """Check whether clients can fetch files from the store directly."""
    return _object_store() is not None


def _object_store() -> ObjectStore | None:
    store = storages["default"]
    return store if isinstance(store, ObjectStore) else None
