"""Links and names that work once do so for requests at the same time, too."""

import pytest

from core.api.testing import ApiClient
from tests.sharing.test_races import concurrently
from users.models import User
from users.tests.test_accounts import AUTH, NEW, signs_in, token_in_email

REQUESTS = 8
BOB = "bob@example.org"

pytestmark = pytest.mark.django_db(transaction=True)  # other connections look


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}


def statuses(path: str, *bodies: dict[str, object]) -> list[int]:
    """Send all bodies at the same time; return the status of each response."""
    return concurrently(
        *[lambda body=body: ApiClient().send("POST", f"{AUTH}/{path}", body).status_code for body in bodies]
    )


def test_a_reset_link(user):
    User.objects.filter(pk=user.pk).update(email=BOB, email_confirmed=True)
    assert ApiClient().send("POST", f"{AUTH}/password/reset", {"email": BOB}).status_code == 202
    token = token_in_email(BOB)
    passwords = [f"{NEW['password']}-{number}" for number in range(REQUESTS)]
    answers = statuses("password/reset/confirm", *[{"token": token, "new_password": each} for each in passwords])
    assert sorted(answers) == [204] + [400] * (REQUESTS - 1)
    assert signs_in(BOB, passwords[answers.index(204)])


def test_a_user_name_in_any_spelling():
    spellings = [f"{'gra'[:number]}{'GRACE'[number:]}" for number in range(4)] * 2
    answers = statuses("register", *[{"username": each, "password": NEW["password"]} for each in spellings])
    assert sorted(answers) == [201] + [409] * (REQUESTS - 1)
    assert User.objects.filter(username__iexact="grace").count() == 1


def test_an_invitation(settings):
    settings.REGISTRATION = "invitation"
    staff = User.objects.create_user("op", "op@example.org", "quite long enough", is_staff=True)
    assert ApiClient(staff).send("POST", f"{AUTH}/invitations", {"email": BOB}).status_code == 201
    account = {"password": NEW["password"], "invitation": token_in_email(BOB)}
    answers = statuses("register", *[account | {"username": f"bob{number}"} for number in range(REQUESTS)])
    assert sorted(answers) == [201] + [400] * (REQUESTS - 1)
