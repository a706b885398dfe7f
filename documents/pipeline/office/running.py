"""Run a program behind walls until it ends, until nobody waits for it any more, or until its time is over."""

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from documents.errors import ParserCrashed, ParserOutOfMemory, ParserTimeout
from documents.pipeline.office.guard import BY_SIGNAL, NOT_STARTED
from documents.pipeline.sandbox.limits import Limits
from documents.pipeline.sandbox.output import OutputMeter
from documents.pipeline.sandbox.process import OUT_OF_MEMORY_SIGNS

logger = logging.getLogger(__name__)

Check = Callable[[], None]

_ROOT = Path(__file__).resolve().parents[3]
_BOOT = "import sys; sys.path.insert(0, sys.argv.pop()); from documents.pipeline.office.guard import main; main()"
_LOOK_SECONDS = 0.2
_GOODBYE_SECONDS = 10.0
_WORDS = 2000


@dataclass(frozen=True, slots=True)
class Confined:
    """A program and all that it may touch. It writes into `home` and nowhere else."""

    argv: Sequence[str]
    home: Path
    inbox: Path
    folders: Sequence[Path]
    settings: Sequence[Path]
    limits: Limits

    def order(self) -> str:
        return json.dumps(
            {
                "program": list(self.argv),
                "readable": [str(path) for path in (self.inbox, *self.settings)],
                "writable": [str(self.home)],
                "runnable": [str(path) for path in self.folders],
                "limits": self.limits.as_message(),
            }
        )


class Ended(NamedTuple):
    """The exit status of a program that was not killed, and its last words."""

    code: int
    words: str


def run(confined: Confined, *, said: Path, deadline: float, check: Check) -> Ended:
    """How it ended, and its last words. `deadline` is a time of `time.monotonic`; `check` is asked often and may raise.

    However this ends, nothing of the program is left. Raises `ParserTimeout`, `ParserCrashed`, `ParserOutOfMemory`,
    and `UnsafeDocument` when it writes too much.
    """
    theirs, lifeline = os.pipe()
    try:
        guard = _start(confined, theirs, said)
    except BaseException:
        os.close(lifeline)
        raise
    finally:
        os.close(theirs)
    try:
        code = _wait(guard, OutputMeter(confined.home, confined.limits), deadline, check)
    finally:
        os.close(lifeline)
        _bury(guard)
    ended = Ended(code, said.read_bytes()[-_WORDS:].decode("utf-8", "replace").strip())
    _judge(ended)
    return ended


def _start(confined: Confined, lifeline: int, said: Path) -> subprocess.Popen[bytes]:
    with said.open("wb") as output:
        return subprocess.Popen(  # noqa: S603  # our own interpreter, no shell
            [sys.executable, "-I", "-c", _BOOT, str(lifeline), confined.order(), str(_ROOT)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=confined.home,
            env=_environment(confined.home),
            pass_fds=(lifeline,),
            start_new_session=True,
        )


def _environment(home: Path) -> dict[str, str]:
    """Nothing of the caller's: no secrets, no addresses. The socket is made where the program stands."""
    folders = dict.fromkeys(("HOME", "TMPDIR"), str(home))
    return {"PATH": os.defpath, "LANG": "C.UTF-8", "SAL_USE_VCLPLUGIN": "svp", "OSL_SOCKET_PATH": ".", **folders}


def _wait(guard: subprocess.Popen[bytes], meter: OutputMeter, deadline: float, check: Check) -> int:
    while True:
        try:
            return guard.wait(_LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            check()
            meter.look()
            if time.monotonic() > deadline:
                raise ParserTimeout from None


def _bury(guard: subprocess.Popen[bytes]) -> None:
    """It kills the program when the lifeline is cut; if it is not able to, the kernel does so with its end."""
    try:
        guard.wait(_GOODBYE_SECONDS)
    except subprocess.TimeoutExpired:
        guard.kill()
        guard.wait()


def _judge(ended: Ended) -> None:
    if ended.code and any(sign in ended.words for sign in OUT_OF_MEMORY_SIGNS):
        raise ParserOutOfMemory
    if ended.code < 0 or ended.code >= NOT_STARTED:
        logger.warning("office.crashed", extra={"status": ended.code, "detail": ended.words})
        raise ParserCrashed(status=BY_SIGNAL - ended.code if ended.code > BY_SIGNAL else ended.code)
