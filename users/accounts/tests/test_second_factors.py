"""Second factors: set-up, codes of the app and recovery codes, and installations that demand one of administrators."""

import time

import pyotp
import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError

from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.encryption import decrypt
from users.accounts import second_factors
from users.accounts.api_tokens import create_token
from users.accounts.models import SECOND_FACTOR_PURPOSE, SecondFactor
from users.models import User
from users.secrets import CONFIRMED_FOR

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
FACTOR, SESSION = f"{V1}/auth/second-factor", f"{V1}/auth/session"
CREDENTIALS = {"username": "ada", "password": "correct horse"}
PASSED = (200, "")


def answer(response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"] if response.status_code >= 400 else ""


def sign_in(code: str | None = None, path: str = SESSION) -> tuple[int, str]:
    return answer(ApiClient().send("POST", path, CREDENTIALS | ({} if code is None else {"code": code})))


def app_of(secret: str):
    """Return what an authenticator app shows, now or some steps later."""
    return lambda later=0: pyotp.TOTP(secret).at(int(time.time()) + 30 * later)


@pytest.fixture
def factor(user):
    """Return the app, and the recovery codes, of a user who has set up a second factor."""
    setup = second_factors.new_setup(user)
    app = app_of(setup.secret)
    codes = second_factors.add(user, secret=setup.secret, code=app(-1))
    return app, codes


def test_a_second_factor_is_set_up_and_used(api, user, django_capture_on_commit_callbacks):
    assert api.get(FACTOR).json() == {"since": None, "app": False, "last_used": None, "recovery_codes": 0}
    setup = api.send("POST", f"{FACTOR}/setup").json()
    assert setup["url"] == f"otpauth://totp/Cartulary:ada?secret={setup['secret']}&issuer=Cartulary"
    assert (setup["qr_code"][0][:8], {len(row) for row in setup["qr_code"]}) == ("11111110", {len(setup["qr_code"])})
    assert sign_in() == PASSED  # nothing is stored yet
    app = app_of(setup["secret"])
    with django_capture_on_commit_callbacks(execute=True):
        code = app()
        created = api.send("POST", FACTOR, {"secret": setup["secret"], "code": code})
    codes = created.json()["recovery_codes"]
    assert (created.status_code, len(set(codes))) == (201, 10)
    assert mail.outbox[-1].subject == "Your account has a second factor now"
    assert (sign_in(), sign_in("000000"), sign_in(code)) == (
        (403, "second_factor_needed"),
        (403, "wrong_code"),
        (403, "wrong_code"),  # that of the set-up was used
    )
    assert (sign_in(app(1)), sign_in(app(1))) == (PASSED, (403, "wrong_code"))
    state = api.get(FACTOR).json()
    assert (state["recovery_codes"], state["since"] < state["last_used"]) == (10, True)
    assert (answer(api.send("POST", f"{FACTOR}/setup")), answer(api.send("POST", FACTOR, setup_body(app, setup)))) == (
        (409, "second_factor_exists"),
        (409, "second_factor_exists"),
    )
    recorded = set(AuditEntry.objects.values_list("action", flat=True))
    assert {"user.second_factor_added", "user.second_factor_refused"} <= recorded


def setup_body(app, setup) -> dict[str, str]:
    return {"secret": setup["secret"], "code": app(1)}


def test_programs_send_a_code_too(factor):
    app, _ = factor
    assert sign_in(path=f"{V1}/auth/login") == (403, "second_factor_needed")
    assert sign_in(app(), path=f"{V1}/auth/login") == PASSED


def test_a_wrong_password_says_nothing_about_the_second_factor(factor):
    app, _ = factor
    body = CREDENTIALS | {"password": "wrong", "code": app()}
    assert answer(ApiClient().send("POST", SESSION, body)) == (401, "invalid_credentials")
    assert sign_in(app()) == PASSED  # and uses no code up


def test_recovery_codes_count_once_and_in_any_spelling(api, factor):
    _, codes = factor
    assert sign_in(codes[0].replace("-", " ").upper()) == PASSED
    assert sign_in(codes[0]) == (403, "wrong_code")
    assert api.get(FACTOR).json()["recovery_codes"] == 9
    assert AuditEntry.objects.get(action="user.recovery_code_used").details["left"] == 8 + 1
    new = api.send("POST", f"{FACTOR}/recovery-codes").json()["recovery_codes"]
    assert not set(new) & set(codes)
    assert (sign_in(codes[1]), sign_in(new[0])) == ((403, "wrong_code"), PASSED)


def test_codes_cannot_be_guessed(factor):
    app, codes = factor
    assert [sign_in("000000")[0] for _ in range(6)] == [403] * 5 + [429]
    assert (sign_in(app())[0], sign_in(codes[0])[0]) == (429, 429)


@pytest.mark.parametrize("code", ["", " ", "\u0660" * 6, "x" * 64, "123456\u2028"])
def test_texts_that_are_no_codes(factor, code):
    assert sign_in(code)[0] in {400, 403}


@pytest.mark.parametrize("secret", ["", "JBSWY3DP", "a" * 32, "0" * 32, "A" * 33])
def test_a_secret_that_was_not_made_here_is_refused(api, secret):
    assert answer(api.send("POST", FACTOR, {"secret": secret, "code": "123456"})) == (400, "invalid")


def test_a_wrong_code_sets_nothing_up(api, user):
    secret = api.send("POST", f"{FACTOR}/setup").json()["secret"]
    response = api.send("POST", FACTOR, {"secret": secret, "code": app_of(secret)(9)})
    assert (answer(response), response.json()["error"]["field"]) == ((403, "wrong_code"), "code")
    assert not second_factors.exists(user)


def test_it_is_turned_off(api, factor, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert api.send("DELETE", FACTOR).status_code == 204
    assert sign_in() == PASSED
    assert mail.outbox[-1].subject == "The second factor of your account was removed"
    again = [("DELETE", FACTOR), ("POST", f"{FACTOR}/recovery-codes")]
    assert [api.send(*each).status_code for each in again] == [204, 404]


def test_an_old_session_changes_nothing(user, factor):
    client = ApiClient(user)
    session = client.session
    session["began"] -= int(CONFIRMED_FOR.total_seconds()) + 2
    session.save()
    requests = [("POST", f"{FACTOR}/recovery-codes"), ("POST", f"{FACTOR}/setup"), ("DELETE", FACTOR)]
    assert [answer(client.send(*each))[1] for each in requests] == ["confirmation_needed"] * 3
    assert client.get(FACTOR).json()["recovery_codes"] == 10


def test_api_tokens_reach_none_of_it(user, factor):
    _, text = create_token(owner=user, name="Script", scopes=["read", "write"])
    client = ApiClient(HTTP_AUTHORIZATION=f"Bearer {text}")
    requests = [("GET", FACTOR), ("POST", f"{FACTOR}/setup"), ("DELETE", FACTOR), ("POST", f"{FACTOR}/recovery-codes")]
    assert {answer(client.send(*each)) for each in requests} == {(403, "user_session_required")}


def test_secrets_are_stored_encrypted_and_codes_as_hashes(user, factor):
    _, codes = factor
    row = SecondFactor.objects.get(user=user)
    secret = decrypt(SECOND_FACTOR_PURPOSE, row.encrypted_secret) or ""
    assert len(secret) == 32
    stored = f"{bytes(row.encrypted_secret)!r} {row.recovery_codes}"
    assert not any(text in stored for text in [secret, *codes, *(code.replace("-", "") for code in codes)])


def test_recovery_codes_work_when_the_secret_cannot_be_read(settings, user, factor):
    app, codes = factor
    settings.SECRET_KEY = "another key of at least 32 characters"
    assert (sign_in(app()), sign_in(codes[0])) == ((403, "wrong_code"), PASSED)


def test_the_admin_sends_users_with_a_second_factor_to_the_start_page(user, factor):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    client = ApiClient()
    assert "Sign in on the start page" in client.post("/admin/login/", CREDENTIALS).body.decode()
    assert "sessionid" not in client.cookies


def test_administrators_remove_that_of_a_user_who_has_lost_it(user, other_user, factor):
    User.objects.filter(pk=other_user.pk).update(is_staff=True, is_superuser=True)
    other_user.refresh_from_db()
    action = {"action": "remove_second_factors", "_selected_action": [str(user.pk)]}
    assert ApiClient(other_user).post("/admin/users/user/", action).status_code == 302
    assert sign_in() == PASSED
    assert AuditEntry.objects.get(action="user.second_factor_removed").actor_id == other_user.pk


def test_staff_who_are_no_superusers_do_not_remove_that_of_an_administrator(user, other_user, factor):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    User.objects.filter(pk=other_user.pk).update(is_staff=True)
    other_user.user_permissions.add(*Permission.objects.filter(codename__in=["view_user", "change_user"]))
    other_user.refresh_from_db()
    action = {"action": "remove_second_factors", "_selected_action": [str(user.pk)]}
    assert ApiClient(other_user).post("/admin/users/user/", action).status_code == 302
    assert second_factors.exists(user)


def test_a_command_removes_it(user, factor):
    call_command("remove_second_factor", "ada")
    assert sign_in() == PASSED
    for name, message in (("ada", "ada has no second factor."), ("grace", "There is no user grace.")):
        with pytest.raises(CommandError, match=message):
            call_command("remove_second_factor", name)


@pytest.fixture
def administrator(user, settings):
    settings.SECOND_FACTOR_FOR_STAFF = True
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    user.refresh_from_db()
    return user


def test_an_installation_demands_one_of_administrators(administrator):
    client = ApiClient(administrator)
    entries, me = f"{V1}/audit-log?everyone=true", f"{V1}/auth/me"
    assert (client.get(me).json()["needs_second_factor"], client.get("/admin/").status_code) == (True, 302)
    assert answer(client.get(f"{V1}/auth/invitations")) == (403, "second_factor_required")
    assert client.get(f"{V1}/documents").status_code == 200  # their own work goes on
    setup = client.send("POST", f"{FACTOR}/setup").json()
    body = {"secret": setup["secret"], "code": app_of(setup["secret"])()}
    assert client.send("POST", FACTOR, body).status_code == 201
    assert (client.get(me).json()["needs_second_factor"], client.get("/admin/").status_code) == (False, 200)
    assert [client.get(path).status_code for path in (f"{V1}/auth/invitations", entries)] == [200, 200]


def test_tokens_of_administrators_need_it_too(administrator, settings):
    settings.SECOND_FACTOR_FOR_STAFF = False
    _, text = create_token(owner=administrator, name="Script", scopes=["read", "admin"])
    client = ApiClient(HTTP_AUTHORIZATION=f"Bearer {text}")
    assert client.get(f"{V1}/auth/invitations").status_code == 200
    settings.SECOND_FACTOR_FOR_STAFF = True
    assert answer(client.get(f"{V1}/auth/invitations")) == (403, "second_factor_required")


def test_administrators_who_sign_in_with_a_provider_need_none(administrator):
    administrator.set_unusable_password()
    administrator.save()
    assert ApiClient(administrator).get(f"{V1}/auth/invitations").status_code == 200
