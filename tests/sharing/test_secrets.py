"""Lasting secrets are listed with their last use, and end alone, together, and with the token that made them."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from audit.models import AuditEntry
from core.api.testing import ApiClient
from core.db.ids import uuid7
from core.errors import NotAuthenticated
from corpuses.actions.remote.editing import RemoteDraft, create_remote_analyzer
from corpuses.analyzers.models import AnalysisRun, RemoteAnalyzer
from corpuses.erasure.plan import ErasureOptions
from corpuses.erasure.services import erase
from corpuses.models import Corpus, CorpusShare
from corpuses.obligations.models import CalendarFeed
from corpuses.obligations.services import create_calendar_feed
from documents.models import Document
from users.accounts.api_tokens import create_token
from users.accounts.authentication import WrongPassword
from users.accounts.models import ApiToken
from users.accounts.passwords import end_access
from users.accounts.token_pairs import revoke_all_sessions
from users.models import User
from users.sharing.service_accounts import create_account, delete_account
from users.sharing.services import ShareRequest, create_share
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
SECRETS, END = f"{V1}/auth/secrets", f"{V1}/auth/end-access"
SIGNING = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # an example of the specification

ANALYZER = RemoteDraft(name="Names", address="https://analyzer.example.org/", secret=SIGNING, labels=[])


def link_to(target, user):
    return create_share(target, ShareRequest(role="viewer", link=True), actor=user)


@pytest.fixture
def analyzer(user, corpus, settings):
    settings.ANALYZER_ALLOWED_HOSTS = ["*"]
    return create_remote_analyzer(corpus, ANALYZER, actor=user)


@pytest.fixture
def secrets(user, corpus, document, analyzer):
    """One of each kind, and a link to a document."""
    token, text = create_token(owner=user, name="Nightly", scopes=["read"])
    feed = create_calendar_feed(corpus, actor=user)
    links = [link_to(target, user) for target in (corpus, document)]
    return {"token": (token, text), "feed": feed, "links": links, "analyzer": analyzer}


def listed(api):
    body = api.get(SECRETS).json()
    assert body["total"] == len(body["results"])
    return body["results"]


def is_usable(secrets, corpus):
    """Return which of them still open something."""
    anonymous = ApiClient()
    token = ApiClient(HTTP_AUTHORIZATION=f"Bearer {secrets['token'][1]}").get(f"{V1}/corpuses").status_code == 200
    links = [
        ApiClient(HTTP_X_SHARE_TOKEN=link.token).get(f"{V1}/corpuses/{corpus.pk}").status_code == 200
        for link in secrets["links"][:1]
    ]
    analyzer = RemoteAnalyzer.objects.get(pk=secrets["analyzer"].pk)
    unchanged = bytes(analyzer.encrypted_secret) == bytes(secrets["analyzer"].encrypted_secret)
    feed = anonymous.get(secrets["path"]).status_code == 200 if "path" in secrets else None
    return {"token": token, "links": links, "analyzer": analyzer.enabled and unchanged, "feed": feed}


@pytest.fixture
def address(api, secrets):
    """Return the address of the feed, also as one of the secrets."""
    secrets["path"] = api.get(f"{V1}/calendar-feeds/{secrets['feed'].pk}").json()["path"]
    return secrets["path"]


def test_each_kind_is_listed_with_what_it_opens(api, secrets, corpus, document):
    rows = [(each["kind"], each["title"], each["document"], each["corpus"]) for each in listed(api)]
    assert rows == [
        ("share_link", "Lease", str(document.pk), None),
        ("share_link", "Leases", None, str(corpus.pk)),
        ("calendar_address", "Leases", None, str(corpus.pk)),
        ("api_token", "Nightly", None, None),
        ("signing_secret", "Names", None, str(corpus.pk)),
    ]
    assert all(each["last_used"] is None for each in listed(api))
    assert not {"token_hash", "digest", "url", "path"} & set(listed(api)[0])


def test_the_last_use_is_shown(api, secrets, corpus, document, address):
    began = timezone.now()
    assert all(is_usable(secrets, corpus).values())
    for link in secrets["links"]:
        assert ApiClient().send("POST", f"{V1}/links/{link.token}/open").status_code == 200
    AnalysisRun.objects.create(
        corpus=corpus,
        document=document,
        revision=document.revision,
        action=corpus.actions.first(),
        settings_version=1,
        analyzer=f"remote:{secrets['analyzer'].pk}",
        started=began,
    )
    assert all(each["last_used"] >= began.isoformat().replace("+00:00", "Z") for each in listed(api))


def test_many_are_listed_with_as_many_queries_as_few(api, user, secrets, corpus, document, settings):
    settings.RATE_LIMITS = {}
    counts = []
    for time in range(2):
        with CaptureQueriesContext(connection) as captured:
            listed(api)
        counts.append(len(captured))
        for number in range(3):
            create_token(owner=user, name=f"T{number}", scopes=["read"])
            create_calendar_feed(corpus, actor=user)
            link_to(corpus, user)
            link_to(document, user)
            create_remote_analyzer(corpus, replace(ANALYZER, name=f"N{time}{number}"), actor=user)
    assert counts[0] == counts[1]


def test_users_see_and_end_their_own_only(api, other_api, secrets, corpus, other_user):
    create_share(corpus, ShareRequest(role="editor", user=other_user.username), actor=corpus.owner)
    assert listed(other_api) == []
    for each in listed(api):
        assert other_api.send("DELETE", f"{SECRETS}/{each['id']}").status_code == 404
    assert len(listed(api)) == 5


def test_what_is_no_longer_visible_has_no_title_and_ends_too(other_api, other_user, corpus, user):
    Corpus.objects.filter(pk=corpus.pk).update(owner=other_user)
    corpus.refresh_from_db()
    link_to(corpus, other_user)
    create_calendar_feed(corpus, actor=other_user)
    Corpus.objects.filter(pk=corpus.pk).update(owner=user)
    assert {(each["kind"], each["title"], each["corpus"]) for each in listed(other_api)} == {
        ("share_link", "", None),
        ("calendar_address", "", None),
    }
    for each in listed(other_api):
        assert other_api.send("DELETE", f"{SECRETS}/{each['id']}").status_code == 204
    assert (CorpusShare.objects.exclude(token_hash=None).exists(), CalendarFeed.objects.exists()) == (False, False)


def test_each_ends_alone_and_is_recorded(api, secrets, corpus, address):
    for each in listed(api):
        assert api.send("DELETE", f"{SECRETS}/{each['id']}").status_code == 204
        assert api.send("DELETE", f"{SECRETS}/{each['id']}").status_code == 404
    assert is_usable(secrets, corpus) == {"token": False, "links": [False], "analyzer": False, "feed": False}
    assert listed(api) == []
    recorded = AuditEntry.objects.values_list("action", flat=True)
    ended = {"token.revoked", "link.withdrawn", "calendar_feed.deleted", "remote_analyzer.changed"}
    assert ended <= set(recorded)


def test_all_end_together_with_the_other_sessions(user, secrets, corpus, address):
    here, there = ApiClient(user), ApiClient(user)
    wrong = here.send("POST", END, {"current_password": "wrong"})
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (403, "wrong_password")
    assert here.send("POST", END, {}).status_code == 403
    assert is_usable(secrets, corpus) == {"token": True, "links": [True], "analyzer": True, "feed": True}
    assert here.send("POST", END, {"current_password": "correct horse"}).status_code == 204
    assert is_usable(secrets, corpus) == {"token": False, "links": [False], "analyzer": False, "feed": False}
    assert listed(here) == []
    assert there.get(SECRETS).status_code == 401


def test_users_without_a_password_need_none(user):
    user.set_unusable_password()
    user.save()
    assert ApiClient(user).send("POST", END, {}).status_code == 204


def test_a_token_neither_lists_nor_ends_them(secrets):
    client = ApiClient(HTTP_AUTHORIZATION=f"Bearer {secrets['token'][1]}")
    for method, path in (("GET", SECRETS), ("DELETE", f"{SECRETS}/{secrets['feed'].pk}"), ("POST", END)):
        assert client.send(method, path, {} if method == "POST" else None).status_code == 403


def test_a_link_ends_with_the_token_that_made_it(api, user, corpus):
    expires = timezone.now() + timedelta(days=1)
    token, text = create_token(owner=user, name="Script", scopes=["read", "write"], expires=expires)
    script = ApiClient(HTTP_AUTHORIZATION=f"Bearer {text}")
    shares = f"{V1}/corpuses/{corpus.pk}/shares"
    created = script.send("POST", shares, {"role": "viewer", "link": True}).json()
    share = CorpusShare.objects.exclude(token_hash=None).get()
    assert (share.expires, share.token_id) == (expires, token.pk)
    later = (timezone.now() + timedelta(days=9)).isoformat()
    assert script.send("PATCH", f"{shares}/{share.pk}", {"expires": later}).status_code == 200
    share.refresh_from_db()
    assert share.expires == expires  # not later than the token that asks for it
    assert created["link"]["url"]
    assert api.send("DELETE", f"{V1}/tokens/{token.pk}").status_code == 204
    assert not CorpusShare.objects.exclude(token_hash=None).exists()
    assert AuditEntry.objects.filter(action="link.withdrawn").exists()


def test_a_link_of_a_service_account_ends_with_it_and_is_recorded(user):
    team = create_team("Mill", actor=user)
    account = create_account(team, name="Sync", actor=user)
    _, text = create_token(owner=account, name="Script", scopes=["read", "write"], actor=user)
    script = ApiClient(HTTP_AUTHORIZATION=f"Bearer {text}")
    corpus = script.send("POST", f"{V1}/corpuses", {"title": "Leases"}).json()["id"]
    assert script.send("POST", f"{V1}/corpuses/{corpus}/shares", {"role": "viewer", "link": True}).status_code == 201
    delete_account(account, actor=user)
    assert not CorpusShare.objects.exclude(token_hash=None).exists()
    assert AuditEntry.objects.filter(action="link.withdrawn").exists()


def test_shares_with_users_stay_when_the_token_ends(api, user, corpus, friend):
    token, text = create_token(owner=user, name="Script", scopes=["read", "write"])
    script = ApiClient(HTTP_AUTHORIZATION=f"Bearer {text}")
    body = {"role": "viewer", "user": friend.username}
    assert script.send("POST", f"{V1}/corpuses/{corpus.pk}/shares", body).status_code == 201
    assert api.send("DELETE", f"{V1}/tokens/{token.pk}").status_code == 204
    assert CorpusShare.objects.get().expires is None


@pytest.mark.parametrize(
    "make",
    [
        lambda user, corpus: create_token(owner=user, name="Late", scopes=["read"]),
        lambda user, corpus: create_calendar_feed(corpus, actor=user),
        lambda user, corpus: link_to(corpus, user),
        lambda user, corpus: create_remote_analyzer(corpus, ANALYZER, actor=user),
    ],
)
def test_no_secret_is_made_by_a_request_that_began_before_all_ended(user, corpus, make):
    request_user = User.objects.get(pk=user.pk)
    revoke_all_sessions(user)
    with pytest.raises(NotAuthenticated):
        make(request_user, corpus)
    assert [model.objects.count() for model in (ApiToken, CalendarFeed, CorpusShare, RemoteAnalyzer)] == [0, 0, 0, 0]


def test_a_wrong_password_ends_nothing(user, secrets, corpus):
    with pytest.raises(WrongPassword):
        end_access(user, current="wrong")
    assert is_usable(secrets, corpus)["token"]


def test_an_unknown_secret_is_not_found(api):
    assert api.send("DELETE", f"{SECRETS}/{uuid7()}").status_code == 404


@pytest.mark.parametrize("way", ["passed on", "deleted by staff"])
def test_links_end_with_the_account_of_who_made_them(user, other_user, corpus, client, way):
    """Also those to what another one owns, or gets: no one would find them among their own secrets."""
    if way == "deleted by staff":  # who must not own anything
        for model in (Corpus, Document):
            model.objects.update(owner=other_user, tenant=other_user.tenant)
    CorpusShare.objects.create(target=corpus, created_by=user, role="viewer", token_hash="1" * 64)
    kept = CorpusShare.objects.create(target=corpus, created_by=other_user, role="viewer", token_hash="2" * 64)
    if way == "passed on":
        erase(User.objects.get(pk=user.pk), ErasureOptions(heir_id=other_user.pk))
    else:
        client.force_login(User.objects.create_superuser("root"))
        client.post(reverse("admin:users_user_delete", args=[user.pk]), {"post": "yes"})
    assert not User.objects.filter(pk=user.pk).exists()
    assert list(CorpusShare.objects.exclude(token_hash=None)) == [kept]
    assert AuditEntry.objects.filter(action="link.withdrawn", actor_id=user.pk).count() == 1
