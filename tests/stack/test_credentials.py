"""The secrets of a stack folder: made once, kept, and completed when a newer program needs more of them."""

import json
import stat

from config.stack.run_config import Credentials

NAMES = ("SECRET_KEY", "JWT_SECRET", "DEMO_USERNAME", "DEMO_PASSWORD")


def test_secrets_of_an_older_program_are_kept_and_completed(tmp_path, monkeypatch):
    # proves: X-21
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "secrets.json"
    old = {"secret_key": "old key", "username": "demo", "password": "old password"}
    path.write_text(json.dumps(old))
    first = Credentials.load(path)
    assert (first.secret_key, first.username, first.password) == tuple(old.values())
    assert len(first.jwt_secret) >= 32
    assert Credentials.load(path) == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_environment_wins_for_one_start(tmp_path, monkeypatch):
    path = tmp_path / "secrets.json"
    monkeypatch.setenv("JWT_SECRET", "of this start")
    assert Credentials.load(path).jwt_secret == "of this start"
    monkeypatch.delenv("JWT_SECRET")
    assert Credentials.load(path).jwt_secret != "of this start"
