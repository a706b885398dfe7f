"""A session that began a while ago makes no lasting secret before the password is confirmed."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone
from graphql_relay import to_global_id

from audit.models import AuditEntry
from core.api.testing import ApiClient
from corpuses.actions.remote.editing import RemoteDraft, create_remote_analyzer
from corpuses.analyzers.models import RemoteAnalyzer
from corpuses.models import Corpus, CorpusShare
from corpuses.obligations.models import CalendarFeed
from documents.models import DocumentShare
from users.accounts.api_tokens import create_token, revoke_token
from users.accounts.models import ApiToken, RefreshFamily
from users.secrets import CONFIRMED_FOR, ConfirmationNeeded
from users.sharing.service_accounts import create_account
from users.sharing.services import ShareRequest, change_share, create_share
from users.sharing.teams import create_team

pytestmark = pytest.mark.django_db

V1 = "/api/v1"
CONFIRM, PASSWORD = f"{V1}/auth/confirm", {"current_password": "correct horse"}
SIGNING = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # an example of the specification
NEEDED = (403, "confirmation_needed")
ANALYZER = {"name": "Names", "address": "https://analyzer.example.org/", "secret": SIGNING, "labels": []}


@pytest.fixture(autouse=True)
def hosts(settings):
    settings.ANALYZER_ALLOWED_HOSTS = ["*"]


def session_of(client) -> SessionBase:
    return client.session


def age(client, by: timedelta = CONFIRMED_FOR + timedelta(seconds=2)) -> None:
    """Let a session have begun, and have been confirmed, earlier."""
    session = session_of(client)
    for name in {"began", "confirmed"} & {*session.keys()}:
        session[name] -= int(by.total_seconds())
    session.save()


def answer(response) -> tuple[int, str]:
    return response.status_code, response.json()["error"]["code"] if response.status_code >= 400 else ""


@pytest.fixture
def remote(user, corpus):
    return create_remote_analyzer(corpus, RemoteDraft(**ANALYZER | {"name": "Old"}), actor=user)


@pytest.fixture
def requests(user, corpus, document, remote):
    """Return the requests of REST that make a secret, and those of GraphQL."""
    team = create_team("Mill", actor=user)
    account = create_account(team, name="Sync", actor=user)
    link = {"role": "viewer", "link": True}
    token = {"name": "Nightly", "scopes": ["read"]}
    rest = [
        ("POST", f"{V1}/tokens", token),
        ("POST", f"{V1}/service-accounts/{account.pk}/tokens", token),
        ("POST", f"{V1}/corpuses/{corpus.pk}/shares", link),
        ("POST", f"{V1}/documents/{document.pk}/shares", link),
        ("POST", f"{V1}/corpuses/{corpus.pk}/calendar-feeds", {}),
        ("POST", f"{V1}/corpuses/{corpus.pk}/remote-analyzers", ANALYZER),
        ("PATCH", f"{V1}/remote-analyzers/{remote.pk}", {"secret": SIGNING}),
    ]
    corpus_id, remote_id = to_global_id("Corpus", corpus.pk), to_global_id("RemoteAnalyzer", remote.pk)
    token = {"name": "Nightly", "scopes": ["READ"]}
    graphql = [
        ("createToken", token),
        ("createServiceAccountToken", {"serviceAccountId": to_global_id("ServiceAccount", account.pk), **token}),
        ("createShare", {"targetId": corpus_id, "role": "VIEWER", "link": True}),
        ("createCalendarFeed", {"corpusId": corpus_id}),
        ("createRemoteAnalyzer", {"corpusId": corpus_id, **ANALYZER}),
        ("updateRemoteAnalyzer", {"id": remote_id, "secret": SIGNING}),
    ]
    return rest, graphql


def codes(client, requests) -> list[object]:
    """Return the answers to all of them."""
    rest, graphql = requests
    found: list[object] = [answer(client.send(*each)) for each in rest]
    for name, body in graphql:
        query = (
            f"mutation($input: {name[0].upper()}{name[1:]}Input!) {{ {name}(input: $input) {{ errors {{ code }} }} }}"
        )
        found.append([each["code"] for each in client.execute(query, {"input": body})[name]["errors"]])
    return found


def signing_secrets(user) -> list[dict[str, object]]:
    return [
        each for each in ApiClient(user).get(f"{V1}/auth/secrets").json()["results"] if each["kind"] == "signing_secret"
    ]


def made() -> list[int]:
    models = (ApiToken, CorpusShare, DocumentShare, CalendarFeed, RemoteAnalyzer)
    return [model.objects.count() for model in models]


def test_an_old_session_makes_no_secret_until_the_password_is_confirmed(user, requests):
    client = ApiClient(user)
    age(client)
    before = made()
    assert codes(client, requests) == [NEEDED] * 7 + [["confirmation_needed"]] * 6
    assert made() == before
    assert client.send("POST", CONFIRM, PASSWORD).status_code == 204
    rest, graphql = requests
    assert codes(client, (rest, [])) == [(201, "")] * 6 + [(200, "")]
    RemoteAnalyzer.objects.filter(name="Names").delete()
    assert codes(client, ([], graphql)) == [[]] * 6
    age(client)
    assert answer(client.send(*rest[0])) == NEEDED


def test_a_new_session_needs_no_confirmation(user, requests):
    rest, _ = requests
    assert codes(ApiClient(user), (rest, [])) == [(201, "")] * 6 + [(200, "")]


def test_what_is_no_secret_needs_none(user, corpus, friend, remote):
    client = ApiClient(user)
    age(client)
    share = {"role": "viewer", "user": friend.username}
    assert client.send("POST", f"{V1}/corpuses/{corpus.pk}/shares", share).status_code == 201
    assert client.send("PATCH", f"{V1}/remote-analyzers/{remote.pk}", {"enabled": False}).status_code == 200


def test_a_wrong_password_confirms_nothing_and_is_limited(user):
    client = ApiClient(user)
    age(client)
    statuses = [client.send("POST", CONFIRM, {"current_password": "wrong"}).status_code for _ in range(6)]
    assert statuses == [403] * 5 + [429]
    assert answer(client.send("POST", f"{V1}/tokens", {"name": "Nightly", "scopes": ["read"]})) == NEEDED
    assert not AuditEntry.objects.filter(action="user.password_confirmed").exists()


def test_a_confirmation_is_recorded_and_belongs_to_one_session(user):
    here, there = ApiClient(user), ApiClient(user)
    for client in (here, there):
        age(client)
    assert here.send("POST", CONFIRM, PASSWORD).status_code == 204
    assert answer(there.send("POST", f"{V1}/tokens", {"name": "Nightly", "scopes": ["read"]})) == NEEDED
    assert AuditEntry.objects.filter(action="user.password_confirmed", actor_id=user.pk).count() == 1


def test_the_next_user_of_a_browser_has_not_confirmed(user, other_user):
    client = ApiClient(user)
    age(client)
    assert client.send("POST", CONFIRM, PASSWORD).status_code == 204
    client.force_login(other_user)
    assert "confirmed" not in session_of(client)


def test_a_program_signs_in_again(user):
    client, credentials = ApiClient(), {"username": user.get_username(), "password": "correct horse"}
    pair = client.send("POST", f"{V1}/auth/login", credentials).json()
    RefreshFamily.objects.update(began=timezone.now() - CONFIRMED_FOR - timedelta(seconds=2))
    body = {"name": "Nightly", "scopes": ["read"]}

    def create(access):
        return answer(ApiClient(HTTP_AUTHORIZATION=f"Bearer {access}").send("POST", f"{V1}/tokens", body))

    assert create(pair["access"]) == (201, "")  # it says when its user signed in
    refreshed = client.send("POST", f"{V1}/auth/refresh", {"refresh": pair["refresh"]}).json()
    assert create(refreshed["access"]) == NEEDED
    program = ApiClient(HTTP_AUTHORIZATION=f"Bearer {refreshed['access']}")
    assert answer(program.send("POST", CONFIRM, PASSWORD)) == (403, "user_session_required")
    assert create(client.send("POST", f"{V1}/auth/login", credentials).json()["access"]) == (201, "")


def test_a_script_makes_links_with_its_token(user, corpus):
    _, text = create_token(owner=user, name="Script", scopes=["read", "write"])
    script = ApiClient(HTTP_AUTHORIZATION=f"Bearer {text}")
    link = {"role": "viewer", "link": True}
    assert script.send("POST", f"{V1}/corpuses/{corpus.pk}/shares", link).status_code == 201


def test_users_without_a_password_sign_in_again(user):
    user.set_unusable_password()
    user.save()
    client = ApiClient(user)
    assert client.send("POST", f"{V1}/auth/end-access", {}).status_code == 204
    age(client)
    assert answer(client.send("POST", f"{V1}/auth/end-access", {})) == NEEDED
    assert answer(client.send("PATCH", f"{V1}/auth/me", {"email": "new@example.org"})) == NEEDED
    assert client.send("POST", CONFIRM, PASSWORD).status_code == 403
    user.refresh_from_db()
    client.force_login(user)
    assert client.send("PATCH", f"{V1}/auth/me", {"email": "new@example.org"}).status_code == 200


def test_a_remote_analyzer_ends_with_the_token_that_set_its_secret(user, corpus, remote):
    token, text = create_token(owner=user, name="Script", scopes=["read", "write"])
    script = ApiClient(HTTP_AUTHORIZATION=f"Bearer {text}")
    assert script.send("PATCH", f"{V1}/remote-analyzers/{remote.pk}", {"description": "New"}).status_code == 200
    made_here = script.send("POST", f"{V1}/corpuses/{corpus.pk}/remote-analyzers", ANALYZER).json()["id"]
    assert {each["id"]: each["token"] for each in signing_secrets(user)} == {
        str(remote.pk): None,
        made_here: str(token.pk),
    }
    secret = bytes(RemoteAnalyzer.objects.get(pk=made_here).encrypted_secret)
    revoke_token(token.pk, owner=user)
    ended = RemoteAnalyzer.objects.get(pk=made_here)
    assert (ended.enabled, bytes(ended.encrypted_secret) == secret) == (False, False)
    remote.refresh_from_db()
    assert remote.enabled


def test_it_ends_with_the_token_also_after_its_corpus_has_another_owner(user, corpus, remote, friend):
    token, text = create_token(owner=user, name="Script", scopes=["read", "write"])
    script = ApiClient(HTTP_AUTHORIZATION=f"Bearer {text}")
    assert script.send("PATCH", f"{V1}/remote-analyzers/{remote.pk}", {"secret": SIGNING}).status_code == 200
    Corpus.objects.filter(pk=corpus.pk).update(owner=friend)
    [seen_by_owner], [own] = (signing_secrets(each) for each in (friend, user))
    assert (seen_by_owner["title"], seen_by_owner["token"]) == ("Old", None)  # the token is not that user's
    assert (own["title"], own["corpus"], own["token"]) == ("", None, str(token.pk))
    revoke_token(token.pk, owner=user)
    remote.refresh_from_db()
    assert not remote.enabled


def test_a_new_password_and_a_new_key_of_the_server_confirm_nothing(user, settings):
    client = ApiClient(user)
    age(client)
    new = {**PASSWORD, "new_password": "cobol-1959-rear"}
    assert client.send("POST", f"{V1}/auth/password/change", new).status_code == 204
    token = ("POST", f"{V1}/tokens", {"name": "Nightly", "scopes": ["read"]})
    assert answer(client.send(*token)) == NEEDED
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key of at least 32 characters"
    assert answer(client.send(*token)) == NEEDED


@pytest.fixture
def change_link(user, corpus):
    """Return a function that makes a link, and changes it from an old session, in REST or GraphQL."""

    def change(api, before, after):
        share = create_share(corpus, ShareRequest(link=True, **before), actor=user).share
        client = ApiClient(user)
        age(client)
        if api == "rest":
            found = answer(client.send("PATCH", f"{V1}/corpuses/{corpus.pk}/shares/{share.pk}", after))[1]
        else:
            body = {"id": to_global_id("Share", share.pk), **after}
            if after.get("expires", "") is None:
                body |= {"expires": None, "neverExpires": True}
            body |= {"role": after["role"].upper()} if "role" in after else {}
            query = "mutation($input: UpdateShareInput!) { updateShare(input: $input) { errors { code } } }"
            errors = client.execute(query, {"input": body})["updateShare"]["errors"]
            found = errors[0]["code"] if errors else ""
        stored = CorpusShare.objects.get(pk=share.pk)
        assert ((stored.role, stored.expires) == (share.role, share.expires)) == bool(found)
        return found, client

    return change


SOON, LATER = (timezone.now() + timedelta(days=days) for days in (3, 30))
VIEWER, EDITOR = {"role": "viewer"}, {"role": "editor"}


@pytest.mark.parametrize("api", ["rest", "graphql"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (VIEWER, EDITOR),
        ({"role": "reviewer"}, {"role": "annotator"}),  # neither has all rights of the other
        (VIEWER | {"expires": SOON}, {"expires": LATER.isoformat()}),
        (VIEWER | {"expires": SOON}, {"expires": None}),
        (EDITOR | {"expires": SOON}, VIEWER | {"expires": LATER.isoformat()}),
    ],
)
def test_a_link_that_opens_more_or_for_longer_needs_a_confirmation(change_link, corpus, api, before, after):
    found, client = change_link(api, before, after)
    assert found == "confirmation_needed"
    assert client.send("POST", CONFIRM, PASSWORD).status_code == 204
    share = CorpusShare.objects.get()
    assert client.send("PATCH", f"{V1}/corpuses/{corpus.pk}/shares/{share.pk}", after).status_code == 200


@pytest.mark.parametrize("api", ["rest", "graphql"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        (EDITOR, VIEWER),
        (EDITOR, {"expires": SOON.isoformat()}),
        (VIEWER | {"expires": LATER}, {"expires": SOON.isoformat()}),
        (EDITOR | {"expires": LATER}, VIEWER | {"expires": SOON.isoformat()}),
    ],
)
def test_a_link_that_opens_less_needs_none(change_link, api, before, after):
    assert change_link(api, before, after)[0] == ""


def test_shares_with_users_change_without_a_confirmation(user, friend, corpus):
    share = CorpusShare.objects.create(target=corpus, user=friend, role="viewer", created_by=user, expires=SOON)
    client = ApiClient(user)
    age(client)
    body = {"role": "editor", "expires": None}
    assert client.send("PATCH", f"{V1}/corpuses/{corpus.pk}/shares/{share.pk}", body).status_code == 200


def test_a_link_that_was_lowered_meanwhile_is_not_raised_without_a_confirmation(user, corpus):
    share = create_share(corpus, ShareRequest(role="editor", link=True), actor=user).share
    CorpusShare.objects.update(role="viewer")
    user.confirmed = timezone.now() - CONFIRMED_FOR - timedelta(seconds=2)
    with pytest.raises(ConfirmationNeeded):
        change_share(share, actor=user, role="editor")
