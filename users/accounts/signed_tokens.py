"""Access and refresh tokens as text: JWTs with one algorithm, our key, and nothing taken on trust (V9).

A token says for what it is (`type`), for whom (`aud`), from when until when, and carries the person's stamp, so that it
ends with a change of the password. PyJWT never reads a key from the token's own header.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

import jwt
from django.conf import settings

from core.db.ids import uuid7
from users.accounts.errors import InvalidToken

ALGORITHM: Final = "HS256"
ISSUER: Final = "cartulary"
AUDIENCE: Final = "cartulary-api"
_CLAIMS: Final = ("iss", "aud", "sub", "iat", "nbf", "exp", "jti", "type", "family", "stamp")


class TokenType(StrEnum):
    """What a token is for."""

    ACCESS = "access"
    REFRESH = "refresh"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedToken:
    """What a token says."""

    type: TokenType
    user_id: UUID
    family: UUID
    stamp: str
    id: UUID
    issued: datetime
    expires: datetime

    def text(self) -> str:
        """Write it; the same token always gives the same text."""
        claims = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": str(self.user_id),
            "iat": int(self.issued.timestamp()),
            "nbf": int(self.issued.timestamp()),
            "exp": int(self.expires.timestamp()),
            "jti": self.id.hex,
            "type": self.type.value,
            "family": self.family.hex,
            "stamp": self.stamp,
        }
        return jwt.encode(claims, settings.JWT_SECRET, algorithm=ALGORITHM)


def access_token(*, user_id: UUID, family: UUID, stamp: str, now: datetime) -> SignedToken:
    """Make an access token of a family."""
    lifetime: timedelta = settings.ACCESS_TOKEN_LIFETIME
    return SignedToken(
        type=TokenType.ACCESS,
        user_id=user_id,
        family=family,
        stamp=stamp,
        id=uuid7(),
        issued=now,
        expires=now + lifetime,
    )


def read(text: str, expected: TokenType) -> SignedToken:
    """Check everything that a token can be checked for by itself; `InvalidToken` whatever is wrong."""
    try:
        claims = jwt.decode(
            text,
            settings.JWT_SECRET,
            algorithms=[ALGORITHM],
            audience=AUDIENCE,
            issuer=ISSUER,
            options={"require": list(_CLAIMS), "strict_aud": True},  # for us, and for nobody else beside us
        )
        token = SignedToken(
            type=TokenType(claims["type"]),
            user_id=UUID(claims["sub"]),
            family=UUID(claims["family"]),
            stamp=str(claims["stamp"]),
            id=UUID(claims["jti"]),
            issued=_moment(claims["iat"]),
            expires=_moment(claims["exp"]),
        )
    except (jwt.InvalidTokenError, ValueError, TypeError, AttributeError, RecursionError):
        raise InvalidToken from None
    if token.type is not expected:
        raise InvalidToken
    return token


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)
