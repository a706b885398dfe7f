"""Django's admin for staff who are no superusers: they see and change what their permissions name, and no more."""

import re

import pytest
from allauth.socialaccount.models import SocialAccount
from django.contrib.admin import site
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

import config.urls  # noqa: F401  # registers the models
from corpuses.providers.models import AllowedServer
from documents.models import Document, ParserChoice
from tasks.models import Schedule, SchedulerState, TenantQueue, WorkerBeat
from tests.permissions.world import PASSWORD, SECRET
from users.accounts.api_tokens import create_token
from users.models import User

pytestmark = pytest.mark.django_db

WRITES = re.compile(r'^(?:INSERT INTO|UPDATE|DELETE FROM) "(?!django_session)\w+', re.IGNORECASE)
GRANTED = "granted"


@pytest.fixture(scope="module")
def rows(world) -> dict[type[Model], Model]:
    """Return a row of each model of the admin that has one."""
    owner = world.users["owner"]
    Group.objects.create(name=SECRET)
    SocialAccount.objects.create(user=owner, provider="openid", uid=SECRET)
    TenantQueue.objects.get_or_create(tenant=owner.tenant)
    SchedulerState.objects.get_or_create()
    Schedule.objects.create(name=SECRET, kind="documents.check_blobs", cron="0 0 * * *")
    WorkerBeat.objects.create(key=1, name=SECRET, slots=1)
    ParserChoice.objects.create(mime_type="text/plain", parser="text")
    AllowedServer.objects.create(purpose="analyzers", host="analyzers.example.com", name=SECRET)
    found = {model: model._base_manager.last() for model in site._registry} | {User: owner}
    return {model: row for model, row in found.items() if row is not None}


@pytest.fixture
def staff(world) -> User:
    return User.objects.create_user("clerk", "clerk@example.org", PASSWORD, is_staff=True)


@pytest.fixture
def client(staff: User) -> Client:
    client = Client()
    client.force_login(staff)
    return client


def permit(staff: User, start: str = "") -> None:
    staff.user_permissions.set(Permission.objects.filter(codename__startswith=start))


def page(row: Model | type[Model], name: str) -> str:
    keys = [row.pk] if isinstance(row, Model) else []
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_{name}", args=keys)


def pages(rows: dict[type[Model], Model]) -> dict[str, list[dict[str, str]]]:
    """Return the addresses of all pages, with the forms that are sent to them."""
    found: dict[str, list[dict[str, str]]] = {}
    for model, row in rows.items():
        admin, selected = site._registry[model], {"_selected_action": str(row.pk), "post": "yes"}
        names = ["delete_selected", *(each for each in admin.actions if isinstance(each, str))]
        found[page(model, "changelist")] = [{**selected, "action": name} for name in names]
        if admin.list_editable:
            edited = {"form-TOTAL_FORMS": "1", "form-INITIAL_FORMS": "1", "form-0-id": str(row.pk), "form-0-cap": "9"}
            found[page(model, "changelist")].append({**edited, "_save": "Save"})
        found[page(model, "add")] = [{"name": GRANTED, "title": GRANTED, "username": GRANTED}]
        found[page(row, "change")] = [{"name": GRANTED, "title": GRANTED}]
        found[page(row, "delete")] = [{"post": "yes"}]
        found[page(row, "history")] = []
    found[page(rows[User], "erase")] = [{"confirmation": "ada", "delete_documents": "on"}]
    found[reverse("admin:auth_user_password_change", args=[rows[User].pk])] = [{"password1": "x", "password2": "x"}]
    found[reverse("admin:document_file", args=[rows[Document].pk])] = []
    return found


def writes_of(client: Client, address: str, form: dict[str, str]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        client.post(address, form)
    return [found.group() for query in captured if (found := WRITES.match(query["sql"]))]


def test_staff_without_permissions_open_nothing(rows, client):
    opened = {address: code for address in pages(rows) if (code := client.get(address).status_code) != 403}
    assert len(rows) >= 18
    assert opened == {}
    assert 'class="model-' not in client.get("/admin/").content.decode()
    members = {"app_label": "users", "model_name": "tenantmembership", "field_name": "user"}
    assert client.get("/admin/autocomplete/", members).status_code == 403


def test_staff_who_may_look_change_nothing(rows, staff, client):
    permit(staff, "view_")
    changed = {
        address: written
        for address, forms in pages(rows).items()
        if (written := [each for form in forms for each in writes_of(client, address, form)])
    }
    assert changed == {}


def test_secrets_are_neither_shown_nor_found(rows, staff, client):
    permit(staff)
    user = rows[User]
    seen = client.get(page(user, "change")).content.decode()
    assert user.username in seen
    assert user.password.rpartition("$")[2] not in seen
    for model in rows:
        for lookup in ("password__startswith", "owner__password__startswith", "user__password__startswith"):
            found = client.get(page(model, "changelist"), {lookup: "pbkdf2"}).status_code
            assert found in {302, 400}, (model, lookup)


def test_staff_do_not_raise_themselves(rows, staff, client):
    permit(staff)
    group = Group.objects.get(name=SECRET)
    others = User.objects.get(username="outsider")
    for user in (staff, others):
        form = {"username": user.username, "is_active": "on", "is_staff": "on", "is_superuser": "on"}
        form["groups"] = str(group.pk)
        client.post(page(user, "change"), form)
        user.refresh_from_db()
        assert (user.is_superuser, user.is_staff, user.groups.count()) == (False, user == staff, 0)
    for address in (page(group, "change"), page(Group, "add")):
        assert client.post(address, {"name": "all", "permissions": "1"}).status_code == 403
    assert client.post(page(SocialAccount, "add"), {"user": "1", "provider": "oidc", "uid": "me"}).status_code == 403
    assert not [model for model in site._registry if "Social" in model.__name__ and model is not SocialAccount]


def test_a_user_who_is_deactivated_loses_tokens(rows, staff, client):
    permit(staff)
    user = User.objects.get(username="outsider")
    token, _ = create_token(owner=user, name="Script", scopes=["read"])
    client.post(page(user, "change"), {"username": user.username, "email": user.email})
    user.refresh_from_db()
    assert (user.is_active, user.api_tokens.filter(pk=token.pk).exists()) == (False, False)


@pytest.mark.parametrize("name", ["root", "colleague"])
def test_staff_do_not_take_over_other_staff(world, staff, client, name):
    User.objects.create_user("colleague", "colleague@example.org", PASSWORD, is_staff=True)
    permit(staff)
    target = User.objects.get(username=name)
    before = User.objects.filter(pk=target.pk).values().get()
    identity = SocialAccount.objects.create(user=target, provider="openid", uid="theirs")
    assert client.get(page(target, "change")).status_code == 200
    form = {"username": name, "email": "clerk2@example.org"}
    words = {"password1": "another good one", "password2": "another good one", "usable_password": "true"}
    password = reverse("admin:auth_user_password_change", args=[target.pk])
    sent = [(page(target, "change"), form), (password, words), (page(identity, "delete"), {"post": "yes"})]
    sent.append((page(target, "delete"), {"post": "yes"}))
    assert {client.post(*each).status_code for each in sent} == {403}
    for action in ("delete_selected", "sign_out_everywhere"):
        selected = {"_selected_action": str(target.pk), "post": "yes", "action": action}
        client.post(page(User, "changelist"), selected)
    assert User.objects.filter(pk=target.pk).values().get() == before


def test_staff_choose_when_a_schedule_runs_but_not_what(rows, staff, client):
    """Jobs do not check who asks for them: one of them erases an account."""
    permit(staff)
    schedule = Schedule.objects.get(name=SECRET)
    form = {"name": "x", "kind": "corpuses.erase_user", "args": '{"user_id": "1"}', "cron": "1 1 * * *"}
    form |= {"timezone": "UTC", "enabled": "on"}
    assert client.post(page(Schedule, "add"), form).status_code == 403
    assert client.post(page(schedule, "change"), form).status_code == 302
    schedule.refresh_from_db()
    assert (schedule.name, schedule.kind, schedule.args, schedule.cron) == (
        SECRET, "documents.check_blobs", {}, "1 1 * * *",
    )  # fmt: skip
