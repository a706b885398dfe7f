"""Hosts of an installation: network namespaces on a bridge for root, else addresses of the loopback interface."""

import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from tests.timeouts import until

_EVERY_INTERFACE = "0.0.0.0"  # as production.yml says it
_LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Host:
    """A host or container with an address of its own; `enter` are the words before a command that shall run there."""

    address: str
    enter: tuple[str, ...] = ()
    cable: str = ""

    def localize(self, text: str) -> str:
        """Replace the addresses that mean "here"; in a namespace of its own, they already do."""
        if self.enter:
            return text
        return text.replace(_EVERY_INTERFACE, self.address).replace(_LOOPBACK, self.address)

    def unplug(self) -> None:
        """Cut the host off: connections are not closed, packets are lost."""
        _ip("link", "set", self.cable, "down")

    def plug_in(self) -> None:
        """Connect the host again."""
        _ip("link", "set", self.cable, "up")


@dataclass(slots=True)
class Network:
    """Creates hosts. `gateway` is the address of this machine that they reach."""

    prefix: str
    bridge: str
    stack: ExitStack
    _hosts: int = field(default=1)

    @property
    def gateway(self) -> str:
        return f"{self.prefix}.1"

    def host(self) -> Host:
        """Add a host."""
        self._hosts += 1
        address = f"{self.prefix}.{self._hosts}"
        return self._namespace(address) if self.bridge else Host(address=address)

    def _namespace(self, address: str) -> Host:
        # A namespace lives as long as a process in it; the guard of the tests ends this one when pytest is killed.
        sleeper = subprocess.Popen(["unshare", "--net", "sleep", "infinity"], env=dict(os.environ))
        self.stack.callback(sleeper.wait)
        self.stack.callback(sleeper.kill)
        _wait_for_namespace(sleeper.pid)
        enter = ("nsenter", f"--net=/proc/{sleeper.pid}/ns/net")
        cable = f"{self.bridge}-{self._hosts}"
        _ip("link", "add", cable, "type", "veth", "peer", "name", "eth0", "netns", str(sleeper.pid))
        _ip("link", "set", cable, "master", self.bridge, "up")
        for words in (f"addr add {address}/24 dev eth0", "link set eth0 up", "link set lo up"):
            subprocess.run([*enter, "ip", *words.split()], check=True)
        return Host(address=address, enter=enter, cable=cable)


@cache
def why_no_namespaces() -> str:
    """Return why hosts cannot be network namespaces here, or an empty string."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    missing = [program for program in ("ip", "unshare", "nsenter") if shutil.which(program) is None]
    if missing:
        return f"network namespaces need {', '.join(missing)}"
    probe = subprocess.run(
        ["unshare", "--net", "ip", "link", "add", "probe", "type", "bridge"],
        check=False,
        capture_output=True,
        text=True,
    )
    return f"network namespaces are not permitted: {probe.stderr.strip()}" if probe.returncode else ""


@contextmanager
def network() -> Iterator[Network]:
    """Create hosts during the block, apart from those of other runs on this machine."""
    number = secrets.randbelow(254) + 1
    with ExitStack() as stack:
        if why_no_namespaces():
            yield Network(f"127.213.{number}", "", stack)
            return
        bridge = f"cart{number}"
        _ip("link", "add", bridge, "type", "bridge")
        stack.callback(_ip, "link", "delete", bridge)
        _ip("addr", "add", f"10.213.{number}.1/24", "dev", bridge)
        _ip("link", "set", bridge, "up")
        yield Network(f"10.213.{number}", bridge, stack)


def _wait_for_namespace(pid: int) -> None:
    ours = Path("/proc/self/ns/net").readlink()
    until(lambda: Path(f"/proc/{pid}/ns/net").readlink() != ours)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
