"""Passkeys (WebAuthn, level 3): a device keeps a key, and signs with it after a face, a fingerprint or a PIN.

These are two factors in one, so a passkey signs in alone, and the password of its owner does not any more. Challenges
are signed texts, of which nothing is stored: each counts once, because the time when it was made is kept under the lock
of the passkey. Users without a password have no passkeys: only their provider knows whether they may still sign in.
"""

import ipaddress
import logging
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit
from uuid import UUID

from django.core import signing
from django.db import transaction
from django.utils import timezone
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from audit.actions import Action
from audit.log import record, record_refusal
from audit.objects import Subject
from core.db.rows import get_row, saved_changes
from core.errors import Invalid
from users.accounts import second_factors
from users.accounts.emails import Site
from users.accounts.errors import (
    InvalidPasskey,
    PasskeyExists,
    PasskeyRefused,
    PasskeysUnavailable,
    PasswordNeeded,
    TooManyPasskeys,
)
from users.accounts.models import Passkey
from users.models import User
from users.secrets import lock_owner, require_confirmed

logger = logging.getLogger(__name__)

MAX_PASSKEYS: Final = 20
_MAX_NAME_LENGTH: Final = 100
_VALID_SECONDS: Final = 600
_MAX_ID_BYTES: Final = 1023  # WebAuthn, section 4
_MAX_CREDENTIAL_BYTES: Final = 8_192  # keys of post-quantum algorithms have up to 2,600
_SIGN_IN: Final = "sign-in"
_SALT: Final = "users.passkeys"
_VERIFIED: Final = UserVerificationRequirement.REQUIRED
# What fido2 and cryptography raise for bytes and texts of another form. Deeply nested CBOR exceeds the recursion limit.
_MALFORMED: Final = (
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RecursionError,
    OverflowError,
    NotImplementedError,
)


def list_passkeys(user: User) -> list[Passkey]:
    """Return the passkeys of a user, the oldest first."""
    return list(Passkey.objects.filter(user=user))


def setup_options(user: User, *, site: Site) -> dict[str, Any]:
    """Return the options of `navigator.credentials.create`. Nothing is stored before `add` gets what it returns.

    Raises `ConfirmationNeeded`, `PasswordNeeded`, `PasskeysUnavailable` or `TooManyPasskeys`.
    """
    require_confirmed(user)
    _require_password(user)
    known = _require_room(user)
    options, _ = _server(site).register_begin(
        PublicKeyCredentialUserEntity(id=user.pk.bytes, name=user.get_username(), display_name=user.get_full_name()),
        credentials=[
            PublicKeyCredentialDescriptor(type=PublicKeyCredentialType.PUBLIC_KEY, id=bytes(each.credential_id))
            for each in known
        ],
        resident_key_requirement=ResidentKeyRequirement.REQUIRED,  # so that it is found without a user name
        user_verification=_VERIFIED,
        challenge=_new_challenge(user.pk.hex),
    )
    return dict(options.public_key)


@transaction.atomic
def add(user: User, credential: Mapping[str, Any], *, name: str, site: Site) -> tuple[Passkey, list[str]]:
    """Add the passkey that a browser has made; return it, and recovery codes if the user had no second factor.

    Raises what `setup_options` raises, `PasskeyExists` or `InvalidPasskey`.
    """
    lock_owner(user)
    _require_password(user)
    _require_room(user)
    server = _server(site)
    try:
        response = RegistrationResponse.from_dict(credential)
        challenge = response.response.client_data.challenge
        made = _time_of(challenge, user.pk.hex)
        data = server.register_complete(_state(challenge), response)
        key = data.credential_data
        if key is None or key.public_key[3] not in {each.alg for each in server.allowed_algorithms}:
            raise ValueError("No key of an algorithm that was asked for.")
        if response.response.client_data.cross_origin:
            raise ValueError("Made in a frame of another site.")
    except _MALFORMED as error:
        logger.warning("passkeys.invalid", extra={"reason": str(error)})
        raise InvalidPasskey from None
    if len(key.credential_id) > _MAX_ID_BYTES or len(key) > _MAX_CREDENTIAL_BYTES:
        raise InvalidPasskey
    passkey, is_new = Passkey.objects.get_or_create(
        credential_id=key.credential_id,
        defaults={
            "user": user,
            "name": _valid_name(name),
            "credential": bytes(key),
            "sign_count": data.counter,
            "is_synced": bool(data.flags & data.FLAG.BS),
            "last_challenge": made,
        },
    )
    if not is_new:
        raise PasskeyExists
    codes = second_factors.turn_on(user)
    record(Action.PASSKEY_ADDED, user, actor=user, name=passkey.name)
    second_factors.notify(user, "passkey_added", passkey=passkey.name)
    return passkey, codes


@transaction.atomic
def rename(user: User, key: UUID, name: str) -> Passkey:
    """Rename a passkey of a user; raise `NotFound` if there is none."""
    passkey = get_row(Passkey.objects.select_for_update(), user=user, pk=key)
    with saved_changes(passkey) as changed:
        passkey.name = _valid_name(name)
    if changed:
        record(Action.PASSKEY_RENAMED, user, actor=user, name=passkey.name)
    return passkey


@transaction.atomic
def remove(user: User, key: UUID) -> None:
    """Remove a passkey of a user; without another and without an app, the recovery codes end, too.

    Raises `ConfirmationNeeded` or `NotFound`.
    """
    lock_owner(user)
    passkey = get_row(Passkey.objects, user=user, pk=key)
    passkey.delete()
    record(Action.PASSKEY_REMOVED, user, actor=user, name=passkey.name)
    second_factors.turn_off_if_unused(user)


def end_all(user: User) -> bool:
    """End the passkeys of a user whose password is reset: one may belong to an intruder. Return if there were.

    The second factor stays: who reads the user's e-mail still lacks the app and the recovery codes.
    """
    number, _ = Passkey.objects.filter(user=user).delete()
    if number:
        record(Action.PASSKEY_REMOVED, user, actor=user, number=number)
    return number > 0


def sign_in_options(*, site: Site) -> dict[str, Any]:
    """Return the options of `navigator.credentials.get`, for any user. Raises `PasskeysUnavailable`."""
    options, _ = _server(site).authenticate_begin(user_verification=_VERIFIED, challenge=_new_challenge(_SIGN_IN))
    return dict(options.public_key)


@transaction.atomic
def verify(credential: Mapping[str, Any], *, site: Site) -> User:
    """Return the owner of the passkey that has signed a challenge of `sign_in_options`. Raises `PasskeyRefused`."""
    server, user = _server(site), None
    try:
        response = AuthenticationResponse.from_dict(credential)
        client, data = response.response.client_data, response.response.authenticator_data
        made = _time_of(client.challenge, _SIGN_IN)
        passkeys = Passkey.objects.select_for_update(of=("self",)).select_related("user")
        passkey = passkeys.filter(credential_id=response.raw_id).first()
        if passkey is None:
            raise ValueError("Unknown.")
        user = passkey.user
        known = AttestedCredentialData(bytes(passkey.credential))
        server.authenticate_complete(_state(client.challenge), [known], response)
        if client.cross_origin:
            raise ValueError("Signed in a frame of another site.")
        if response.response.user_handle not in {None, user.pk.bytes}:
            raise ValueError("Of another user.")
        if made <= passkey.last_challenge:
            raise ValueError("The challenge was used.")
        # Section 7.2, step 22: a copy of the device has signed in, or this is the copy. Many do not count.
        if (data.counter or passkey.sign_count) and data.counter <= passkey.sign_count:
            raise ValueError("The counter went back.")
        if not (user.is_active and user.has_usable_password()):
            raise ValueError("Its owner may not sign in.")
    except _MALFORMED as error:
        logger.warning("passkeys.refused", extra={"reason": str(error)})
        record_refusal(Action.SIGN_IN_FAILED, user or Subject(kind="user", id=None), reason=PasskeyRefused.code)
        raise PasskeyRefused from None
    passkey.last_challenge, passkey.sign_count, passkey.last_used = made, data.counter, timezone.now()
    passkey.is_synced = bool(data.flags & data.FLAG.BS)
    passkey.save(update_fields=["last_challenge", "sign_count", "last_used", "is_synced"])
    return user


def _server(site: Site) -> Fido2Server:
    """Return the relying party: the host of the site. Browsers refuse IP addresses, and HTTP but for this machine."""
    address = urlsplit(site.url(""))
    host = address.hostname or ""
    is_local = host == "localhost" or host.endswith(".localhost")
    if _is_address(host) or not (address.scheme == "https" or is_local):
        raise PasskeysUnavailable
    origin = f"{address.scheme}://{address.netloc}".lower()
    return Fido2Server(
        PublicKeyCredentialRpEntity(id=host, name="Cartulary"),
        attestation=AttestationConveyancePreference.NONE,
        verify_origin=lambda given: given == origin,
    )


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _new_challenge(purpose: str) -> bytes:
    made = time.time_ns() // 1000
    return signing.dumps([purpose, made, secrets.token_urlsafe(16)], salt=_SALT).encode()


def _time_of(challenge: bytes, purpose: str) -> int:
    """Return when a challenge was made, in microseconds; raise `ValueError` unless it is valid for a purpose."""
    try:
        given, made, _ = signing.loads(challenge.decode("ascii"), salt=_SALT, max_age=_VALID_SECONDS)
    except signing.BadSignature as error:
        raise ValueError(f"Not a challenge of this server, or expired: {error}") from error
    if given != purpose:
        raise ValueError("The challenge is for another purpose.")
    return int(made)


def _state(challenge: bytes) -> dict[str, Any]:
    """Return the state that fido2 would have stored with a challenge; `_time_of` has verified it."""
    return {"challenge": websafe_encode(challenge), "user_verification": _VERIFIED}


def _require_password(user: User) -> None:
    if not user.has_usable_password():
        raise PasswordNeeded


def _require_room(user: User) -> list[Passkey]:
    known = list_passkeys(user)
    if len(known) >= MAX_PASSKEYS:
        raise TooManyPasskeys
    return known


def _valid_name(value: str) -> str:
    name = " ".join(value.replace("\x00", "").split())
    if not 0 < len(name) <= _MAX_NAME_LENGTH:
        raise Invalid(f"The name must have 1 to {_MAX_NAME_LENGTH} characters.", field="name")
    return name
