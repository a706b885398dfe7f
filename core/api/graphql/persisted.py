"""Operations by their SHA-256: the protocol of automatic persisted queries, and the list of those that may run at all.

What a client has sent once with its hash is kept in Redis; when Redis is away, or has forgotten it, the client is asked
to send it again. Where `GRAPHQL_ALLOW_LIST` names a file, nothing runs but what is in it.
"""

import hashlib
import json
import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from redis import RedisError

from core import redis_client
from core.errors import Invalid, NotAllowed

logger = logging.getLogger(__name__)

KEPT_SECONDS: Final = 7 * 24 * 3_600
_HASH: Final = re.compile(r"[0-9a-f]{64}")


class HashMismatch(Invalid):
    """This is not the SHA-256 of the operation."""

    code = "persisted_query_mismatch"


class UnknownProtocol(Invalid):
    """Send `persistedQuery` as `{"version": 1, "sha256Hash": "…"}`."""

    code = "malformed_request"


class NotListed(NotAllowed):
    """This installation runs the operations of its own user interface only."""

    code = "operation_not_listed"


@dataclass(frozen=True, slots=True)
class Sent:
    """What a request says about its operation: its text, its hash, or both."""

    text: str | None
    digest: str | None

    @classmethod
    def of(cls, body: Mapping[str, object]) -> "Sent":
        """Read a request; `UnknownProtocol` or `HashMismatch` when it makes no sense."""
        query = body.get("query")
        text = query if isinstance(query, str) else None
        extensions = body.get("extensions")
        match {} if extensions is None else extensions:
            case {"persistedQuery": {"version": 1, "sha256Hash": str() as digest}} if _HASH.fullmatch(digest):
                sent = cls(text, digest)
            case dict() as others if "persistedQuery" not in others:
                sent = cls(text, None)
            case _:
                raise UnknownProtocol(field="extensions")
        if sent.text is not None and sent.digest not in {None, digest_of(sent.text)}:
            raise HashMismatch(field="extensions")
        return sent

    def operation(self) -> str | None:
        """Give the text, from memory if need be; `None` when nobody has sent it. `NotListed` when it may not run."""
        listed = _allowed(settings.GRAPHQL_ALLOW_LIST)
        if listed is None:
            return self.text if self.text is not None or self.digest is None else _remembered(self.digest)
        wanted = self.digest or digest_of(self.text or "")
        if wanted not in listed:
            raise NotListed
        return listed[wanted]

    def remember(self) -> None:
        """Keep the text for those who will send its hash only."""
        if self.text is None or self.digest is None or settings.GRAPHQL_ALLOW_LIST:
            return
        try:
            redis_client.client().set(_key(self.digest), self.text, ex=KEPT_SECONDS)
        except RedisError as error:
            logger.warning("graphql.not_remembered", extra={"reason": str(error)})


def digest_of(text: str) -> str:
    """The name of an operation."""
    return hashlib.sha256(text.encode()).hexdigest()


def _remembered(digest: str) -> str | None:
    try:
        found = redis_client.client().get(_key(digest))
    except RedisError as error:
        logger.warning("graphql.not_remembered", extra={"reason": str(error)})
        return None
    return found if isinstance(found, str) else None


def _key(digest: str) -> str:
    return redis_client.key("graphql", digest)


@lru_cache(maxsize=2)
def _allowed(path: str) -> dict[str, str] | None:
    """The operations of the file, by their hashes; a list of texts, or an object of them by whatever name."""
    if not path:
        return None
    found = json.loads(Path(path).read_text())
    return {digest_of(text): text for text in (found.values() if isinstance(found, dict) else found)}
