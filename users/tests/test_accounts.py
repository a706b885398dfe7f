"""Making an account, the profile, addresses, passwords, invitations; what letters say and what they open."""

import re

import pytest
from django.core import mail

from core.api.testing import ApiClient
from users.models import User

AUTH = "/api/v1/auth"
NEW = {"username": "grace", "password": "cobol-1959-rear", "email": "grace@example.org", "name": "Grace Hopper"}

pytestmark = pytest.mark.django_db(transaction=True)  # letters leave when the transaction is there to stay


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}


@pytest.fixture
def operator(db) -> User:
    return User.objects.create_user("op", "op@example.org", "quite long enough", is_staff=True, name="Olive")


def register(**changed):
    body = {key: value for key, value in {**NEW, **changed}.items() if value is not None}
    return ApiClient().send("POST", f"{AUTH}/register", body)


def code(response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"]


def letter(to: str) -> str:
    """The secret of the last letter to somebody, which its text and its HTML both hold."""
    message = next(each for each in reversed(mail.outbox) if each.to == [to])
    html = message.alternatives[0][0]
    (secret,) = re.findall(r"https?://\S+#(\S+)", message.body)
    assert f'#{secret}"' in html
    return secret


def signs_in(username: str, password: str) -> bool:
    return ApiClient().send("POST", f"{AUTH}/login", {"username": username, "password": password}).status_code == 200


# Making an account


def test_a_new_account_can_sign_in_and_owns_a_tenant():
    # proves: S3-12
    response = register(time_zone="America/New_York", language="en-US")
    assert response.status_code == 201
    user = User.objects.get(username="grace")
    assert (user.name, user.time_zone, user.language) == ("Grace Hopper", "America/New_York", "en-US")
    assert (user.email, user.email_confirmed, user.is_staff) == ("grace@example.org", False, False)
    assert user.tenant.kind == "personal"
    assert signs_in("grace", NEW["password"])


@pytest.mark.parametrize(
    ("changed", "status", "said", "field"),
    [
        ({"username": "ada"}, 409, "username_taken", "username"),
        ({"username": "ADA"}, 409, "username_taken", "username"),  # the same name to people
        ({"username": "a b"}, 400, "invalid", "username"),
        ({"username": ""}, 400, "invalid", "username"),
        ({"password": "short"}, 400, "weak_password", "password"),
        ({"password": "password123"}, 400, "weak_password", "password"),  # known to everybody
        ({"password": "grace@example"}, 400, "weak_password", "password"),  # like the address
        ({"email": "nonsense"}, 400, "invalid", "email"),
        ({"time_zone": "Mars/Olympus"}, 400, "invalid", "time_zone"),
        ({"language": "en us"}, 400, "invalid", "language"),
    ],
)
def test_what_cannot_be_an_account_is_refused(user, changed, status, said, field):
    # proves: S3-12
    response = register(**changed)
    assert (*code(response), response.json()["error"]["field"]) == (status, said, field)
    assert User.objects.count() == 1
    assert mail.outbox == []


def test_a_letter_to_an_unknown_address_carries_no_words_of_its_sender():
    register(name="Win at www.example.com")
    (sent,) = mail.outbox
    assert "www.example.com" not in sent.body + sent.alternatives[0][0] + sent.subject


def test_whether_an_address_is_known_is_not_told(user):
    known, unknown = register(email="ada@example.org"), register(username="grace2")
    assert known.status_code == unknown.status_code == 201
    confirmed = ApiClient().send("POST", f"{AUTH}/email/confirm", {"token": letter("ada@example.org")})
    assert code(confirmed) == (409, "email_taken")  # only who reads that mailbox gets here


@pytest.mark.parametrize(("mode", "said"), [("closed", "registration_closed"), ("invitation", "invitation_needed")])
def test_where_it_is_not_open_nobody_makes_an_account(settings, mode, said):
    # proves: S3-12
    settings.REGISTRATION = mode
    assert code(register()) == (403, said)
    assert ApiClient().send("GET", f"{AUTH}/registration").json()["mode"] == mode
    assert not User.objects.exists()


def test_an_invitation_makes_one_account_with_its_address(settings, operator):
    settings.REGISTRATION = "closed"
    api = ApiClient(operator)
    assert api.send("POST", f"{AUTH}/invitations", {"email": "grace@example.org"}).status_code == 201
    secret = letter("grace@example.org")
    said = ApiClient().send("POST", f"{AUTH}/invitations/check", {"token": secret}).json()
    assert (said["email"], said["invited_by"]) == ("grace@example.org", "Olive")
    assert register(email=None, invitation=secret).status_code == 201
    user = User.objects.get(username="grace")
    assert (user.email, user.email_confirmed) == ("grace@example.org", True)
    assert code(register(username="second", email=None, invitation=secret)) == (400, "link_unusable")
    assert api.send("GET", f"{AUTH}/invitations").json()["results"][0]["accepted"] is not None


def test_invitations_are_withdrawn_and_replaced(operator):
    api = ApiClient(operator)
    first = api.send("POST", f"{AUTH}/invitations", {"email": "grace@example.org"})
    old = letter("grace@example.org")
    second = api.send("POST", f"{AUTH}/invitations", {"email": "Grace@example.org"}).json()
    assert code(ApiClient().send("POST", f"{AUTH}/invitations/check", {"token": old})) == (400, "link_unusable")
    assert api.send("DELETE", f"{AUTH}/invitations/{first.json()['id']}").status_code == 404
    assert api.send("DELETE", f"{AUTH}/invitations/{second['id']}").status_code == 204
    assert code(register(email=None, invitation=letter("Grace@example.org"))) == (400, "link_unusable")
    assert code(api.send("POST", f"{AUTH}/invitations", {"email": "op@example.org"})) == (409, "email_taken")


def test_an_invitation_that_is_repeated_writes_no_second_letter(operator):
    # proves: S3-27 S3-28
    body, key = {"email": "grace@example.org"}, {"Idempotency-Key": "lost"}
    first, again = (ApiClient(operator).send("POST", f"{AUTH}/invitations", body, **key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == first.json()
    assert len(mail.outbox) == 1
    assert register(email=None, invitation=letter("grace@example.org")).status_code == 201


def test_only_operators_invite(api, user):
    assert code(api.send("POST", f"{AUTH}/invitations", {"email": "x@example.org"})) == (403, "not_allowed")
    assert code(api.send("GET", f"{AUTH}/invitations")) == (403, "not_allowed")
    assert mail.outbox == []


# Addresses


def test_an_address_counts_once_its_letter_is_answered():
    register()
    secret = letter("grace@example.org")
    assert ApiClient().send("POST", f"{AUTH}/email/confirm", {"token": secret}).status_code == 204
    assert User.objects.get().email_confirmed
    assert signs_in("grace@example.org", NEW["password"])


@pytest.mark.parametrize("spoil", [lambda s: s + "x", lambda s: s[:-3], lambda s: "", lambda s: "a:b:c"])
def test_a_spoiled_link_opens_nothing(spoil):
    register()
    response = ApiClient().send("POST", f"{AUTH}/email/confirm", {"token": spoil(letter("grace@example.org"))})
    assert response.status_code == 400
    assert not User.objects.get().email_confirmed


def test_a_new_address_needs_the_password_and_its_letter(api, user):
    change = {"email": "countess@example.org"}
    assert code(api.send("PATCH", f"{AUTH}/me", change)) == (403, "wrong_password")
    assert mail.outbox == []
    body = api.send("PATCH", f"{AUTH}/me", {**change, "current_password": "correct horse"}).json()
    assert (body["email"], body["pending_email"]) == ("ada@example.org", "countess@example.org")
    assert (
        ApiClient().send("POST", f"{AUTH}/email/confirm", {"token": letter("countess@example.org")}).status_code == 204
    )
    body = api.send("GET", f"{AUTH}/me").json()
    assert (body["email"], body["pending_email"]) == ("countess@example.org", "")
    assert mail.outbox[-1].to == ["ada@example.org"]  # whoever has lost it hears of it


def test_the_letter_can_be_sent_once_more(user):
    register()
    grace = User.objects.get(username="grace")
    assert ApiClient(grace).send("POST", f"{AUTH}/email/send").status_code == 202
    assert [each.to for each in mail.outbox] == [["grace@example.org"]] * 2
    assert ApiClient(user).send("POST", f"{AUTH}/email/send").status_code == 202
    assert len(mail.outbox) == 2


# The profile


def test_people_see_and_change_their_profile(api):
    # proves: S3-19
    change = {"name": " Ada King ", "language": "de", "time_zone": "Europe/Berlin"}
    body = api.send("PATCH", f"{AUTH}/me", change).json()
    assert api.send("GET", f"{AUTH}/me").json() == body
    assert (body["name"], body["language"], body["time_zone"]) == ("Ada King", "de", "Europe/Berlin")
    assert (body["username"], body["email_confirmed"], body["has_password"]) == ("ada", True, True)
    assert ApiClient().send("GET", f"{AUTH}/me").status_code == 401


def test_graphql_knows_and_changes_the_profile(api, other_user):
    answer = api.ask(
        'mutation { updateProfile(input: {name: "Ada", timeZone: "Europe/Rome"}) '
        "{ user { name timeZone emailConfirmed } errors { code field } } }"
    )["updateProfile"]
    assert answer == {"user": {"name": "Ada", "timeZone": "Europe/Rome", "emailConfirmed": True}, "errors": []}
    for field, value in {
        "name": "x" * 151,
        "language": "aa-" + "x" * 8 + "-xxxxxxxx",
        "email": "a@" + "b" * 250 + ".org",
    }.items():
        change = f'updateProfile(input: {{{field}: "{value}"}}) {{ errors {{ code field }} }}'
        assert api.ask(f"mutation {{ {change} }}")["updateProfile"]["errors"] == [{"code": "invalid", "field": field}]
    wrong = api.ask('mutation { updateProfile(input: {timeZone: "x"}) { user { id } errors { code field } } }')
    assert wrong["updateProfile"] == {"user": None, "errors": [{"code": "invalid", "field": "time_zone"}]}


# Passwords


def test_a_password_is_changed_by_who_knows_it(api, user):
    other = ApiClient(User.objects.get(pk=user.pk))
    change = {"current_password": "wrong", "new_password": "analytical-engine-1843"}
    assert code(api.send("POST", f"{AUTH}/password/change", change)) == (403, "wrong_password")
    change["current_password"] = "correct horse"
    assert code(api.send("POST", f"{AUTH}/password/change", {**change, "new_password": "ada"})) == (
        400,
        "weak_password",
    )
    assert api.send("POST", f"{AUTH}/password/change", change).status_code == 204
    assert api.send("GET", f"{AUTH}/me").status_code == 200  # here one stays
    assert other.send("GET", f"{AUTH}/me").status_code == 401
    assert signs_in("ada", "analytical-engine-1843")
    assert mail.outbox[-1].subject == "Your password was changed"


def test_a_password_cannot_be_guessed_from_an_open_session(api):
    change = {"current_password": "wrong", "new_password": "analytical-engine-1843"}
    codes = [api.send("POST", f"{AUTH}/password/change", change).status_code for _ in range(6)]
    assert codes == [403] * 5 + [429]


def test_graphql_changes_the_password_and_keeps_the_session(api, user):
    query = (
        'mutation { changePassword(input: {currentPassword: "correct horse", newPassword: "analytical-engine-1843"}) '
        "{ user { username } errors { code } } }"
    )
    assert api.ask(query)["changePassword"] == {"user": {"username": "ada"}, "errors": []}
    assert api.ask("{ me { username } }")["me"] == {"username": "ada"}


def test_a_letter_sets_a_new_password_once(api, user):
    asked = ApiClient().send("POST", f"{AUTH}/password/reset", {"email": "ADA@example.org"})
    assert asked.status_code == 202
    body = {"token": letter("ada@example.org"), "new_password": "analytical-engine-1843"}
    weak = ApiClient().send("POST", f"{AUTH}/password/reset/confirm", {**body, "new_password": "12345678"})
    assert code(weak) == (400, "weak_password")
    assert ApiClient().send("POST", f"{AUTH}/password/reset/confirm", body).status_code == 204
    assert signs_in("ada", "analytical-engine-1843")
    assert api.send("GET", f"{AUTH}/me").status_code == 401  # wherever somebody was signed in
    assert code(ApiClient().send("POST", f"{AUTH}/password/reset/confirm", body)) == (400, "link_unusable")


def test_who_asks_for_a_letter_learns_nothing(user):
    answers = [
        ApiClient().send("POST", f"{AUTH}/password/reset", {"email": address})
        for address in ("ada@example.org", "nobody@example.org")
    ]
    assert len({(answer.status_code, answer.body) for answer in answers}) == 1
    assert [each.to for each in mail.outbox] == [["ada@example.org"]]


@pytest.mark.parametrize("token", ["", ".", "x.y", "AAAA.y", "é.é", "x" * 2000])
def test_a_link_that_is_none_sets_no_password(user, token):
    response = ApiClient().send(
        "POST", f"{AUTH}/password/reset/confirm", {"token": token, "new_password": "analytical-engine-1843"}
    )
    assert response.status_code == 400
    assert signs_in("ada", "correct horse")


def test_links_lead_where_the_operator_says(user, settings):
    settings.PUBLIC_URL = "https://papers.example.org"
    ApiClient().send("POST", f"{AUTH}/password/reset", {"email": "ada@example.org"})
    assert "https://papers.example.org/new-password#" in mail.outbox[0].body


def test_a_stranger_cannot_bend_links(user):
    response = ApiClient().post(
        f"{AUTH}/password/reset",
        {"email": "ada@example.org"},
        content_type="application/json",
        headers={"Host": "evil.example"},
    )
    assert response.status_code == 400
    assert mail.outbox == []
