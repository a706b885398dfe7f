"""Limits, and what works once, hold for requests at the same time, too.

`KINDS` is the table of all of them: add a row with a new limit, or a link that works once.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connections, transaction

from benchmarks import security
from core.api import throttling
from core.api.testing import ApiClient
from corpuses.actions.remote import editing as remote_analyzers
from corpuses.conversations import services as conversations
from corpuses.corpora.services import create_corpus
from corpuses.exports import services as exports
from corpuses.fields import services as fields
from corpuses.imports import starting as imports
from corpuses.obligations import services as obligations
from corpuses.saved_views import services as saved_views
from users.accounts import api_tokens, passkeys, second_factors
from users.accounts.emails import Site
from users.accounts.tests.authenticators import ORIGIN, Authenticator
from users.accounts.tests.test_accounts import AUTH, token_in_email
from users.accounts.tests.test_second_factors import CREDENTIALS, SESSION, app_of
from users.models import User
from users.sharing import service_accounts
from users.sharing import services as sharing
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 6
NEW_PASSWORD = "analytical-engine-1843"


class Anyone(ApiClient):
    """A client that gets no 5xx."""

    def request(self, **request: Any) -> Any:
        response = super().request(**request)
        assert response.status_code < 500, response.body
        return response


Attempt = Callable[[ApiClient, int], Any]
_doubled: dict[str, bool] = {}


@dataclass
class World:
    """A user with a corpus, and what changes settings for one test."""

    user: User
    corpus: Any
    settings: Any
    patch: pytest.MonkeyPatch

    @property
    def within(self) -> str:
        return f"/api/v1/corpuses/{self.corpus.pk}"

    def limit(self, module: Any, name: str) -> None:
        """Let a limit be 1."""
        self.patch.setattr(module, name, 1)


def created(path: str, **body: Any) -> Attempt:
    """Return an attempt to create something whose name differs from those of the other attempts."""

    def attempt(api: ApiClient, number: int) -> bool:
        named = {key: value.format(number) if isinstance(value, str) else value for key, value in body.items()}
        return api.send("POST", path, named).status_code < 300

    return attempt


def reset_link(world: World) -> Attempt:
    Anyone().send("POST", f"{AUTH}/password/reset", {"email": world.user.email})
    token = token_in_email(world.user.email)
    return created(f"{AUTH}/password/reset/confirm", token=token, new_password=NEW_PASSWORD + "-{}")


def invitation(world: World) -> Attempt:
    world.settings.REGISTRATION = "invitation"
    User.objects.filter(pk=world.user.pk).update(is_staff=True)
    ApiClient(User.objects.get()).send("POST", f"{AUTH}/invitations", {"email": "new@example.org"})
    token = token_in_email("new@example.org")
    return created(f"{AUTH}/register", username="new{}", password=NEW_PASSWORD, invitation=token)


def user_name(_: World) -> Attempt:
    spellings = ("Byron", "byron", "BYRON", "bYron", "byRon", "byrON")

    def attempt(_: ApiClient, number: int) -> bool:
        body = {"username": spellings[number], "password": NEW_PASSWORD, "email": f"b{number}@example.org"}
        return Anyone().send("POST", f"{AUTH}/register", body).status_code == 201

    return attempt


def user_of_directory(_: World) -> Attempt:
    root = User.objects.create_superuser("root", "root@example.org", "correct horse")
    with transaction.atomic():
        _, token = api_tokens.create_token(owner=root, name="Directory", scopes=["provisioning"])
    headers = {"Authorization": f"Bearer {token}"}

    def attempt(_: ApiClient, number: int) -> bool:
        spelling = "grace@corp.example" if number % 2 else "Grace@corp.example"
        body = {"schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "userName": spelling}
        status = Anyone(headers=headers).send("POST", "/scim/v2/Users", body).status_code
        assert status in {201, 409}
        return status == 201

    return attempt


def second_factor(world: World) -> tuple[Callable[[int], str], list[str]]:
    setup = second_factors.new_setup(world.user)
    app = app_of(setup.secret)
    return app, second_factors.add(world.user, secret=setup.secret, code=app(-1))


def code_of_app(world: World) -> Attempt:
    app, _ = second_factor(world)
    code = app(0)
    return lambda _, __: Anyone().send("POST", SESSION, {**CREDENTIALS, "code": code}).status_code == 200


def recovery_code(world: World) -> Attempt:
    _, codes = second_factor(world)
    return lambda _, __: Anyone().send("POST", SESSION, {**CREDENTIALS, "code": codes[0]}).status_code == 200


def device(world: World) -> Authenticator:
    world.settings.PUBLIC_URL = ORIGIN
    options = passkeys.setup_options(world.user, site=Site(ORIGIN))
    device = Authenticator()
    passkeys.add(world.user, device.create(options), name="Laptop", site=Site(ORIGIN))
    return device


def challenge(world: World) -> Attempt:
    signed = device(world).get(passkeys.sign_in_options(site=Site(ORIGIN)))
    return lambda _, __: Anyone().send("POST", f"{SESSION}/passkey", {"credential": signed}).status_code == 200


def passkey(world: World) -> Attempt:
    world.settings.PUBLIC_URL = ORIGIN
    created = Authenticator().create(passkeys.setup_options(world.user, site=Site(ORIGIN)))
    body = {"credential": created, "name": "Laptop"}
    return lambda api, _: api.send("POST", f"{AUTH}/passkeys", body).status_code == 201


def passkeys_of_user(world: World) -> Attempt:
    world.settings.PUBLIC_URL = ORIGIN
    world.patch.setattr(passkeys, "MAX_PASSKEYS", 1)
    made = [Authenticator().create(passkeys.setup_options(world.user, site=Site(ORIGIN))) for _ in range(AT_ONCE)]

    def attempt(api: ApiClient, number: int) -> bool:
        return api.send("POST", f"{AUTH}/passkeys", {"credential": made[number], "name": "Laptop"}).status_code == 201

    return attempt


def refresh_token(_: World) -> Attempt:
    first = Anyone().send("POST", f"{AUTH}/login", CREDENTIALS).json()["refresh"]
    return lambda _, __: Anyone().send("POST", f"{AUTH}/refresh", {"refresh": first}).json().get("refresh")


def repeated_request(_: World) -> Attempt:
    headers = {"Idempotency-Key": "again"}
    return lambda api, _: api.send("POST", "/api/v1/corpuses", {"title": "Leases"}, **headers).json().get("id")


def wrong_passwords(world: World) -> Attempt:
    world.settings.SIGN_IN_LIMITS = {"account_here": (1, 300), "account": (99, 300), "address": (99, 300)}
    body = {"username": "ada", "password": "wrong"}
    return lambda _, __: Anyone().send("POST", SESSION, body).status_code != 429


def requests_in_a_minute(world: World) -> Attempt:
    world.settings.RATE_LIMITS = {"read": {"user": (1, 60)}}
    return lambda api, _: api.get("/api/v1/corpuses").status_code == 200


def api_token(world: World) -> Attempt:
    world.limit(api_tokens, "MAX_PER_USER")
    return created("/api/v1/tokens", name="{}", scopes=["read"])


def service_account(world: World) -> Attempt:
    world.limit(service_accounts, "MAX_PER_TEAM")
    team = create_team("Readers", actor=world.user)
    return created(f"/api/v1/teams/{team.pk}/service-accounts", name="Robot {}")


def share(world: World) -> Attempt:
    world.limit(sharing, "MAX_SHARES")
    for number in range(AT_ONCE):
        User.objects.create_user(f"friend{number}")
    return created(f"{world.within}/shares", user="friend{}", role="viewer")


def saved_view(world: World) -> Attempt:
    world.limit(saved_views, "LIMIT")
    return created("/api/v1/saved-views", kind="documents", name="View {}", query={})


def calendar_address(world: World) -> Attempt:
    world.limit(obligations, "FEED_LIMIT")
    return created(f"{world.within}/calendar-feeds")


def remote_analyzer(world: World) -> Attempt:
    world.limit(remote_analyzers, "LIMIT")
    body = {"name": "a{}", "address": "https://example.org/", "secret": "s" * 40}
    return created(f"{world.within}/remote-analyzers", **body)


def field(world: World) -> Attempt:
    world.limit(fields, "LIMIT")
    return created(f"{world.within}/fields", name="Field {}", type="string")


def conversation(world: World) -> Attempt:
    world.limit(conversations, "LIMIT")
    return created("/api/v1/conversations", corpus=str(world.corpus.pk))


def open_answer(world: World) -> Attempt:
    world.settings.ANSWERS_PER_USER = 1
    api = ApiClient(world.user)
    keys = [api.send("POST", "/api/v1/conversations", {}).json()["id"] for _ in range(AT_ONCE)]
    world.patch.setattr(conversations.runner, "submit", lambda message: None)  # it is not answered meanwhile

    def attempt(api: ApiClient, number: int) -> bool:
        path = f"/api/v1/conversations/{keys[number]}/messages"
        return api.send("POST", path, {"text": "How much is the rent?"}).status_code < 300

    return attempt


def export(world: World) -> Attempt:
    world.limit(exports, "MAX_EXPORTS")
    return created(f"{world.within}/exports", kind="annotations")


def waiting_export(world: World) -> Attempt:
    world.limit(exports, "MAX_WAITING")
    return created(f"{world.within}/exports", kind="documents")


def annotation_import(world: World) -> Attempt:
    world.limit(imports, "MAX_WAITING")

    def attempt(api: ApiClient, number: int) -> bool:
        file = SimpleUploadedFile(f"{number}.jsonl", b'{"quote": "rent", "label": "Rent"}')
        return api.post(f"{world.within}/annotation-imports", {"file": file}).status_code < 300

    return attempt


def uploads(**limits: int) -> Callable[[World], Attempt]:
    """Return a kind: uploads within a quota."""

    def kind(world: World) -> Attempt:
        for name, value in limits.items():
            setattr(world.settings, name, value)

        def attempt(api: ApiClient, number: int) -> bool:
            file = SimpleUploadedFile(f"{number}.txt", f"Some words {number}.".encode())
            return api.post("/api/v1/documents/upload", {"file": file}).status_code < 300

        return attempt

    return kind


KINDS: dict[str, Callable[[World], Attempt]] = {
    "a link that resets a password": reset_link,
    "an invitation to register": invitation,
    "a user name": user_name,
    "a user of a directory": user_of_directory,
    "a code of an authenticator app": code_of_app,
    "a recovery code": recovery_code,
    "a challenge of a passkey": challenge,
    "a passkey": passkey,
    "passkeys of a user": passkeys_of_user,
    "a refresh token": refresh_token,
    "a request that is repeated": repeated_request,
    "wrong passwords": wrong_passwords,
    "requests in a minute": requests_in_a_minute,
    "API tokens": api_token,
    "service accounts": service_account,
    "shares": share,
    "saved views": saved_view,
    "calendar addresses": calendar_address,
    "remote analyzers": remote_analyzer,
    "fields": field,
    "conversations": conversation,
    "open answers": open_answer,
    "exports": export,
    "exports that wait": waiting_export,
    "imports that wait": annotation_import,
    "documents of a quota": uploads(UPLOAD_QUOTA_DOCUMENTS=1),
    "bytes of a quota": uploads(UPLOAD_QUOTA_BYTES=20),
}


@pytest.fixture(scope="module", autouse=True)
def _figures():
    yield
    if path := os.environ.get("SECURITY_RESULTS"):
        security.update(Path(path), one_time_races=len(_doubled), one_time_doubled=sum(_doubled.values()))


@pytest.mark.parametrize("kind", KINDS)
def test_it_happens_once_also_for_requests_at_the_same_time(user, kind, settings, monkeypatch):
    monkeypatch.setattr(throttling.Breaker, "_open_until", 0.0)
    settings.RATE_LIMITS = {}
    world = World(user, create_corpus(owner=user, title="Leases"), settings, monkeypatch)
    clients = [Anyone(User.objects.get(pk=user.pk)) for _ in range(AT_ONCE)]
    attempt = KINDS[kind](world)  # after the sign-ins, which end links that reset a password
    start = Barrier(AT_ONCE)

    def run(number: int) -> Any:
        try:
            start.wait(60)
            return attempt(clients[number], number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        results = list(pool.map(run, range(AT_ONCE)))
    succeeded = {result if isinstance(result, str) else number for number, result in enumerate(results) if result}
    _doubled[kind] = len(succeeded) > 1
    assert len(succeeded) == 1, results
