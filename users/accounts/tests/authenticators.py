"""A device that keeps passkeys, for tests: keys on P-256, without an attestation (WebAuthn, level 3)."""

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2 import cbor
from fido2.cose import ES256
from fido2.utils import websafe_decode
from fido2.utils import websafe_encode as b64
from fido2.webauthn import AuthenticatorData

from users.accounts.models import Passkey
from users.models import User

ORIGIN = "http://localhost"
_FLAGS = AuthenticatorData.FLAG
_PRESENT_AND_VERIFIED = _FLAGS.UP | _FLAGS.UV


@dataclass
class Authenticator:
    """A device with one passkey. Its attributes can be changed to what an attacker would send."""

    origin: str = ORIGIN
    rp_id: str = "localhost"
    flags: int = _PRESENT_AND_VERIFIED
    counter: int = 0
    user_handle: bytes = b""
    client_data: dict[str, Any] = field(default_factory=dict)
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return what `navigator.credentials.create` returns for options of the server."""
        self.user_handle = self.user_handle or websafe_decode(options["user"]["id"])
        public = cbor.encode(dict(ES256.from_cryptography_key(self.key.public_key())))
        credential = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        attestation = {"fmt": "none", "attStmt": {}, "authData": self._data(_FLAGS.AT) + credential}
        return self._credential("webauthn.create", options, {"attestationObject": b64(cbor.encode(attestation))})

    def get(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return what `navigator.credentials.get` returns for options of the server."""
        data, client = self._data(), self._client("webauthn.get", options)
        signature = self.key.sign(data + sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            "webauthn.get",
            options,
            {"authenticatorData": b64(data), "signature": b64(signature), "userHandle": b64(self.user_handle)},
        )

    def _data(self, more: int = 0) -> bytes:
        return sha256(self.rp_id.encode()).digest() + bytes([self.flags | more]) + self.counter.to_bytes(4, "big")

    def _client(self, kind: str, options: Mapping[str, Any]) -> bytes:
        data = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(data | self.client_data).encode()

    def _credential(self, kind: str, options: Mapping[str, Any], response: dict[str, str]) -> dict[str, Any]:
        client = {"clientDataJSON": b64(self._client(kind, options))}
        return {"id": b64(self.id), "rawId": b64(self.id), "type": "public-key", "response": client | response}


def stored_passkey(user: User, name: str) -> Passkey:
    """Return a passkey of a user as a row only: no device has its key, and the password alone still signs in."""
    return Passkey.objects.create(
        user=user,
        name=name,
        credential_id=secrets.token_bytes(32),
        credential=b"",
        sign_count=0,
        is_synced=False,
        last_challenge=0,
    )
