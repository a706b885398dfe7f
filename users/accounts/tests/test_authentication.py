"""Rate limits of sign-in."""

import pytest

from core.api.testing import ApiClient
from users.models import User

LOGIN, SESSION = "/api/v1/auth/login", "/api/v1/auth/session"
RIGHT = {"username": "ada", "password": "correct horse"}
WRONG = {**RIGHT, "password": "wrong"}

pytestmark = pytest.mark.django_db


def attempt(body, address="192.0.2.1", path=LOGIN):
    return ApiClient(REMOTE_ADDR=address).send("POST", path, body)


def fail(times, *, address="192.0.2.1", body=WRONG):
    return [attempt(body, address).status_code for _ in range(times)]


@pytest.fixture(autouse=True)
def _no_other_limits(settings):
    settings.RATE_LIMITS = {}


@pytest.mark.parametrize("path", [LOGIN, SESSION])
def test_sign_in_is_limited_after_five_failures(user, path):
    # proves: S3-58
    assert [attempt(WRONG, path=path).status_code for _ in range(5)] == [401] * 5
    response = attempt(RIGHT, path=path)
    assert (response.status_code, response.json()["error"]["code"]) == (429, "too_many_attempts")
    assert 0 < int(response["Retry-After"]) <= 331


def test_unknown_names_are_limited_like_known_ones(user):
    unknown = {"username": "unknown", "password": "x"}
    responses = [(attempt(unknown), attempt(WRONG, "192.0.2.2")) for _ in range(6)]
    for for_unknown, for_known in responses:
        assert for_unknown.status_code == for_known.status_code
        assert for_unknown.json()["error"]["message"] == for_known.json()["error"]["message"]
    assert responses[-1][0].status_code == 429


def test_success_resets_the_failures(user):
    for _ in range(3):
        assert fail(4) == [401] * 4
        assert attempt(RIGHT).status_code == 200


def test_others_cannot_lock_out_a_user_at_a_known_address(user, settings):
    settings.SIGN_IN_LIMITS = settings.SIGN_IN_LIMITS | {"account": (10, 900)}
    assert attempt(RIGHT, "192.0.2.9").status_code == 200
    for number in range(10):
        fail(1, address=f"198.51.100.{number}")
    assert attempt(RIGHT, "203.0.113.5").status_code == 429  # failures at many addresses
    assert attempt(RIGHT, "192.0.2.9").status_code == 200


def test_an_address_cannot_try_many_names(user, settings):
    settings.SIGN_IN_LIMITS = settings.SIGN_IN_LIMITS | {"address": (8, 900)}
    codes = [fail(1, body={"username": f"n{number}", "password": "x"})[0] for number in range(9)]
    assert codes == [401] * 8 + [429]
    assert attempt(RIGHT, "192.0.2.2").status_code == 200


def test_ipv6_addresses_are_limited_by_network(user):
    assert fail(5, address="2001:db8:1:2::1") == [401] * 5
    assert attempt(RIGHT, "2001:db8:1:2:3::9").status_code == 429
    assert attempt(RIGHT, "2001:db8:1:3::1").status_code == 200


def test_other_spellings_of_a_name_count_together(user):
    assert fail(3) + fail(2, body={**WRONG, "username": "ADA"}) == [401] * 5
    assert attempt(RIGHT).status_code == 429


def test_the_admin_has_the_same_limits(user):
    User.objects.filter(pk=user.pk).update(is_staff=True)
    client = ApiClient()
    for _ in range(5):
        assert "correct username" in client.post("/admin/login/", WRONG).body.decode()
    assert "Too many failed attempts" in client.post("/admin/login/", RIGHT).body.decode()
    assert "sessionid" not in client.cookies


def test_sign_in_to_the_admin(user):
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    client = ApiClient()
    assert client.post("/admin/login/?next=/admin/", RIGHT).status_code == 302
    assert client.get("/admin/").status_code == 200


@pytest.mark.parametrize("name", ["ada@example.org", "ADA@example.ORG"])
def test_sign_in_with_a_confirmed_address(user, name):
    assert attempt({**RIGHT, "username": name}).status_code == 200
    User.objects.update(email_confirmed=False)
    assert attempt({**RIGHT, "username": name}).status_code == 401


def test_sign_in_works_without_redis(user, settings):
    settings.REDIS_URL = "unix:///nowhere?db=0"
    assert attempt(RIGHT).status_code == 200


def test_successes_count_against_no_limit(user, settings):
    settings.SIGN_IN_LIMITS = {"account_here": (3, 300), "account": (3, 900), "address": (3, 900)}
    User.objects.create_user("grace", "grace@example.org", "cobol-1959-rear")
    for number in range(5):
        assert attempt(RIGHT).status_code == 200
        assert attempt({"username": "grace", "password": "cobol-1959-rear"}).status_code == 200
        assert attempt(RIGHT, f"198.51.100.{number}").status_code == 200  # a new address each time
    assert fail(3) == [401] * 3
    assert attempt(RIGHT).status_code == 429


def test_a_success_forgets_no_failures_of_others_at_the_address(user, settings):
    settings.SIGN_IN_LIMITS = settings.SIGN_IN_LIMITS | {"address": (3, 900)}
    for number in range(3):
        assert fail(1, body={"username": f"n{number}", "password": "x"}) == [401]
        assert attempt(RIGHT).status_code == (200 if number < 2 else 429)


def test_spellings_of_an_address_count_together(user):
    spellings = ["ada@example.org", "ADA@example.org", " Ada@Example.ORG", "ada@EXAMPLE.org", "\uff41da@example.org"]
    codes = [attempt({**WRONG, "username": spelling}).status_code for spelling in spellings]
    assert codes == [401] * 5
    assert attempt({**RIGHT, "username": "ada@example.org"}).status_code == 429


def test_failures_count_for_the_account_and_do_not_show_its_other_name(user, settings):
    settings.SIGN_IN_LIMITS = settings.SIGN_IN_LIMITS | {"account": (4, 900)}
    for number in range(4):
        fail(1, address=f"198.51.100.{number}")
    by_address = {**RIGHT, "username": "ada@example.org"}
    # Refused like a wrong password: 429 would show whose address this is.
    assert attempt(by_address, "203.0.113.5").status_code == 401
    assert attempt(RIGHT, "203.0.113.6").status_code == 429


def test_registrations_have_limits_of_their_own(settings):
    settings.RATE_LIMITS = {"email": {"address": (1, 600)}, "register": {"address": (3, 600)}}
    codes = [
        attempt({"username": f"pupil{number}", "password": "cobol-1959-rear"}, path="/api/v1/auth/register").status_code
        for number in range(4)
    ]
    assert codes == [201] * 3 + [429]
