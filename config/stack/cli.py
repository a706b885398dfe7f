"""The stack's command line: `python -m config.stack up | stop | status | reset | doctor`."""

import argparse
import asyncio
import json
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from config.stack import browser, ui
from config.stack.board import Board, read_lines
from config.stack.doctor import examine
from config.stack.errors import StackError
from config.stack.layout import Layout
from config.stack.lock import AlreadyRunningError, holder
from config.stack.logs import ChildLog
from config.stack.steps import Commands
from config.stack.sweep import members, sweep
from config.stack.tools import tool_environment
from config.stack.up import up

STOP_SECONDS = 30.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; give the exit code."""
    options = _parser().parse_args(arguments)
    command: Callable[[Layout, argparse.Namespace], int] = options.command
    try:
        return command(Layout.from_environment(), options)
    except StackError as error:
        sys.stderr.write(f"\n{error}\n")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m config.stack", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    start = commands.add_parser("up", help="start everything and stay")
    start.add_argument("--logs", action="store_true", help="show the children's output")
    start.set_defaults(command=_up)
    commands.add_parser("stop", help="stop what `up` started").set_defaults(command=_stop)
    commands.add_parser("status", help="one line per service").set_defaults(command=_status)
    reset = commands.add_parser("reset", help="throw the data away")
    reset.add_argument("--force", action="store_true", help="do not ask")
    reset.set_defaults(command=_reset)
    commands.add_parser("ui", help="build the user interface when its sources changed").set_defaults(command=_ui)
    commands.add_parser("browser", help="a Chromium for the tests").set_defaults(command=_browser)
    commands.add_parser("doctor", help="what this machine has and lacks").set_defaults(command=_doctor)
    return parser


def _up(layout: Layout, options: argparse.Namespace) -> int:
    try:
        up(layout, follow=options.logs)
    except AlreadyRunningError as error:
        address = json.loads(layout.demo.read_text())["url"] if layout.demo.exists() else "still starting"
        _say(f"Cartulary is already running: {address}   (supervisor {error.pid}; `make stop` ends it)")
    return 0


def _stop(layout: Layout, _options: argparse.Namespace) -> int:
    pid = holder(layout.lock)
    if pid is None:
        left = sweep(str(layout.root)) if members(str(layout.root)) else 0
        _say(f"Not running; ended {left} processes of an earlier start." if left else "Not running.")
        return 0
    _end(pid, layout)
    _say("Stopped.")
    return 0


def _end(pid: int, layout: Layout) -> None:
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + STOP_SECONDS
    while holder(layout.lock) is not None:
        if time.monotonic() > deadline:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            sweep(str(layout.root))
            return
        time.sleep(0.1)


def _status(layout: Layout, _options: argparse.Namespace) -> int:
    if holder(layout.lock) is None:
        _say("Not running. Start it with `make run`.")
        return 1
    board = Board()
    for line in read_lines(layout.state):
        restarts = f"  restarted {line.restarts} times" if line.restarts else ""
        board.say(board.render(line) + restarts)
    return 0


def _reset(layout: Layout, options: argparse.Namespace) -> int:
    if holder(layout.lock) is not None:
        raise StackError("The stack is running.", hint="Stop it first: `make stop`.")
    if not layout.root.exists():
        _say("Nothing to throw away.")
        return 0
    if not layout.version.exists():
        raise StackError(f"{layout.root} was not made by this stack; it stays.")
    if not options.force and not _confirmed(f"Throw away all documents, accounts and logs in {layout.root}? [y/N] "):
        _say("Kept.")
        return 1
    shutil.rmtree(layout.root)
    _say(f"Threw {layout.root} away.")
    return 0


def _confirmed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise StackError("Not asked, because nobody is at the terminal.", hint="Say so: `make reset FORCE=1`.")
    return input(question).strip().lower() in {"y", "yes"}


def _doctor(layout: Layout, _options: argparse.Namespace) -> int:
    return examine(layout, Board())


def _ui(layout: Layout, _options: argparse.Namespace) -> int:
    layout.prepare()
    log = ChildLog(layout.logs / "ui.log")
    commands = Commands(step="ui", log=log, board=Board(), env=tool_environment(layout), cwd=ui.FRONTEND)
    asyncio.run(ui.build(commands))
    return 0


def _browser(layout: Layout, _options: argparse.Namespace) -> int:
    _say(str(browser.find_or_install(layout).program))
    return 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
