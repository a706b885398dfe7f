"""User names and e-mail addresses: an address belongs to who has confirmed it, whatever others call themselves."""

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from core.api.testing import ApiClient
from core.errors import Invalid
from users.identifiers import address_key, parse_address
from users.lookup import find_by_confirmed_address, find_user_by_identifier
from users.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_limits(settings):
    settings.RATE_LIMITS = {}


def sign_in(name: str, password: str = "correct horse") -> int:
    return ApiClient().send("POST", "/api/v1/auth/login", {"username": name, "password": password}).status_code


@pytest.mark.parametrize("name", ["ada@example.org", "a@b", "@", "ada\uff20example.org"])
def test_user_names_that_contain_an_at_sign_are_refused(name):
    body = {"username": name, "password": "cobol-1959-rear"}
    response = ApiClient().send("POST", "/api/v1/auth/register", body)
    assert (response.status_code, response.json()["error"]["field"]) == (400, "username")
    with pytest.raises(ValidationError):
        User(username=name, email="").full_clean(exclude=["tenant", "password"])
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(name)  # as scripts do
    with pytest.raises(CommandError):
        call_command("createsuperuser", username=name, email="op@example.org", interactive=False)
    with pytest.raises(CommandError):
        call_command("seed_demo", username=name, password="correct horse")


@pytest.mark.parametrize("name", ["mi\u0430", "\u0391da", "\u65e5\u0430", "\u304b\ud55c"])
def test_characters_of_several_alphabets_are_no_user_name(name):
    with pytest.raises(ValidationError):
        User(username=name, email="").full_clean(exclude=["tenant", "password"])


@pytest.mark.parametrize(
    "name", ["ada.l-1", "ren\u00e9e", "\u0430\u043d\u043d\u0430", "\u65e5\u672c\u304b\u30ab", "\ud55c\uad6d"]
)
def test_characters_of_one_alphabet_are_a_user_name(name):
    User(username=name, email="").full_clean(exclude=["tenant", "password"])


def test_the_admin_refuses_user_names_that_contain_an_at_sign(user):
    User.objects.filter(pk=user.pk).update(is_staff=True, is_superuser=True)
    client = ApiClient()
    client.force_login(User.objects.get(pk=user.pk))
    form = {"username": "eve@example.org", "password1": "cobol-1959-rear", "password2": "cobol-1959-rear"}
    page = client.post("/admin/users/user/add/", {**form, "usable_password": "true"})
    assert "in a user name" in page.body.decode()
    assert client.post("/admin/users/user/add/", {**form, "username": "eve"}).status_code == 302


def test_an_address_means_the_account_that_has_confirmed_it(user, other_user):
    User.objects.filter(pk=other_user.pk).update(email="ada@example.org", email_confirmed=False)
    assert find_user_by_identifier("ada@example.org") == user
    assert sign_in("ada@example.org") == 200
    User.objects.filter(pk=user.pk).update(email_confirmed=False)
    assert find_user_by_identifier("ada@example.org") is None
    assert sign_in("ada@example.org") == 401


@pytest.mark.parametrize(
    "lookalike",
    [
        "ed\u0131tor1@example.org",  # dotless i, the same as I for the database
        "te\u017ft@example.org",  # long s
        "\u212aay@example.org",  # the sign of kelvin
        "bob@g\u0131thub.example",
    ],
)
def test_lookalikes_are_not_the_same_address(lookalike):
    plain = lookalike.translate({0x131: "i", 0x17F: "s", 0x212A: "k"})
    User.objects.create_user("bob", plain, "correct horse")
    assert sign_in(lookalike) == 401
    assert find_by_confirmed_address(lookalike) is None
    assert find_user_by_identifier(lookalike) is None
    assert sign_in(plain.upper()) == 200


def test_addresses_are_stored_in_ascii():
    assert parse_address(" Grace@B\u00fccher.Example ") == "Grace@xn--bcher-kva.example"
    assert address_key("GRACE@b\u00fccher.example") == address_key("grace@XN--BCHER-KVA.example")
    # Two domains, although case folding makes them equal.
    assert address_key("a@stra\u00dfe.example") != address_key("a@strasse.example")
    for text in ["", "ada", "ada@", "\u0131@example.org", "a\x00@example.org", "a@" + "b" * 250 + ".org"]:
        assert address_key(text) == ""
        with pytest.raises(Invalid):
            parse_address(text)


def test_compatibility_characters_are_the_same_in_user_names(user):
    fullwidth = "\uff41\uff44\uff41"
    assert find_user_by_identifier(fullwidth) == user
    body = {"username": fullwidth, "password": "cobol-1959-rear"}
    assert ApiClient().send("POST", "/api/v1/auth/register", body).status_code == 409
