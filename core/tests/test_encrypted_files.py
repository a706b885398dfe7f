"""Encrypted files: what was written is read again with the right key, and nothing with another one."""

import pytest

from core import encrypted_files
from core.encrypted_files import KeyProblem


@pytest.fixture
def key(tmp_path):
    """Return the path of a key file, and its recipient."""
    text, recipient = encrypted_files.new_key()
    path = tmp_path / "key.txt"
    path.write_text(text)
    return path, recipient


@pytest.mark.parametrize("size", [0, 1, 65_536, 3_000_001])
def test_content_is_the_same_after_decryption(tmp_path, key, size):
    content = bytes(range(256)) * (size // 256 + 1)
    with encrypted_files.encrypting(tmp_path / "file.age", [key[1]]) as target:
        target.write(content[:size])
    assert content[:200] not in (tmp_path / "file.age").read_bytes() or size < 200
    with encrypted_files.decrypting(tmp_path / "file.age", encrypted_files.read_identities(key[0])) as source:
        assert source.read() == content[:size]


def test_another_key_does_not_fit(tmp_path, key):
    other = tmp_path / "other.txt"
    other.write_text(encrypted_files.new_key()[0])
    with encrypted_files.encrypting(tmp_path / "file.age", [key[1]]) as target:
        target.write(b"secret")
    with (
        pytest.raises(KeyProblem, match="encrypted for another key"),
        encrypted_files.decrypting(tmp_path / "file.age", encrypted_files.read_identities(other)) as source,
    ):
        source.read()


@pytest.mark.parametrize("damage", ["changed", "cut"])
def test_damage_is_noticed(tmp_path, key, damage):
    path = tmp_path / "file.age"
    with encrypted_files.encrypting(path, [key[1]]) as target:
        target.write(b"x" * 300_000)
    content = path.read_bytes()
    path.write_bytes(content[:-70_000] if damage == "cut" else content[:-1] + bytes([content[-1] ^ 1]))
    with (
        pytest.raises(OSError, match="cannot be decrypted"),
        encrypted_files.decrypting(path, encrypted_files.read_identities(key[0])) as source,
    ):
        source.read()


def test_a_reader_may_stop_early(tmp_path, key):
    with encrypted_files.encrypting(tmp_path / "file.age", [key[1]]) as target:
        target.write(b"x" * 3_000_000)
    with encrypted_files.decrypting(tmp_path / "file.age", encrypted_files.read_identities(key[0])) as source:
        assert source.read(10) == b"x" * 10


def test_an_error_of_the_writer_is_not_hidden(tmp_path, key):
    with pytest.raises(ZeroDivisionError), encrypted_files.encrypting(tmp_path / "file.age", [key[1]]):
        raise ZeroDivisionError


def test_keys_are_checked(tmp_path):
    with pytest.raises(KeyProblem, match="no public key"):
        encrypted_files.check_recipients(["age1nothing"])
    (tmp_path / "empty").write_text("nothing")
    with pytest.raises(KeyProblem, match="has no private key"):
        encrypted_files.read_identities(tmp_path / "empty")
    with pytest.raises(KeyProblem, match="cannot be read"):
        encrypted_files.read_identities(tmp_path / "missing")
