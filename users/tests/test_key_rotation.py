"""A new SECRET_KEY, with the old one among SECRET_KEY_FALLBACKS: users stay signed in."""

import secrets

import pytest
from django.test import Client

from users.accounts.errors import InvalidToken
from users.accounts.token_pairs import TokenPairs

pytestmark = pytest.mark.django_db


@pytest.fixture
def rotate(settings):
    def replace(*, keep: bool) -> None:
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY] if keep else []
        settings.SECRET_KEY = secrets.token_hex(32)

    return replace


@pytest.mark.parametrize(("keep", "status"), [(True, 200), (False, 401)])
def test_sessions_stay_valid_while_the_old_key_is_known(user, rotate, keep, status):
    browser = Client()
    browser.force_login(user)
    rotate(keep=keep)
    for _ in range(2):  # the first one replaces the key of the session
        assert browser.get("/api/v1/auth/me").status_code == status


def test_tokens_stay_valid_while_the_old_key_is_known(user, rotate):
    pair = TokenPairs().issue(user)
    rotate(keep=True)
    assert TokenPairs().authenticate(pair.access)[0] == user
    assert TokenPairs().authenticate(TokenPairs().refresh(pair.refresh).access)[0] == user
    rotate(keep=False)
    with pytest.raises(InvalidToken):
        TokenPairs().authenticate(pair.access)
