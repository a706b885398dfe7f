"""Attempts to escape from a sandbox, as a parser that a hostile file has taken over would make them.

`python -m documents.tests.pipeline.escapes` starts a sandbox, lets it make each attempt, and prints which were held. An
attempt is held if the call is refused and what it aims at has not changed. Run it as root and as an ordinary user.
"""

import json
import os
import resource
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from core.errors import DomainError
from documents.errors import ParserOutOfMemory
from documents.pipeline.sandbox import Sandbox
from documents.tests.pipeline.escape_calls import forbidden_calls, is_refused
from documents.types import DocumentInfo, ParsedPage, ParseEvent, ParseOptions

PLUGIN = "documents.tests.pipeline.escapes:EscapeParser"
HELD, ESCAPED = "held", "escaped"
MOST_THREADS = 1500
THREADS = "start too many threads"
SECRET = b"a secret of the worker"


def _succeeds(action: Callable[[], object]) -> bool:
    try:
        action()
    except (OSError, ValueError, RuntimeError):
        return False
    return True


def _reads(path: str) -> bool:
    return _succeeds(lambda: Path(path).read_bytes())


def _lists(path: str) -> bool:
    return bool(list(Path(path).iterdir()))


def _actions(target: dict[str, Any]) -> dict[str, Callable[[], bool]]:
    """Return attempts that take more than one call; each returns whether it succeeded."""
    worker, link = target["worker"], Path("link")

    def raise_limit(kind: int) -> bool:
        _, hard = resource.getrlimit(kind)
        return hard == resource.RLIM_INFINITY or _succeeds(lambda: resource.setrlimit(kind, (hard, hard + 1)))

    def read_through_link() -> bool:
        link.unlink(missing_ok=True)
        link.symlink_to(target["file"])
        return _reads("link")

    def start_threads() -> bool:
        threading.stack_size(64 * 1024)
        gate, started = threading.Event(), 0
        while started < MOST_THREADS and _succeeds(threading.Thread(target=gate.wait, daemon=True).start):
            started += 1
        gate.set()
        return started == MOST_THREADS

    def fork_many() -> bool:
        return any(_succeeds(_fork) for _ in range(200))

    def find_handles() -> bool:
        for handle in range(resource.getrlimit(resource.RLIMIT_NOFILE)[0]):
            try:
                kind = os.fstat(handle).st_mode
            except OSError:
                continue
            if stat.S_ISSOCK(kind) or stat.S_ISDIR(kind):
                return True
        return False

    def reach(family: int, address: Any) -> bool:
        with socket.socket(family) as client:
            client.connect(address)
        return True

    return {
        "read /etc/passwd": lambda: _reads("/etc/passwd"),
        "read /etc/shadow": lambda: _reads("/etc/shadow"),
        "read a secret of the worker": lambda: _reads(target["file"]),
        "read the settings": lambda: _reads(target["settings"]),
        "read through a link": read_through_link,
        "read through /proc/self/root": lambda: _reads(f"/proc/self/root{target['file']}"),
        "read through ..": lambda: _reads(f"../../../../../..{target['file']}"),
        "read the environment of the worker": lambda: _reads(f"/proc/{worker}/environ"),
        "read the memory of the worker": lambda: _succeeds(lambda: Path(f"/proc/{worker}/mem").open("rb").close()),
        "read the handles of the worker": lambda: _lists(f"/proc/{worker}/fd"),
        "read the environment of a sibling": lambda: _reads(f"/proc/{target['sibling']}/environ"),
        "list the file system": lambda: _lists("/"),
        "list temporary files": lambda: _lists(target["folder"]),
        "write outside": lambda: _succeeds(lambda: Path(target["folder"], "new").write_text("here")),
        "write to the inbox": lambda: _succeeds(lambda: Path(target["inbox"]).with_name("new").write_text("here")),
        "write to the program": lambda: _succeeds(lambda: Path(__file__).open("ab").close()),
        "delete a secret": lambda: _succeeds(Path(target["file"]).unlink),
        "move a secret": lambda: _succeeds(lambda: Path(target["file"]).rename("mine")),
        "shorten a secret": lambda: _succeeds(lambda: os.truncate(target["file"], 0)),
        "connect to a port": lambda: reach(socket.AF_INET, ("127.0.0.1", target["port"])),
        "connect to a local socket": lambda: reach(socket.AF_UNIX, target["socket"]),
        "resolve a name": lambda: _succeeds(lambda: socket.getaddrinfo("localhost.example", 80)),
        "run a program": lambda: _succeeds(lambda: subprocess.run(["/bin/true"], check=True)),
        "fork two hundred times": fork_many,
        THREADS: start_threads,
        "be root": lambda: 0 in {os.getuid(), os.geteuid(), os.getgid(), os.getegid()},
        "find a folder or socket that is open": find_handles,
        "raise the limit of memory": lambda: raise_limit(resource.RLIMIT_AS),
        "raise the limit of open files": lambda: raise_limit(resource.RLIMIT_NOFILE),
        "raise the limit of file sizes": lambda: raise_limit(resource.RLIMIT_FSIZE),
        "raise the limit of processor time": lambda: raise_limit(resource.RLIMIT_CPU),
        "write a core dump": lambda: raise_limit(resource.RLIMIT_CORE),
    }


def _fork() -> None:
    if os.fork() == 0:
        os._exit(0)


class EscapeParser:
    """Makes the attempts inside a sandbox."""

    name = "escapes"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return ("escape/calls", "escape/fork", "escape/memory", "escape/stay")

    def score(self, mime_type: str) -> int:
        return 100

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        os.chdir(options.scratch)
        yield DocumentInfo(1)
        match options.mime_type:
            case "escape/calls":
                target = json.loads(options.extra["target"]) | {"inbox": str(path)}
                yield ParsedPage(1, 1.0, 1.0, json.dumps(dict(_outcomes(target))), ())
            case "escape/fork":
                _succeeds(_fork)
                _succeeds(_fork)
                yield ParsedPage(1, 1.0, 1.0, "", ())
            case "escape/memory":
                blocks = [bytearray(64 << 20) for _ in range(1000)]
                yield ParsedPage(1, 1.0, 1.0, str(len(blocks)), ())
            case "escape/stay":
                _succeeds(_fork)
                time.sleep(600)


def _outcomes(target: dict[str, Any]) -> Iterator[tuple[str, str]]:
    counts: dict[str, int] = {}
    for name, arguments in forbidden_calls(target):
        counts[name] = counts.get(name, 0) + 1
        yield f"{name} {counts[name]}", HELD if is_refused(name, arguments) else ESCAPED
    for name, action in _actions(target).items():
        try:
            yield name, ESCAPED if action() else HELD
        except OSError:
            yield name, HELD


def attempt_all() -> dict[str, str]:
    """Make all attempts and return their outcomes."""
    sandbox = Sandbox(plugins=(PLUGIN,))
    try:
        with tempfile.TemporaryDirectory() as name, subprocess.Popen(["sleep", "600"]) as sibling:
            try:
                return _attempt_in(Path(name), sandbox, sibling.pid)
            finally:
                sibling.kill()
    finally:
        sandbox.close()


def _attempt_in(root: Path, sandbox: Sandbox, sibling: int) -> dict[str, str]:
    folder, scratch = root / "folder", root / "scratch"
    folder.mkdir(0o700)
    scratch.mkdir()
    file = folder / "secret"
    file.write_bytes(SECRET)
    file.chmod(0o600)
    before = _state(file, folder)
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as local:
        local.bind(str(folder / "socket"))
        local.listen()
        target = {
            "worker": os.getpid(),
            "sibling": sibling,
            "file": str(file),
            "folder": str(folder),
            "port": server.getsockname()[1],
            "socket": str(folder / "socket"),
            "settings": str(Path(__file__).parents[3] / "config/settings/base.py"),
        }
        options = ParseOptions("escape/calls", str(scratch), extra={"target": json.dumps(target)})
        events = list(sandbox.parse(file, options))
    outcomes: dict[str, str] = json.loads(next(event.text for event in events if isinstance(event, ParsedPage)))
    if not sandbox.isolation().process_namespace:
        del outcomes[THREADS]  # nothing limits them then but the memory
    outcomes["change the worker or its files"] = HELD if _state(file, folder) == before else ESCAPED
    outcomes["use all memory"] = _memory(sandbox, file, scratch)
    outcomes["outlive the sandbox"] = _survivors(sandbox, file, scratch)
    return outcomes


def _state(file: Path, folder: Path) -> list[object]:
    """Return what attempts aim at: the files, the limits and the priority of this process."""
    files = [(each.stat().st_mode, each.stat().st_uid, each.stat().st_mtime) for each in (file, folder)][:1]
    limits = [resource.getrlimit(kind) for kind in (resource.RLIMIT_NOFILE, resource.RLIMIT_AS)]
    return [files, file.read_bytes(), oct(folder.stat().st_mode), limits, os.getpriority(os.PRIO_PROCESS, 0)]


def _memory(sandbox: Sandbox, file: Path, scratch: Path) -> str:
    try:
        list(sandbox.parse(file, ParseOptions("escape/memory", str(scratch))))
    except ParserOutOfMemory:
        return HELD
    return ESCAPED


def _survivors(sandbox: Sandbox, file: Path, scratch: Path) -> str:
    """End a sandbox in the middle of its work, and look for processes of its session."""
    events = sandbox.parse(file, ParseOptions("escape/stay", str(scratch)))
    next(events)
    session = os.getsid(sandbox.pid or 0)
    events.close()
    return ESCAPED if any(_session(entry) == session for entry in Path("/proc").glob("[0-9]*")) else HELD


def _session(process: Path) -> int | None:
    try:
        fields = (process / "stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return int(fields[3])


def main() -> None:
    try:
        outcomes = attempt_all()
    except DomainError as error:
        sys.exit(repr(error))
    json.dump(outcomes, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
