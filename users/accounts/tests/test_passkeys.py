"""Passkeys: set-up, sign-in, names and removal; answers that are forged, repeated or not for us; the end at a reset."""

from contextlib import suppress

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.db import transaction
from django.utils.http import urlsafe_base64_encode
from fido2 import cbor
from fido2.utils import websafe_decode
from fido2.utils import websafe_encode as b64
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from audit.models import AuditEntry
from core.api.testing import ApiClient
from users.accounts import passkeys, second_factors
from users.accounts.api_tokens import create_token
from users.accounts.emails import Site
from users.accounts.errors import InvalidPasskey, PasskeyRefused
from users.accounts.models import Passkey
from users.accounts.tests.authenticators import Authenticator
from users.accounts.tests.test_second_factors import FACTOR, PASSED, SESSION, V1, answer, app_of, sign_in
from users.models import User
from users.secrets import CONFIRMED_FOR

pytestmark = pytest.mark.django_db

PASSKEYS, PASSKEY_SESSION = f"{V1}/auth/passkeys", f"{SESSION}/passkey"
REFUSED = (403, "passkey_refused")


@pytest.fixture(autouse=True)
def _origin(settings):
    settings.PUBLIC_URL = "http://localhost"


def add(client, device: Authenticator, name: str = "Laptop"):
    options = client.send("POST", f"{PASSKEYS}/setup").json()["options"]
    return client.send("POST", PASSKEYS, {"credential": device.create(options), "name": name})


def challenge() -> dict:
    return ApiClient().send("POST", f"{PASSKEY_SESSION}/challenge").json()["options"]


def enter(device: Authenticator, options: dict | None = None) -> tuple[int, str]:
    """Sign in with the passkey of a device."""
    return answer(ApiClient().send("POST", PASSKEY_SESSION, {"credential": device.get(options or challenge())}))


@pytest.fixture
def device(api):
    """Return a device that the user has added."""
    device = Authenticator()
    assert add(api, device).status_code == 201
    return device


def test_a_passkey_is_added_and_signs_in_alone(api, user, django_capture_on_commit_callbacks):
    device = Authenticator()
    with django_capture_on_commit_callbacks(execute=True):
        created = add(api, device, "  My\u00a0 laptop ")
    assert created.status_code == 201
    passkey, codes = created.json()["passkey"], created.json()["recovery_codes"]
    assert (passkey["name"], passkey["last_used"], passkey["is_synced"], len(set(codes))) == (
        "My laptop",
        None,
        False,
        10,
    )
    assert mail.outbox[-1].subject == "Your account has a new passkey"
    client = ApiClient()
    options = client.send("POST", f"{PASSKEY_SESSION}/challenge").json()["options"]
    assert (options["rpId"], options["userVerification"], options.get("allowCredentials")) == (
        "localhost",
        "required",
        None,
    )
    session = client.send("POST", PASSKEY_SESSION, {"credential": device.get(options)})
    assert session.json()["user"]["username"] == "ada"
    assert client.get(f"{V1}/auth/me").status_code == 200
    assert api.get(PASSKEYS).json()["results"][0]["last_used"] is not None
    assert AuditEntry.objects.filter(action="user.signed_in", actor_id=user.pk).exists()


def test_the_password_alone_signs_in_no_more(api, device):
    response = ApiClient().send("POST", SESSION, {"username": "ada", "password": "correct horse"})
    assert answer(response) == (403, "second_factor_needed")
    assert (response.json()["error"]["app"], response.json()["error"]["passkeys"]) == (False, True)
    codes = api.send("POST", f"{FACTOR}/recovery-codes").json()["recovery_codes"]
    assert (sign_in(codes[0]), sign_in("123456")) == (PASSED, (403, "wrong_code"))
    state = api.get(FACTOR).json()
    assert (state["since"] is not None, state["app"], state["recovery_codes"]) == (True, False, 9)


def test_an_app_beside_a_passkey_keeps_the_recovery_codes(api, device):
    setup = api.send("POST", f"{FACTOR}/setup").json()
    app = app_of(setup["secret"])
    added = api.send("POST", FACTOR, {"secret": setup["secret"], "code": app(-1)})
    assert (added.status_code, added.json()["recovery_codes"]) == (201, [])
    assert (sign_in(app()), enter(device), api.get(FACTOR).json()["recovery_codes"]) == (PASSED, PASSED, 10)
    assert api.send("DELETE", FACTOR).status_code == 204  # the app only
    assert (sign_in(), sign_in(app(1)), enter(device)) == ((403, "second_factor_needed"), (403, "wrong_code"), PASSED)


def test_the_last_one_takes_the_recovery_codes_along(api, device):
    other = Authenticator()
    assert add(api, other).json()["recovery_codes"] == []
    first, second = (each["id"] for each in api.get(PASSKEYS).json()["results"])
    assert api.send("DELETE", f"{PASSKEYS}/{first}").status_code == 204
    assert (enter(device), enter(other), sign_in()) == (REFUSED, PASSED, (403, "second_factor_needed"))
    assert api.send("DELETE", f"{PASSKEYS}/{second}").status_code == 204
    assert (enter(other), sign_in(), api.get(FACTOR).json()["since"]) == (REFUSED, PASSED, None)
    assert api.send("DELETE", f"{PASSKEYS}/{second}").status_code == 404


def test_a_passkey_is_renamed(api, other_user, device):
    path = f"{PASSKEYS}/{Passkey.objects.get().pk}"
    assert api.send("PATCH", path, {"name": "Phone"}).json()["name"] == "Phone"
    assert answer(api.send("PATCH", path, {"name": "  "})) == (400, "invalid")
    grace = ApiClient(other_user)
    assert [grace.send(*each).status_code for each in (("PATCH", path, {"name": "x"}), ("DELETE", path))] == [
        404,
        404,
    ]
    assert [each["name"] for each in api.get(PASSKEYS).json()["results"]] == ["Phone"]
    assert grace.get(PASSKEYS).json() == {"results": []}


def test_a_challenge_counts_once(device):
    older, options = challenge(), challenge()
    assert (enter(device, options), enter(device, options), enter(device, older)) == (PASSED, REFUSED, REFUSED)
    assert enter(device) == PASSED


def test_a_challenge_ends(device, monkeypatch):
    options = challenge()
    monkeypatch.setattr(passkeys, "_VALID_SECONDS", -1)
    assert enter(device, options) == REFUSED


def test_a_challenge_of_a_set_up_does_not_sign_in(api, device):
    options = api.send("POST", f"{PASSKEYS}/setup").json()["options"]
    assert enter(device, options) == REFUSED
    response = api.send(
        "POST", PASSKEYS, {"credential": Authenticator().create({**challenge(), "user": {"id": ""}}), "name": "x"}
    )
    assert answer(response) == (400, "invalid_passkey")


def test_a_set_up_is_for_one_user(api, other_user):
    options = ApiClient(other_user).send("POST", f"{PASSKEYS}/setup").json()["options"]
    response = api.send("POST", PASSKEYS, {"credential": Authenticator().create(options), "name": "x"})
    assert answer(response) == (400, "invalid_passkey")


def forged(**changes):
    return pytest.param(changes, id=next(iter(changes)))


FORGED = [
    forged(origin="https://evil.example"),
    forged(origin="http://localhost:8001"),
    forged(rp_id="evil.example"),
    forged(flags=0x01),  # the user was present, but not verified
    forged(flags=0x04),
    forged(client_data={"type": "webauthn.other"}),
    forged(client_data={"challenge": b64(b"a challenge of our own")}),
    forged(client_data={"crossOrigin": True}),
]


@pytest.mark.parametrize("changes", FORGED)
def test_forged_answers_sign_no_one_in(device, changes):
    for name, value in changes.items():
        setattr(device, name, value)
    assert enter(device) == REFUSED


@pytest.mark.parametrize("changes", FORGED)
def test_forged_passkeys_are_not_added(api, changes):
    assert answer(add(api, Authenticator(**changes))) == (400, "invalid_passkey")
    assert not Passkey.objects.exists()


def test_another_key_signs_no_one_in(device):
    device.key = Authenticator().key
    assert enter(device) == REFUSED
    assert AuditEntry.objects.get(action="user.sign_in_failed").object_id == Passkey.objects.get().user_id


def test_an_unknown_passkey_signs_no_one_in(user):
    assert enter(Authenticator()) == REFUSED
    entry = AuditEntry.objects.get(action="user.sign_in_failed")
    assert (entry.reason, entry.object_id) == ("passkey_refused", None)


def test_the_passkey_of_another_user_is_refused(device, other_user):
    device.user_handle = other_user.pk.bytes
    assert enter(device) == REFUSED


def test_a_copied_device_is_noticed(device):
    device.counter = 5
    assert enter(device) == PASSED
    device.counter = 5
    assert enter(device) == REFUSED
    device.counter = 6
    assert enter(device) == PASSED
    device.counter = 0
    assert enter(device) == REFUSED


def test_the_same_passkey_is_added_once(api, other_user, device):
    assert answer(add(api, device)) == (409, "passkey_exists")
    device.user_handle = b""
    assert answer(add(ApiClient(other_user), device)) == (409, "passkey_exists")
    assert not second_factors.exists(other_user)


def test_known_devices_are_excluded(api, device):
    options = api.send("POST", f"{PASSKEYS}/setup").json()["options"]
    assert [each["id"] for each in options["excludeCredentials"]] == [b64(device.id)]
    selection = options["authenticatorSelection"]
    assert (selection["residentKey"], selection["userVerification"]) == ("required", "required")


def test_there_is_a_limit(api, device, monkeypatch):
    monkeypatch.setattr(passkeys, "MAX_PASSKEYS", 2)
    options = api.send("POST", f"{PASSKEYS}/setup").json()["options"]
    assert add(api, Authenticator()).status_code == 201
    assert answer(api.send("POST", f"{PASSKEYS}/setup")) == (409, "too_many_passkeys")
    response = api.send("POST", PASSKEYS, {"credential": Authenticator().create(options), "name": "x"})
    assert answer(response) == (409, "too_many_passkeys")


@pytest.mark.parametrize(
    ("url", "available"),
    [
        ("https://docs.example.org", True),
        ("http://docs.example.org", False),
        ("https://192.0.2.1", False),
        ("https://[2001:db8::1]", False),
        ("http://localhost:8000", True),
    ],
)
def test_a_host_with_a_name_and_https_is_needed(settings, user, url, available):
    settings.PUBLIC_URL = url
    response = ApiClient().send("POST", f"{PASSKEY_SESSION}/challenge")
    assert answer(response) == (PASSED if available else (403, "passkeys_unavailable"))


def test_inactive_users_and_those_of_a_provider_are_refused(user, device):
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert enter(device) == REFUSED
    user.refresh_from_db()
    user.is_active = True
    user.set_unusable_password()
    user.save()
    assert enter(device) == REFUSED
    assert answer(add_options(ApiClient(user))) == (403, "password_needed")


def add_options(client):
    return client.send("POST", f"{PASSKEYS}/setup")


def test_a_reset_ends_passkeys_but_not_the_second_factor(user, device, django_capture_on_commit_callbacks):
    token = f"{urlsafe_base64_encode(user.pk.bytes)}.{default_token_generator.make_token(user)}"
    with django_capture_on_commit_callbacks(execute=True):
        reset = ApiClient().send(
            "POST", f"{V1}/auth/password/reset/confirm", {"token": token, "new_password": "correct horse 2"}
        )
    assert reset.status_code < 300
    assert "Its passkeys have ended" in mail.outbox[-1].body
    assert enter(device) == REFUSED
    response = ApiClient().send("POST", SESSION, {"username": "ada", "password": "correct horse 2"})
    assert (answer(response), response.json()["error"]["passkeys"]) == ((403, "second_factor_needed"), False)


def test_an_administrator_removes_them_with_the_second_factor(user, device):
    second_factors.remove(user, actor=None)
    assert (enter(device), sign_in()) == (REFUSED, PASSED)


def test_an_old_session_and_api_tokens_add_and_remove_none(user, device):
    path = f"{PASSKEYS}/{Passkey.objects.get().pk}"
    client = ApiClient(user)
    session = client.session
    session["began"] -= int(CONFIRMED_FOR.total_seconds()) + 2
    session.save()
    requests = [("POST", f"{PASSKEYS}/setup"), ("POST", PASSKEYS, {"credential": {}, "name": "x"}), ("DELETE", path)]
    assert {answer(client.send(*each)) for each in requests} == {(403, "confirmation_needed")}
    _, text = create_token(owner=user, name="Script", scopes=["read", "write"])
    script = ApiClient(HTTP_AUTHORIZATION=f"Bearer {text}")
    requests += [("GET", PASSKEYS), ("PATCH", path, {"name": "x"})]
    assert {answer(script.send(*each)) for each in requests} == {(403, "user_session_required")}


def test_attempts_are_limited(settings, device):
    settings.SIGN_IN_LIMITS = {**settings.SIGN_IN_LIMITS, "address": (3, 60)}
    assert [enter(device) for _ in range(5)] == [PASSED] * 5  # only failures count
    unknown = Authenticator()
    assert [enter(unknown)[0] for _ in range(4)] == [403, 403, 403, 429]
    assert enter(device)[0] == 429


_PARTS = [
    "id",
    "rawId",
    "type",
    "response",
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
]
_OTHERS = [
    None,
    7,
    "",
    "\0",
    [],
    {},
    b64(b"\x81" * 6_000),
    b64(cbor.encode({"fmt": "none", "attStmt": {}, "authData": b""})),
]


def _shorter(raw: bytes, at: int) -> bytes:
    return raw[: at % len(raw)]


def _changed(raw: bytes, at: int) -> bytes:
    at %= len(raw)
    return raw[:at] + bytes([raw[at] ^ (1 << at % 8)]) + raw[at + 1 :]


def _mutant(credential: dict, name: str, other: object, at: int) -> dict:
    """Return a credential of which one part, if it is there, is another value, or a changed one of its bytes."""
    holder = credential if name in credential else credential["response"]
    if callable(other) and isinstance(holder.get(name), str):
        holder[name] = b64(other(websafe_decode(holder[name]), at))
    elif name in holder and not callable(other):
        holder[name] = other
    return credential


@pytest.mark.parametrize("step", ["add", "verify"])
@hypothesis_settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(_PARTS), other=st.sampled_from([*_OTHERS, _shorter, _changed]), at=st.integers(0, 400))
def test_garbage_is_refused_with_a_code(user, step, name, other, at):
    site, device = Site("http://localhost"), Authenticator()
    with transaction.atomic():
        created = device.create(passkeys.setup_options(user, site=site))
        with suppress(InvalidPasskey):  # else the change was of a part that means nothing
            passkeys.add(user, _mutant(created, name, other, at) if step == "add" else created, name="x", site=site)
        if step == "verify":
            with suppress(PasskeyRefused):
                signed = device.get(passkeys.sign_in_options(site=site))
                passkeys.verify(_mutant(signed, name, other, at), site=site)
        transaction.set_rollback(True)
