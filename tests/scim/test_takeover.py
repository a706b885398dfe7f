"""A directory cannot take administrators over, lock them out, or make one."""

import pytest

from tests.scim.client import USER
from users.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["root", "other_root", "staff"])
def protected(request, root):
    if request.param == "root":  # the owner of the token
        return root
    boss = User.objects.create_user("boss", "boss@example.org", "battery staple")
    boss.is_staff = True
    boss.is_superuser = request.param == "other_root"
    boss.save()
    return boss


@pytest.mark.parametrize(
    ("method", "body"),
    [
        ("PUT", {"schemas": [USER], "userName": "x@evil.example", "emails": [{"value": "x@evil.example"}]}),
        ("PUT", {"schemas": [USER], "userName": "{username}", "active": False}),
        ("PATCH", [{"op": "replace", "path": "active", "value": False}]),
        ("PATCH", [{"op": "replace", "path": "emails", "value": [{"value": "x@evil.example"}]}]),
        ("PATCH", [{"op": "replace", "path": "externalId", "value": "1"}]),
        ("PATCH", [{"op": "replace", "value": {"userName": "other"}}]),
        ("DELETE", None),
    ],
)
def test_administrators_are_not_changed(scim, protected, method, body):
    path = f"Users/{protected.pk}"
    before = User.objects.filter(pk=protected.pk).values().get()
    seen = scim.get(path).body
    if method == "PATCH":
        answer = scim.patch(path, *body)
    else:
        text = body and {**body, "userName": body["userName"].replace("{username}", protected.username)}
        answer = scim.send(method, path, text)
    assert (answer.status, answer.kind) == (403, "403")
    assert "administrators" in answer.body["detail"]
    assert User.objects.filter(pk=protected.pk).values().get() == before
    assert scim.get(path).body == seen


def test_an_account_that_became_one_of_staff_is_not_taken_up(scim):
    key = scim.create_user("grace").body["id"]
    scim.send("DELETE", f"Users/{key}")
    User.objects.filter(pk=key).update(is_staff=True)
    assert scim.create_user("grace").kind == "403"
    assert not User.objects.get(pk=key).is_active


def test_no_attribute_makes_an_administrator(scim):
    rights = {
        "is_staff": True,
        "isStaff": True,
        "is_superuser": True,
        "roles": [{"value": "admin"}],
        "entitlements": [{"value": "superuser"}],
        "userType": "admin",
        "password": "battery staple",
        "generation": 5,
    }
    answer = scim.create_user("mallory", **rights)
    assert answer.status == 201
    path = f"Users/{answer.body['id']}"
    scim.patch(path, {"op": "add", "value": rights})
    scim.send("PUT", path, {"schemas": [USER], "userName": "mallory", **rights})
    user = User.objects.get(pk=answer.body["id"])
    assert (user.is_staff, user.is_superuser, user.has_usable_password(), user.is_service_account) == (False,) * 4
    assert user.generation == 0


def test_names_and_addresses_of_administrators_are_taken(scim, root):
    assert scim.create_user("root").kind == "uniqueness"
    assert scim.create_user("ROOT@example.org").kind == "uniqueness"
    assert scim.create_user("mallory", emails=[{"value": "Root@Example.org"}]).kind == "uniqueness"
    key = scim.create_user("mallory").body["id"]
    for value in ({"userName": "Root"}, {"emails": [{"value": "ROOT@example.org"}]}):
        assert scim.patch(f"Users/{key}", {"op": "replace", "value": value}).kind == "uniqueness"
    assert User.objects.get(pk=key).email == ""
