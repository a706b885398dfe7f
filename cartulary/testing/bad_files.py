"""Shared parts of the contract tests: reporting of violations, and damaged copies of a file."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from core.errors import DomainError


class ContractViolation(AssertionError):
    """The plug-in violates its contract; the message lists all violations."""


def raise_violations(violations: list[str]) -> None:
    """Raise `ContractViolation` if there are any."""
    if violations:
        raise ContractViolation("\n".join(violations))


def check_bad_files(good: Path, read: Callable[[Path], object]) -> Iterator[str]:
    """Yield a violation for each damaged copy that raises anything else than an error of `documents.errors`."""
    with TemporaryDirectory() as folder:
        for description, data in _damaged_copies(good):
            path = Path(folder) / good.name
            path.write_bytes(data)
            try:
                read(path)
            except DomainError:
                continue
            except Exception as error:  # noqa: BLE001  # any other exception is the violation
                name = type(error).__name__
                yield f"{good.name}, {description}: {name} instead of an error of cartulary.parsers: {error}"


def _damaged_copies(good: Path) -> Iterator[tuple[str, bytes]]:
    data = good.read_bytes()
    middle = len(data) // 2
    yield "empty", b""
    yield "truncated", data[:middle]
    yield "overwritten in the middle", data[: middle // 2] + b"\x00\xff" * (middle // 2) + data[middle // 2 * 3 :]
    yield "noise", bytes(range(256)) * 16
