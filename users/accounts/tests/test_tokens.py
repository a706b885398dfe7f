"""Access and refresh tokens: format, lifetime, rotation, revocation."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from uuid import UUID

import jwt
import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from core import redis_client
from core.api.testing import ApiClient
from core.db.ids import uuid7
from users.accounts.errors import InvalidToken, TokensUnavailable
from users.accounts.models import RefreshFamily, RefreshToken
from users.accounts.refresh_stores import DatabaseStore, MemoryStore
from users.accounts.refresh_tokens import TokenFamily, first_token
from users.accounts.signed_tokens import TokenType, read
from users.accounts.token_pairs import (
    MemoryRevokedTokens,
    RedisRevokedTokens,
    TokenPairs,
    access_token_for,
    revoke_all_sessions,
)
from users.models import User

LOGIN, REFRESH, LOGOUT = "/api/v1/auth/login", "/api/v1/auth/refresh", "/api/v1/auth/logout"
RIGHT = {"username": "ada", "password": "correct horse"}
SECOND = timedelta(seconds=1)

pytestmark = pytest.mark.django_db


def opens(token: str) -> bool:
    response = ApiClient().send("GET", "/api/v1/documents", Authorization=f"Bearer {token}")
    assert response.status_code in {200, 401}
    return response.status_code == 200


def refreshed(token: str):
    return ApiClient().send("POST", REFRESH, {"refresh": token})


# Format and lifetime


def test_token_lifetimes(user):
    # proves: S3-13 S3-14 S3-15 S3-20 V9.2.1
    pair = TokenPairs().issue(user)
    access, refresh = read(pair.access, TokenType.ACCESS), read(pair.refresh, TokenType.REFRESH)
    assert access.expires - access.issued == timedelta(minutes=15)
    assert refresh.expires - refresh.issued == timedelta(days=30)
    assert jwt.get_unverified_header(pair.access) == {"alg": "HS256", "typ": "JWT"}


def claims_of(user, **changed):
    claims = jwt.decode(access_token_for(user), options={"verify_signature": False})
    return {name: value for name, value in (claims | changed).items() if value is not None}


def signed(claims, key=None, algorithm="HS256", headers=None):
    return jwt.encode(claims, settings.JWT_SECRET if key is None else key, algorithm=algorithm, headers=headers)


def at(**delta):
    return int((datetime.now(UTC) + timedelta(**delta)).timestamp())


def unsigned(user):
    head, body, _ = access_token_for(user).split(".")
    parts = json.loads(urlsafe_b64decode(head + "=="))
    return f"{urlsafe_b64encode(json.dumps(parts | {'alg': 'none'}).encode()).decode().rstrip('=')}.{body}."


@pytest.mark.parametrize(
    "forge",
    [
        pytest.param(lambda p: "nonsense", id="no JWT"),
        pytest.param(lambda p: "a b", id="two words"),
        pytest.param(lambda p: "", id="empty"),
        pytest.param(lambda p: f"{access_token_for(p)}x", id="wrong signature"),
        pytest.param(lambda p: signed(claims_of(p), key="x" * 48), id="another key"),
        pytest.param(lambda p: signed(claims_of(p), key=settings.SECRET_KEY), id="the key of Django"),
        pytest.param(unsigned, id="algorithm none"),
        pytest.param(lambda p: signed(claims_of(p), algorithm="HS512"), id="another algorithm"),
        pytest.param(
            lambda p: signed(claims_of(p), key="y" * 48, headers={"jku": "http://x", "jwk": {"k": "eQ"}}),
            id="contains its own key",
        ),
        pytest.param(lambda p: signed(claims_of(p, exp=at(seconds=-1))), id="expired a second ago"),
        pytest.param(lambda p: signed(claims_of(p, nbf=at(seconds=60))), id="not valid yet"),
        *(
            pytest.param(lambda p, name=name, value=value: signed(claims_of(p, **{name: value})), id=f"{name} {value}")
            for name in ("exp", "iat")
            for value in (1e308, -1e308, float("inf"), float("nan"), 10**400, 1e15)
        ),
        pytest.param(lambda p: signed(claims_of(p, aud="elsewhere")), id="another audience"),
        pytest.param(lambda p: signed(claims_of(p, aud=None)), id="no audience"),
        pytest.param(lambda p: signed(claims_of(p, aud=["cartulary-api", "elsewhere"])), id="two audiences"),
        pytest.param(lambda p: signed(claims_of(p, iss="elsewhere")), id="another issuer"),
        pytest.param(lambda p: signed(claims_of(p, exp=None)), id="no expiry"),
        pytest.param(lambda p: signed(claims_of(p, type="refresh")), id="a refresh token"),
        pytest.param(lambda p: signed(claims_of(p, type=["access"])), id="invalid type"),
        pytest.param(lambda p: signed(claims_of(p, sub=str(uuid7()))), id="unknown user"),
        pytest.param(lambda p: signed(claims_of(p, sub="1 or 1=1")), id="malformed user"),
        pytest.param(lambda p: signed(claims_of(p, hash="0" * 64)), id="from before a change of password"),
        pytest.param(lambda p: TokenPairs().issue(p).refresh, id="a real refresh token"),
        pytest.param(lambda p: "cty_" + "x" * 40, id="an unknown API token"),
    ],
)
def test_invalid_tokens_are_refused(user, forge):
    # proves: V9 V9.1.1 V9.1.2 V9.1.3 V9.2.1 V9.2.2 V9.2.3 V9.2.4
    response = ApiClient().send("GET", "/api/v1/documents", Authorization=f"Bearer {forge(user)}")
    assert (response.status_code, response.json()["error"]["code"]) == (401, "invalid_token")
    assert response["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("word", ["Bearer", "bearer", "Token"])
def test_valid_tokens_are_accepted(user, word):
    header = {"Authorization": f"{word} {access_token_for(user)}"}
    assert ApiClient().send("GET", "/api/v1/documents", **header).status_code == 200


@pytest.mark.parametrize("token", ["nonsense", "x" * 4096, ""])
def test_malformed_refresh_tokens_are_refused(token):
    response = refreshed(token)
    assert response.status_code in {400, 401}
    assert response.json()["error"]["code"] == ("invalid_token" if token else "invalid")


def test_access_tokens_cannot_be_refreshed(user):
    # proves: V9.2.2
    assert refreshed(access_token_for(user)).status_code == 401


# Rotation


@pytest.fixture(params=[DatabaseStore, MemoryStore])
def store(request, user):
    return request.param()


def begun(store, user, now):
    family = TokenFamily(id=uuid7(), user_id=user.pk, session_auth_hash="s", began=now)
    token = first_token(family, now=now)
    store.begin(family, token)
    return family, token


def test_rotation_returns_the_same_successor_within_the_grace_period(store, user):
    # proves: S3-16 S3-21 S3-G8
    now = timezone.now()
    _, first = begun(store, user, now)
    second = store.rotate(first.id, now=now).token
    assert second.id != first.id
    again = store.rotate(first.id, now=now + settings.REFRESH_GRACE)
    assert (again.token.id, again.is_reuse) == (second.id, False)
    assert store.rotate(second.id, now=now + timedelta(days=29)).token is not None


@pytest.mark.parametrize(
    ("moment", "uses_successor"),
    [(settings.REFRESH_GRACE + timedelta(microseconds=1), False), (SECOND, True)],
    ids=["after the grace period", "when the successor was used"],
)
def test_reuse_revokes_the_family(store, user, moment, uses_successor):
    # proves: S3-G8 S3-21
    now = timezone.now()
    _, first = begun(store, user, now)
    newest = store.rotate(first.id, now=now).token
    if uses_successor:
        newest = store.rotate(newest.id, now=now).token
    used_again = store.rotate(first.id, now=now + moment)
    assert (used_again.token, used_again.is_reuse) == (None, True)
    after = store.rotate(newest.id, now=now + moment)
    assert (after.token, after.is_reuse) == (None, False)


def test_expired_tokens_and_families_are_refused(store, user):
    # proves: S3-15 S3-21
    now = timezone.now()
    family, token = begun(store, user, now)
    assert store.rotate(token.id, now=token.expires).token is None
    assert store.rotate(uuid7(), now=now) is None
    moment = token.expires - SECOND
    while (following := store.rotate(token.id, now=moment).token) is not None and following.expires > token.expires:
        token, moment = following, following.expires - SECOND
    assert following.expires == family.began + settings.REFRESH_FAMILY_LIFETIME


def test_tokens_of_a_revoked_family_are_refused(store, user):
    # proves: S3-18 S3-21
    now = timezone.now()
    family, token = begun(store, user, now)
    store.revoke(family.id, now=now)
    assert store.rotate(token.id, now=now).token is None


def test_families_are_deleted_when_their_newest_token_has_expired(store, user):
    now = timezone.now()
    _, first = begun(store, user, now)
    newest = store.rotate(first.id, now=now + timedelta(days=5)).token
    assert store.delete_expired(now=newest.expires - SECOND) == 0
    assert store.delete_expired(now=newest.expires) == 1
    assert store.rotate(newest.id, now=now) is None


def test_refresh_tokens_are_used_once_in_rest(user):
    # proves: S3-13 S3-16
    first = ApiClient().send("POST", LOGIN, RIGHT).json()
    second = refreshed(first["refresh"]).json()
    assert second["refresh"] != first["refresh"]
    assert opens(second["access"])
    RefreshToken.objects.exclude(used=None).update(used=timezone.now() - timedelta(seconds=11))
    assert refreshed(first["refresh"]).status_code == 401


def test_reuse_of_a_stolen_token_signs_out_thief_and_owner(user):
    # proves: S3-G8
    stolen = ApiClient().send("POST", LOGIN, RIGHT).json()["refresh"]
    of_thief = refreshed(stolen).json()
    elsewhere = ApiClient().send("POST", LOGIN, RIGHT).json()
    RefreshToken.objects.exclude(used=None).update(used=timezone.now() - timedelta(seconds=11))
    assert refreshed(stolen).status_code == 401
    assert refreshed(of_thief["refresh"]).status_code == 401
    assert not opens(of_thief["access"])
    assert opens(elsewhere["access"])
    assert refreshed(elsewhere["refresh"]).status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("round_", range(5))
def test_fifty_concurrent_refreshes_return_one_successor(user, round_):
    # proves: T-5 S3-16 S3-G8
    pairs, first = TokenPairs(), TokenPairs().issue(user).refresh
    start = Barrier(50)

    def use() -> str:
        start.wait()
        try:
            return pairs.refresh(first).refresh
        finally:
            connection.close()

    with ThreadPoolExecutor(50) as pool:
        tokens = {future.result() for future in [pool.submit(use) for _ in range(50)]}
    assert len(tokens) == 1
    assert RefreshToken.objects.count() == 2
    assert RefreshFamily.objects.get().revoked is None
    assert pairs.refresh(tokens.pop()).refresh


# Revocation


@pytest.mark.parametrize("revoked", [RedisRevokedTokens(), MemoryRevokedTokens()], ids=["redis", "memory"])
def test_revoked_ids_are_revoked_until_they_expire(revoked):
    # proves: S3-17 S3-21
    one, other, over = uuid7(), uuid7(), uuid7()
    revoked.add(one, until=timezone.now() + timedelta(seconds=60))
    revoked.add(over, until=timezone.now() - SECOND)
    assert revoked.contains_any([other, one])
    assert not revoked.contains_any([other, over])


def test_logout_revokes_the_access_token_until_it_expires(user):
    # proves: S3-17
    pair = ApiClient().send("POST", LOGIN, RIGHT).json()
    token = read(pair["access"], TokenType.ACCESS)
    before = token.expires.timestamp() - timezone.now().timestamp()
    response = ApiClient().generic("POST", LOGOUT, headers={"Authorization": f"Bearer {pair['access']}"})
    assert response.status_code == 204
    assert not opens(pair["access"])
    left = token.expires.timestamp() - timezone.now().timestamp()
    assert 0 < left - 2 <= redis_client.client().ttl(redis_client.key("revoked", token.id.hex)) <= before + 1
    assert refreshed(pair["refresh"]).status_code == 200


def test_logout_revokes_the_refresh_token_if_it_is_sent(user):
    # proves: S3-18
    pair = ApiClient().send("POST", LOGIN, RIGHT).json()
    header = {"Authorization": f"Bearer {pair['access']}"}
    assert ApiClient().send("POST", LOGOUT, {"refresh": pair["refresh"]}, **header).status_code == 204
    assert refreshed(pair["refresh"]).status_code == 401


def test_tokens_of_other_users_cannot_be_revoked(user, other_user):
    theirs = TokenPairs().issue(other_user).refresh
    header = {"Authorization": f"Bearer {access_token_for(user)}"}
    assert ApiClient().send("POST", LOGOUT, {"refresh": theirs}, **header).status_code == 401
    assert refreshed(theirs).status_code == 200


def _changes_password(user):
    user.set_password("battery staple")
    user.save()


def _deactivates(user):
    user.is_active = False
    user.save()
    User.objects.filter(pk=user.pk).update(is_active=True)  # revoked tokens stay revoked


@pytest.mark.parametrize("end", [_changes_password, _deactivates, revoke_all_sessions])
def test_all_sessions_and_tokens_are_revoked(user, end):
    # proves: S3-17
    browser, pair = ApiClient(user), TokenPairs().issue(user)
    end(User.objects.get(pk=user.pk))
    assert not opens(pair.access)
    assert refreshed(pair.refresh).status_code == 401
    assert browser.send("GET", "/api/v1/documents").status_code == 401


def test_tokens_of_inactive_users_are_refused(user):
    pair = TokenPairs().issue(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert not opens(pair.access)
    assert refreshed(pair.refresh).status_code == 401


def test_logout_all(user):
    browser, other, pair = ApiClient(user), ApiClient(user), TokenPairs().issue(user)
    assert browser.send("POST", "/api/v1/auth/logout-all").status_code == 204
    assert [client.send("GET", "/api/v1/documents").status_code for client in (browser, other)] == [401, 401]
    assert not opens(pair.access)


def test_without_redis_access_tokens_are_refused(user, settings):
    token = access_token_for(user)
    settings.REDIS_URL = "unix:///nowhere?db=0"
    with pytest.raises(TokensUnavailable):
        TokenPairs().authenticate(token)
    response = ApiClient().send("GET", "/api/v1/documents", Authorization=f"Bearer {token}")
    assert (response.status_code, response.json()["error"]["code"]) == (503, "tokens_unavailable")


def test_token_pairs_work_with_memory_stores(user):
    # proves: S3-21
    pairs = TokenPairs(store=MemoryStore(), revoked=MemoryRevokedTokens())
    pair = pairs.issue(user)
    pairs.revoke(read(pair.access, TokenType.ACCESS), pair.refresh)
    with pytest.raises(InvalidToken):
        pairs.authenticate(pair.access)
    with pytest.raises(InvalidToken):
        pairs.refresh(pair.refresh)
    assert not RefreshFamily.objects.exists()
    assert isinstance(read(pair.access, TokenType.ACCESS).id, UUID)
