"""Encoding of access and refresh tokens: JWTs with one algorithm and our own key (V9).

A token contains its type, audience and validity, and the user's `session_auth_hash`, so that a change of the password
revokes it. PyJWT never reads a key from the header of the token.
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
_CLAIMS: Final = ("iss", "aud", "sub", "iat", "nbf", "exp", "jti", "type", "family", "hash")


class TokenType(StrEnum):
    """The purpose of a token."""

    ACCESS = "access"
    REFRESH = "refresh"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedToken:
    """The claims of a token."""

    type: TokenType
    user_id: UUID
    family: UUID
    session_auth_hash: str
    id: UUID
    issued: datetime
    expires: datetime
    signed_in: datetime | None = None  # of access tokens

    def encode(self) -> str:
        """Return the signed text, which is the same each time."""
        claims: dict[str, str | int] = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": str(self.user_id),
            "iat": int(self.issued.timestamp()),
            "nbf": int(self.issued.timestamp()),
            "exp": int(self.expires.timestamp()),
            "jti": self.id.hex,
            "type": self.type.value,
            "family": self.family.hex,
            "hash": self.session_auth_hash,
        }
        if self.signed_in is not None:
            claims["auth_time"] = int(self.signed_in.timestamp())  # the name of OpenID Connect Core 1.0, section 2
        return jwt.encode(claims, settings.JWT_SECRET, algorithm=ALGORITHM)


def access_token(
    *, user_id: UUID, family: UUID, session_auth_hash: str, signed_in: datetime, now: datetime
) -> SignedToken:
    """Create an access token of a family."""
    lifetime: timedelta = settings.ACCESS_TOKEN_LIFETIME
    return SignedToken(
        type=TokenType.ACCESS,
        user_id=user_id,
        family=family,
        session_auth_hash=session_auth_hash,
        id=uuid7(),
        issued=now,
        expires=now + lifetime,
        signed_in=signed_in,
    )


def read(text: str, expected: TokenType) -> SignedToken:
    """Decode a token and check its signature and claims; raise `InvalidToken` for any problem."""
    try:
        claims = jwt.decode(
            text,
            settings.JWT_SECRET,
            algorithms=[ALGORITHM],
            audience=AUDIENCE,
            issuer=ISSUER,
            options={"require": list(_CLAIMS), "strict_aud": True},  # our audience and no other beside it
        )
        token = SignedToken(
            type=TokenType(claims["type"]),
            user_id=UUID(claims["sub"]),
            family=UUID(claims["family"]),
            session_auth_hash=str(claims["hash"]),
            id=UUID(claims["jti"]),
            issued=datetime.fromtimestamp(claims["iat"], tz=UTC),
            expires=datetime.fromtimestamp(claims["exp"], tz=UTC),
            # Access tokens of servers of the last release have none: the user has to sign in to make a secret.
            signed_in=datetime.fromtimestamp(claims.get("auth_time", 0), tz=UTC),
        )
    except (jwt.InvalidTokenError, ValueError, TypeError, AttributeError, OverflowError, OSError, RecursionError):
        raise InvalidToken from None
    if token.type is not expected:
        raise InvalidToken
    return token
