"""Nothing that an account has made opens anything while it is inactive, also if only its flag was cleared."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.utils import timezone

from core import webhooks
from core.api.testing import ApiClient
from corpuses.actions.remote.editing import RemoteDraft, create_remote_analyzer
from corpuses.analyzers.models import AnalysisRun
from corpuses.analyzers.remote.lookup import RemoteAnalyzerDisabled, get_enabled, name_of
from corpuses.models import CorpusShare
from corpuses.obligations.services import create_calendar_feed
from users.accounts.api_tokens import create_token
from users.accounts.deactivation import deactivate, reactivate
from users.models import User
from users.secrets import SecretKind
from users.sharing.services import ShareRequest, create_share

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
SIGNING = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # an example of the specification


@dataclass(frozen=True)
class Secret:
    """Something that opens without its maker; `opens` says whether it does."""

    opens: Callable[[], bool]
    kind: SecretKind | None = None


def bearer(text: str) -> ApiClient:
    return ApiClient(HTTP_AUTHORIZATION=f"Bearer {text}")


def ok(response) -> bool:
    assert response.status_code < 500, response.content
    return response.status_code < 400


@pytest.fixture
def links(user, friend, corpus, document):
    """Return a link to each kind of object, used in each way."""
    of_corpus, of_document = (
        create_share(target, ShareRequest(role="editor", link=True), actor=user).token for target in (corpus, document)
    )
    browser = ApiClient()
    assert ok(browser.send("POST", f"{V1}/links/{of_corpus}/open"))
    signed_in = ApiClient(friend, HTTP_X_SHARE_TOKEN=of_corpus)
    program = ApiClient(HTTP_X_SHARE_TOKEN=of_document)
    query = f'{{ document(id: "{document.pk}") {{ title }} }}'
    path = f"{V1}/corpuses/{corpus.pk}"
    return {
        "preview": lambda: ok(ApiClient().get(f"{V1}/links/{of_corpus}")),
        "opening": lambda: ok(ApiClient().send("POST", f"{V1}/links/{of_corpus}/open")),
        "opened": lambda: ok(browser.get(path)),
        "inherited": lambda: ok(browser.get(f"{V1}/documents/{document.pk}")),
        "list": lambda: len(browser.get(f"{V1}/corpuses").json().get("results", [])) == 1,
        "header": lambda: ok(program.get(f"{V1}/documents/{document.pk}")),
        "graphql": lambda: program.send("POST", "/graphql/", {"query": query}).json()["data"]["document"] is not None,
        "role": lambda: ok(signed_in.send("PATCH", path, {"description": f"At {timezone.now()}"})),
    }


@pytest.fixture
def remote_run(user, corpus, document, settings):
    settings.ANALYZER_ALLOWED_HOSTS = ["*"]
    draft = RemoteDraft(name="Names", address="https://analyzer.example.org/", secret=SIGNING, labels=[])
    analyzer = create_remote_analyzer(corpus, draft, actor=user)
    run = AnalysisRun.objects.create(
        corpus=corpus,
        document=document,
        revision=document.revision,
        action=corpus.actions.first(),
        settings_version=1,
        analyzer=name_of(analyzer),
        state=AnalysisRun.State.WAITING,
        started=timezone.now(),
        due=timezone.now() + timedelta(hours=1),
    )
    body = json.dumps({"run": str(run.pk), "results": []}).encode()

    def send() -> bool:
        headers = webhooks.signed(body, secret=SIGNING, message_id="msg_1")
        path = f"{V1}/analysis-runs/{run.pk}/results"
        return ok(ApiClient().post(path, data=body, content_type="application/json", headers=headers))

    return send


@pytest.fixture
def secrets(user, api, corpus, links, remote_run):
    """Return everything that an account makes and that works without it."""
    _, token = create_token(owner=user, name="Nightly", scopes=["read", "write"])
    feed = create_calendar_feed(corpus, actor=user)
    address = api.get(f"{V1}/calendar-feeds/{feed.pk}").json()["path"]
    upload = api.send("POST", f"{V1}/uploads/direct", {"filename": "a.txt", "size": 1}).json()
    place = urlsplit(upload["url"])

    def put() -> bool:
        return ok(ApiClient().put(f"{place.path}?{place.query}", data=b"a", content_type="application/octet-stream"))

    found = {f"link: {name}": Secret(opens, SecretKind.SHARE_LINK) for name, opens in links.items()}
    return found | {
        "feed": Secret(lambda: ok(ApiClient().get(address)), SecretKind.CALENDAR_ADDRESS),
        "token": Secret(lambda: ok(bearer(token).get(f"{V1}/corpuses")), SecretKind.API_TOKEN),
        "results": Secret(remote_run, SecretKind.SIGNING_SECRET),
        "upload": Secret(put),
    }


def opening(secrets: dict[str, Secret]) -> list[str]:
    return [name for name, secret in secrets.items() if secret.opens()]


def test_the_table_has_all_kinds(secrets):
    assert {each.kind for each in secrets.values() if each.kind} == {*SecretKind}


def test_nothing_opens_while_the_flag_says_inactive_and_all_does_afterwards(user, secrets):
    User.objects.filter(pk=user.pk).update(is_active=False)  # as a command, a shell or SQL does
    assert opening(secrets) == []
    User.objects.filter(pk=user.pk).update(is_active=True)
    assert opening(secrets) == [*secrets]


def test_what_an_administrator_ends_stays_ended(user, secrets):
    deactivate(User.objects.get(pk=user.pk))
    assert opening(secrets) == []
    reactivate(User.objects.get(pk=user.pk))
    assert opening(secrets) == ["upload"]


def test_links_of_an_account_that_was_deleted_by_a_command_open_nothing(user, friend, corpus):
    made = create_share(corpus, ShareRequest(role="viewer", link=True), actor=user)
    reader = ApiClient(HTTP_X_SHARE_TOKEN=made.token)
    assert ok(reader.get(f"{V1}/corpuses/{corpus.pk}"))
    CorpusShare.objects.update(created_by=None)  # as the deletion does
    assert not ok(reader.get(f"{V1}/corpuses/{corpus.pk}"))
    assert not ok(reader.get(f"{V1}/links/{made.token}"))


def test_shares_with_others_stay(user, friend, friend_api, corpus):
    CorpusShare.objects.create(target=corpus, user=friend, role="viewer", created_by=user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert ok(friend_api.get(f"{V1}/corpuses/{corpus.pk}"))


def test_nothing_is_sent_to_the_analyzers_of_an_inactive_owner(user, corpus, remote_run):
    analyzer = corpus.remote_analyzers.get()
    assert get_enabled(name_of(analyzer)) == analyzer
    User.objects.filter(pk=user.pk).update(is_active=False)
    with pytest.raises(RemoteAnalyzerDisabled):
        get_enabled(name_of(analyzer))


def test_invitations_of_inactive_staff_create_no_account(settings, django_capture_on_commit_callbacks):
    settings.REGISTRATION = "closed"
    staff = User.objects.create_user("olive", "olive@example.org", "battery staple", is_staff=True)
    body = {"email": "grace@example.org"}
    with django_capture_on_commit_callbacks(execute=True):
        assert ok(ApiClient(staff).send("POST", f"{V1}/auth/invitations", body))
    token = mail.outbox[-1].body.split("/join#")[1].split()[0]
    check = (f"{V1}/auth/invitations/check", {"token": token})
    assert ok(ApiClient().send("POST", *check))
    User.objects.filter(pk=staff.pk).update(is_active=False)
    assert ApiClient().send("POST", *check).json()["error"]["code"] == "link_unusable"
