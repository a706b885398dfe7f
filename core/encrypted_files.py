"""Files encrypted with age (https://age-encryption.org): for public keys, in chunks that are authenticated one by one.

Other programs read them, too: `age --decrypt --identity FILE`.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

import pyrage

_SECRET: Final = "AGE-SECRET-KEY-"  # noqa: S105  # how the lines begin that have one


class KeyProblem(Exception):
    """A key cannot be read, or does not fit; the message says which."""


def new_key() -> tuple[str, str]:
    """Return the text of a new key file, and its recipient."""
    identity = pyrage.x25519.Identity.generate()
    recipient = str(identity.to_public())
    return f"# public key: {recipient}\n{identity}\n", recipient


def check_recipients(recipients: Sequence[str]) -> None:
    """Raise `KeyProblem` if one is no public key."""
    for each in recipients:
        _recipient(each)


def read_identities(path: Path) -> list[Any]:
    """Return the private keys of a key file, of age or of SSH."""
    try:
        content = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise KeyProblem(f"The key file {path} cannot be read: {error}") from None
    lines = [line.strip() for line in content.splitlines()]
    try:
        if found := [pyrage.x25519.Identity.from_str(line) for line in lines if line.startswith(_SECRET)]:
            return found
        return [pyrage.ssh.Identity.from_buffer(content.encode())]
    except pyrage.IdentityError:
        raise KeyProblem(f"The key file {path} has no private key of age or SSH.") from None


@contextmanager
def encrypting(path: Path, recipients: Sequence[str]) -> Iterator[IO[bytes]]:
    """Write to a file that only the holders of these keys can read."""
    keys = [_recipient(each) for each in recipients]
    with path.open("wb") as target, _piped() as (source, sink, pool):
        work = pool.submit(_closing, source, lambda: pyrage.encrypt_io(source, target, keys))
        try:
            yield sink
        except BrokenPipeError:
            work.result()
            raise
        finally:
            with suppress(BrokenPipeError):
                sink.close()
        work.result()


@contextmanager
def decrypting(path: Path, identities: Sequence[Any]) -> Iterator[IO[bytes]]:
    """Read a file; raise `KeyProblem` if none of the keys fits, `OSError` if it was changed."""
    with path.open("rb") as encrypted, _piped() as (source, sink, pool):
        work = pool.submit(_closing, sink, lambda: pyrage.decrypt_io(encrypted, sink, identities))
        try:
            yield source
        except Exception:
            source.close()
            _raise_cause(path, work.exception())
            raise
        source.close()
        _raise_cause(path, work.exception())


def _raise_cause(path: Path, error: BaseException | None) -> None:
    """Raise the error of the decryption, if it is one: a reader that stops early closes the pipe."""
    if isinstance(error, pyrage.DecryptError):
        raise KeyProblem(f"{path.name} was encrypted for another key.") from None
    if error is not None and not isinstance(error, BrokenPipeError):
        raise OSError(f"{path.name} cannot be decrypted: {error}") from None


@contextmanager
def _piped() -> Iterator[tuple[IO[bytes], IO[bytes], ThreadPoolExecutor]]:
    read_end, write_end = os.pipe()
    with (
        ThreadPoolExecutor(1) as pool,
        suppress(BrokenPipeError),
        os.fdopen(write_end, "wb") as sink,
        os.fdopen(read_end, "rb") as source,
    ):
        yield source, sink, pool


def _closing(file: IO[bytes], work: Callable[[], None]) -> None:
    try:
        work()
    finally:
        with suppress(BrokenPipeError):
            file.close()


def _recipient(text: str) -> Any:
    try:
        return (
            pyrage.ssh.Recipient.from_str(text) if text.startswith("ssh-") else pyrage.x25519.Recipient.from_str(text)
        )
    except pyrage.RecipientError:
        raise KeyProblem(f"{text} is no public key of age (age1…) or SSH (ssh-ed25519 …).") from None
