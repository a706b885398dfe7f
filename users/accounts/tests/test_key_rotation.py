"""A new SECRET_KEY, with the old one among SECRET_KEY_FALLBACKS: users stay signed in."""

import pytest
from django.test import Client

from users.accounts.errors import InvalidToken
from users.accounts.token_pairs import TokenPairs

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("keep", "status"), [(True, 200), (False, 401)])
def test_sessions_stay_valid_while_the_old_key_is_known(user, rotate_secret_key, keep, status):
    browser = Client()
    browser.force_login(user)
    rotate_secret_key(keep=keep)
    for _ in range(2):  # the first one replaces the key of the session
        assert browser.get("/api/v1/auth/me").status_code == status


def test_tokens_stay_valid_while_the_old_key_is_known(user, rotate_secret_key):
    pair = TokenPairs().issue(user)
    rotate_secret_key(keep=True)
    assert TokenPairs().authenticate(pair.access)[0] == user
    assert TokenPairs().authenticate(TokenPairs().refresh(pair.refresh).access)[0] == user
    rotate_secret_key(keep=False)
    with pytest.raises(InvalidToken):
        TokenPairs().authenticate(pair.access)
