"""What every check does: collect complaints, and try files that are no good."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from core.errors import DomainError


class ContractBroken(AssertionError):
    """The plug-in is not as the product needs it; the message says how."""


def require_none(complaints: list[str]) -> None:
    """Raise when there is any."""
    if complaints:
        raise ContractBroken("\n".join(complaints))


def bad_files(good: Path) -> Iterator[tuple[str, bytes]]:
    """The file cut off, empty, with its middle overwritten, and noise."""
    data = good.read_bytes()
    middle = len(data) // 2
    yield "empty", b""
    yield "cut off in the middle", data[:middle]
    yield "overwritten in the middle", data[: middle // 2] + b"\x00\xff" * (middle // 2) + data[middle // 2 * 3 :]
    yield "noise", bytes(range(256)) * 16


def complaints_about_bad_files(good: Path, read: Callable[[Path], object]) -> Iterator[str]:
    """They may be read, or refused with an error of `documents.errors`; nothing else."""
    with TemporaryDirectory() as folder:
        for what, data in bad_files(good):
            path = Path(folder) / good.name
            path.write_bytes(data)
            try:
                read(path)
            except DomainError:
                continue
            except Exception as error:  # noqa: BLE001  # this is what is looked for
                yield f"{good.name}, {what}: {type(error).__name__} instead of an error of the contract: {error}"
