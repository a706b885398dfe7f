"""Registration, invitations, profile, e-mail addresses, passwords."""

import re

import pytest
from django.core import mail

from core.api.testing import ApiClient
from users.models import User

AUTH = "/api/v1/auth"
NEW = {"username": "grace", "password": "cobol-1959-rear", "email": "grace@example.org", "name": "Grace Hopper"}

pytestmark = pytest.mark.django_db(transaction=True)  # e-mails are sent after the commit


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}


@pytest.fixture
def staff(db) -> User:
    return User.objects.create_user("op", "op@example.org", "quite long enough", is_staff=True, name="Olive")


def register(**changed):
    body = {key: value for key, value in {**NEW, **changed}.items() if value is not None}
    return ApiClient().send("POST", f"{AUTH}/register", body)


def code(response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


def token_in_email(to: str) -> str:
    """Return the token in the last e-mail to an address; its text and its HTML contain the same."""
    message = next(each for each in reversed(mail.outbox) if each.to == [to])
    html = message.alternatives[0][0]
    (token,) = re.findall(r"https?://\S+#(\S+)", message.body)
    assert f'#{token}"' in html
    return token


def signs_in(username: str, password: str) -> bool:
    return ApiClient().send("POST", f"{AUTH}/login", {"username": username, "password": password}).status_code == 200


# Registration


def test_a_new_account_can_sign_in_and_has_a_tenant():
    # proves: S3-12
    response = register(time_zone="America/New_York", language="en-US")
    assert response.status_code == 201
    user = User.objects.get(username="grace")
    assert (user.name, user.time_zone, user.language) == ("Grace Hopper", "America/New_York", "en-US")
    assert (user.email, user.email_confirmed, user.is_staff) == ("grace@example.org", False, False)
    assert user.tenant.kind == "personal"
    assert signs_in("grace", NEW["password"])


@pytest.mark.parametrize(
    ("changed", "status", "error", "field"),
    [
        ({"username": "ada"}, 409, "username_taken", "username"),
        ({"username": "ADA"}, 409, "username_taken", "username"),  # differs in case only
        ({"username": "a b"}, 400, "invalid", "username"),
        ({"username": ""}, 400, "invalid", "username"),
        ({"password": "short"}, 400, "weak_password", "password"),
        ({"password": "password123"}, 400, "weak_password", "password"),  # a common password
        ({"password": "grace@example"}, 400, "weak_password", "password"),  # similar to the address
        ({"email": "nonsense"}, 400, "invalid", "email"),
        ({"time_zone": "Mars/Olympus"}, 400, "invalid", "time_zone"),
        ({"language": "en us"}, 400, "invalid", "language"),
    ],
)
def test_invalid_registrations_are_refused(user, changed, status, error, field):
    # proves: S3-12
    response = register(**changed)
    assert (*code(response), response.json()["error"]["field"]) == (status, error, field)
    assert User.objects.count() == 1
    assert mail.outbox == []


def test_confirmation_email_contains_no_text_of_its_sender():
    register(name="Win at www.example.com")
    (message,) = mail.outbox
    assert "www.example.com" not in message.body + message.alternatives[0][0] + message.subject


def test_registration_does_not_reveal_known_addresses(user):
    known, unknown = register(email="ada@example.org"), register(username="grace2")
    assert known.status_code == unknown.status_code == 201
    grace = ApiClient(User.objects.get(username="grace"))
    confirmed = grace.send("POST", f"{AUTH}/email/confirm", {"token": token_in_email("ada@example.org")})
    assert code(confirmed) == (409, "email_taken")  # only the owner of the mailbox gets here


@pytest.mark.parametrize(("mode", "error"), [("closed", "registration_closed"), ("invitation", "invitation_needed")])
def test_registration_can_be_closed_or_by_invitation(settings, mode, error):
    # proves: S3-12
    settings.REGISTRATION = mode
    assert code(register()) == (403, error)
    assert ApiClient().send("GET", f"{AUTH}/registration").json()["mode"] == mode
    assert not User.objects.exists()


def test_an_invitation_creates_one_account(settings, staff):
    settings.REGISTRATION = "closed"
    api = ApiClient(staff)
    assert api.send("POST", f"{AUTH}/invitations", {"email": "grace@example.org"}).status_code == 201
    token = token_in_email("grace@example.org")
    preview = ApiClient().send("POST", f"{AUTH}/invitations/check", {"token": token}).json()
    assert (preview["email"], preview["invited_by"]) == ("grace@example.org", "Olive")
    assert register(email=None, invitation=token).status_code == 201
    user = User.objects.get(username="grace")
    assert (user.email, user.email_confirmed) == ("grace@example.org", True)
    assert code(register(username="second", email=None, invitation=token)) == (400, "link_unusable")
    assert api.send("GET", f"{AUTH}/invitations").json()["results"][0]["accepted"] is not None


def test_invitations_are_withdrawn_and_replaced(staff):
    api = ApiClient(staff)
    first = api.send("POST", f"{AUTH}/invitations", {"email": "grace@example.org"})
    old = token_in_email("grace@example.org")
    second = api.send("POST", f"{AUTH}/invitations", {"email": "Grace@example.org"}).json()
    assert code(ApiClient().send("POST", f"{AUTH}/invitations/check", {"token": old})) == (400, "link_unusable")
    assert api.send("DELETE", f"{AUTH}/invitations/{first.json()['id']}").status_code == 404
    assert api.send("DELETE", f"{AUTH}/invitations/{second['id']}").status_code == 204
    assert code(register(email=None, invitation=token_in_email("Grace@example.org"))) == (400, "link_unusable")


def test_invitations_do_not_reveal_known_addresses(staff, user):
    bodies = [
        ApiClient(staff).send("POST", f"{AUTH}/invitations", {"email": address}).json()
        for address in ("ada@example.org", "new@example.org")
    ]
    assert [(body["accepted"], body["email"]) for body in bodies] == [
        (None, "ada@example.org"),
        (None, "new@example.org"),
    ]
    known, new = mail.outbox
    assert ("already have an account" in known.body, "/join#" in known.body) == (True, False)
    assert ("already have an account" in new.body, "/join#" in new.body) == (False, True)


def test_a_repeated_invitation_sends_one_email(staff):
    # proves: S3-27 S3-28
    body, key = {"email": "grace@example.org"}, {"Idempotency-Key": "lost"}
    first, again = (ApiClient(staff).send("POST", f"{AUTH}/invitations", body, **key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert len(mail.outbox) == 1
    assert register(email=None, invitation=token_in_email("grace@example.org")).status_code == 201


def test_only_staff_can_invite(api, user):
    assert code(api.send("POST", f"{AUTH}/invitations", {"email": "x@example.org"})) == (403, "not_allowed")
    assert code(api.send("GET", f"{AUTH}/invitations")) == (403, "not_allowed")
    assert mail.outbox == []


# E-mail addresses


def test_the_link_confirms_the_address():
    register()
    api, token = ApiClient(User.objects.get()), token_in_email("grace@example.org")
    assert api.send("POST", f"{AUTH}/email/confirm", {"token": token}).status_code == 204
    assert User.objects.get().email_confirmed
    assert signs_in("grace@example.org", NEW["password"])


@pytest.mark.parametrize(
    "spoil", [lambda token: token + "x", lambda token: token[:-3], lambda token: "", lambda token: "a:b:c"]
)
def test_malformed_confirmation_links_are_refused(spoil):
    register()
    api, token = ApiClient(User.objects.get()), spoil(token_in_email("grace@example.org"))
    response = api.send("POST", f"{AUTH}/email/confirm", {"token": token})
    assert response.status_code == 400
    assert not User.objects.get().email_confirmed


def test_a_new_address_needs_the_password_and_confirmation(api, user):
    change = {"email": "countess@example.org"}
    assert code(api.send("PATCH", f"{AUTH}/me", change)) == (403, "wrong_password")
    assert mail.outbox == []
    body = api.send("PATCH", f"{AUTH}/me", {**change, "current_password": "correct horse"}).json()
    assert (body["email"], body["pending_email"]) == ("ada@example.org", "countess@example.org")
    token = token_in_email("countess@example.org")
    assert api.send("POST", f"{AUTH}/email/confirm", {"token": token}).status_code == 204
    body = api.send("GET", f"{AUTH}/me").json()
    assert (body["email"], body["pending_email"]) == ("countess@example.org", "")
    assert mail.outbox[-1].to == ["ada@example.org"]  # the previous address is notified


def test_the_confirmation_can_be_sent_again(user):
    register()
    grace = User.objects.get(username="grace")
    assert ApiClient(grace).send("POST", f"{AUTH}/email/send").status_code == 202
    assert [each.to for each in mail.outbox] == [["grace@example.org"]] * 2
    assert ApiClient(user).send("POST", f"{AUTH}/email/send").status_code == 202
    assert len(mail.outbox) == 2


# The profile


def test_profile_in_rest(api):
    # proves: S3-19
    change = {"name": " Ada King ", "language": "de", "time_zone": "Europe/Berlin"}
    body = api.send("PATCH", f"{AUTH}/me", change).json()
    assert api.send("GET", f"{AUTH}/me").json() == body
    assert (body["name"], body["language"], body["time_zone"]) == ("Ada King", "de", "Europe/Berlin")
    assert (body["username"], body["email_confirmed"], body["has_password"]) == ("ada", True, True)
    assert ApiClient().send("GET", f"{AUTH}/me").status_code == 401


def test_profile_in_graphql(api, other_user):
    payload = api.execute(
        'mutation { updateProfile(input: {name: "Ada", timeZone: "Europe/Rome"}) '
        "{ user { name timeZone emailConfirmed } errors { code field } } }"
    )["updateProfile"]
    assert payload == {"user": {"name": "Ada", "timeZone": "Europe/Rome", "emailConfirmed": True}, "errors": []}
    for field, value in {
        "name": "x" * 151,
        "language": "aa-" + "x" * 8 + "-xxxxxxxx",
        "email": "a@" + "b" * 250 + ".org",
    }.items():
        change = f'updateProfile(input: {{{field}: "{value}"}}) {{ errors {{ code field }} }}'
        assert api.execute(f"mutation {{ {change} }}")["updateProfile"]["errors"] == [
            {"code": "invalid", "field": field}
        ]
    wrong = api.execute('mutation { updateProfile(input: {timeZone: "x"}) { user { id } errors { code field } } }')
    assert wrong["updateProfile"] == {"user": None, "errors": [{"code": "invalid", "field": "timeZone"}]}


# Passwords


def test_change_of_password_needs_the_current_one(api, user):
    other = ApiClient(User.objects.get(pk=user.pk))
    change = {"current_password": "wrong", "new_password": "analytical-engine-1843"}
    assert code(api.send("POST", f"{AUTH}/password/change", change)) == (403, "wrong_password")
    change["current_password"] = "correct horse"
    assert code(api.send("POST", f"{AUTH}/password/change", {**change, "new_password": "ada"})) == (
        400,
        "weak_password",
    )
    assert api.send("POST", f"{AUTH}/password/change", change).status_code == 204
    assert api.send("GET", f"{AUTH}/me").status_code == 200  # this session stays signed in
    assert other.send("GET", f"{AUTH}/me").status_code == 401
    assert signs_in("ada", "analytical-engine-1843")
    assert mail.outbox[-1].subject == "Your password was changed"


def test_attempts_to_change_the_password_are_limited(api):
    change = {"current_password": "wrong", "new_password": "analytical-engine-1843"}
    codes = [api.send("POST", f"{AUTH}/password/change", change).status_code for _ in range(6)]
    assert codes == [403] * 5 + [429]


def test_change_of_password_in_graphql_keeps_the_session(api, user):
    query = (
        'mutation { changePassword(input: {currentPassword: "correct horse", newPassword: "analytical-engine-1843"}) '
        "{ user { username } errors { code } } }"
    )
    assert api.execute(query)["changePassword"] == {"user": {"username": "ada"}, "errors": []}
    assert api.execute("{ me { username } }")["me"] == {"username": "ada"}


def test_a_reset_link_works_once(api, user):
    requested = ApiClient().send("POST", f"{AUTH}/password/reset", {"email": "ADA@example.org"})
    assert requested.status_code == 202
    body = {"token": token_in_email("ada@example.org"), "new_password": "analytical-engine-1843"}
    weak = ApiClient().send("POST", f"{AUTH}/password/reset/confirm", {**body, "new_password": "12345678"})
    assert code(weak) == (400, "weak_password")
    assert ApiClient().send("POST", f"{AUTH}/password/reset/confirm", body).status_code == 204
    assert signs_in("ada", "analytical-engine-1843")
    assert api.send("GET", f"{AUTH}/me").status_code == 401  # all sessions
    assert code(ApiClient().send("POST", f"{AUTH}/password/reset/confirm", body)) == (400, "link_unusable")


def test_reset_does_not_reveal_known_addresses(user):
    responses = [
        ApiClient().send("POST", f"{AUTH}/password/reset", {"email": address})
        for address in ("ada@example.org", "unknown@example.org")
    ]
    assert len({(response.status_code, response.body) for response in responses}) == 1
    assert [each.to for each in mail.outbox] == [["ada@example.org"]]


@pytest.mark.parametrize("token", ["", ".", "x.y", "AAAA.y", "é.é", "x" * 2000])
def test_invalid_reset_links_are_refused(user, token):
    response = ApiClient().send(
        "POST", f"{AUTH}/password/reset/confirm", {"token": token, "new_password": "analytical-engine-1843"}
    )
    assert response.status_code == 400
    assert signs_in("ada", "correct horse")


def test_links_use_the_public_url(user, settings):
    settings.PUBLIC_URL = "https://papers.example.org"
    ApiClient().send("POST", f"{AUTH}/password/reset", {"email": "ada@example.org"})
    assert "https://papers.example.org/new-password#" in mail.outbox[0].body


@pytest.mark.parametrize(
    ("hosts", "host", "port", "origin"),
    [
        (["docs.example.org"], "docs.example.org", "80", "http://docs.example.org"),
        (["docs.example.org"], "docs.example.org:1", "80", "http://docs.example.org"),
        (["localhost"], "localhost:1", "8000", "http://localhost:8000"),
        ([".example.org", "docs.example.org"], "evil.example.org:1", "80", "http://docs.example.org"),
        (["*"], "evil.example:1", "8000", "http://testserver:8000"),
    ],
)
def test_links_do_not_use_the_port_of_the_request_or_a_pattern_of_hosts(user, settings, hosts, host, port, origin):
    settings.ALLOWED_HOSTS = hosts
    response = ApiClient().post(
        f"{AUTH}/password/reset",
        {"email": "ada@example.org"},
        content_type="application/json",
        headers={"Host": host},
        SERVER_PORT=port,
    )
    assert response.status_code == 202
    assert f"{origin}/new-password#" in mail.outbox[0].body


def test_links_do_not_use_a_foreign_host(user):
    response = ApiClient().post(
        f"{AUTH}/password/reset",
        {"email": "ada@example.org"},
        content_type="application/json",
        headers={"Host": "evil.example"},
    )
    assert response.status_code == 400
    assert mail.outbox == []


# E-mails that others can request


def test_emails_are_limited_per_recipient(user, settings):
    settings.RATE_LIMITS = {"email": {"recipient": (3, 3_600)}}
    reset = [
        ApiClient(REMOTE_ADDR=f"198.51.100.{number}").send("POST", f"{AUTH}/password/reset", {"email": address})
        for number, address in enumerate(["ada@example.org", "ADA@example.org", "ada@Example.org", "ada@example.org"])
    ]
    assert [response.status_code for response in reset] == [202] * 4  # responses do not show the limit
    assert len(mail.outbox) == 3
    for number in range(4):
        assert register(username=f"grace{number}").status_code == 201
    assert [each.to for each in mail.outbox[3:]] == [["grace@example.org"]] * 3
    # Others cannot use up the notices about changes of their account.
    for _ in range(5):
        change = {"current_password": "correct horse", "new_password": "correct horse"}
        assert (
            ApiClient(User.objects.get(pk=user.pk)).send("POST", f"{AUTH}/password/change", change).status_code == 204
        )
    assert [each.to for each in mail.outbox[6:]] == [["ada@example.org"]] * 5
