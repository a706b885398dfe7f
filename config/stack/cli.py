"""Command line of the stack: `python -m config.stack up | stop | status | reset | doctor | ui | browser`."""

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

import psutil

from config.stack import services, setup
from config.stack.paths import StackError, StackPaths, tool_environment
from config.stack.processes import AlreadyRunningError, end_marked, exclusive, guard, lock_holder
from config.stack.run_config import RunConfig, write_private
from config.stack.status import ChildLog, StatusBoard, read_status
from config.stack.supervisor import Supervisor, Unit

_STOP_SECONDS = 30.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    options = _parser().parse_args(arguments)
    command: Callable[[StackPaths, argparse.Namespace], int] = options.command
    try:
        return command(StackPaths.from_environment(), options)
    except StackError as error:
        sys.stderr.write(f"\n{error}\n")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m config.stack", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    start = commands.add_parser("up", help="start everything and stay")
    start.add_argument("--logs", action="store_true", help="show the output of the services")
    start.set_defaults(command=_up)
    commands.add_parser("stop", help="stop what `up` started").set_defaults(command=_stop)
    commands.add_parser("status", help="one line per service").set_defaults(command=_status)
    reset = commands.add_parser("reset", help="delete all data")
    reset.add_argument("--force", action="store_true", help="do not ask")
    reset.set_defaults(command=_reset)
    ui = commands.add_parser("ui", help="build the user interface if its sources have changed")
    ui.add_argument("--with-checks", action="store_true", help="install what its tests and checks need, too")
    ui.set_defaults(command=_ui)
    commands.add_parser("browser", help="install a Chromium for the tests").set_defaults(command=_browser)
    commands.add_parser("doctor", help="check this machine").set_defaults(command=_doctor)
    return parser


def _up(paths: StackPaths, options: argparse.Namespace) -> int:
    paths.prepare()
    try:
        with exclusive(paths.lock):
            _forget_addresses(paths)
            try:
                end_marked(str(paths.root))  # of a supervisor that was killed together with its guard
                _serve(RunConfig.choose(paths), follow=options.logs)
            finally:
                _forget_addresses(paths)
    except AlreadyRunningError as error:
        address = json.loads(paths.demo.read_text())["url"] if paths.demo.exists() else "still starting"
        _print(f"Cartulary is already running: {address}   (supervisor {error.pid}; `make stop` ends it)")
    return 0


def _forget_addresses(paths: StackPaths) -> None:
    """Delete the files with the addresses and secrets of a running stack."""
    for file in (paths.demo, paths.environment):
        file.unlink(missing_ok=True)


def units(config: RunConfig) -> list[Unit]:
    """Return all services and steps, in the order in which they are listed."""
    return [
        services.postgres(config),
        services.redis(config),
        setup.migrate(config),
        setup.models(config),
        setup.user_interface(config),
        setup.demo(config),
        services.web(config),
        services.worker(config),
        services.flower(config),
    ]


def _serve(config: RunConfig, *, follow: bool) -> None:
    write_private(config.paths.environment, json.dumps(config.variables(), indent=2))
    config.board.print("Cartulary for development and demonstration; for production see production.yml.\n")
    for notice in config.notices:
        config.board.print(f"{notice}\n")
    plan = units(config)
    for unit in plan:
        config.board.add(unit.name, address=unit.address, origin=unit.origin)
    supervisor = Supervisor(
        plan,
        board=config.board,
        logs=config.paths.logs,
        stop_order=services.STOP_ORDER,
        marker=str(config.paths.root),
        follow=follow,
    )
    # Under `make`, which could be killed, the stack ends with it.
    parent = os.getppid() if os.environ.get("MAKELEVEL") and psutil.Process().parent().name() == "make" else None
    asyncio.run(supervisor.run(on_ready=lambda: _announce(config), parent=parent))


def _announce(config: RunConfig) -> None:
    write_private(config.paths.demo, json.dumps(config.demo(), indent=2))
    write_private(config.paths.prometheus, json.dumps(config.prometheus(), indent=2))
    account = f"{config.credentials.username} / {config.credentials.password}"
    config.board.print(
        f"\n  Open {config.board.paint(config.url + '/', '1;36')} and sign in as {account}\n"
        f"  E-mails are written to {config.paths.data / 'mail'}\n"
        f"  Addresses and account: {config.paths.demo}   Logs: {config.paths.logs}   Stop: Ctrl-C\n"
    )


def _stop(paths: StackPaths, _options: argparse.Namespace) -> int:
    pid = lock_holder(paths.lock)
    if pid is None:
        ended = end_marked(str(paths.root))
        _print(f"Not running; ended {ended} processes of an earlier start." if ended else "Not running.")
        return 0
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + _STOP_SECONDS
    while lock_holder(paths.lock) is not None:
        if time.monotonic() > deadline:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            end_marked(str(paths.root))
            break
        time.sleep(0.1)
    _print("Stopped.")
    return 0


def _status(paths: StackPaths, _options: argparse.Namespace) -> int:
    if lock_holder(paths.lock) is None:
        _print("Not running. Start it with `make run`.")
        return 1
    board = StatusBoard()
    for service in read_status(paths.state):
        restarts = f"  restarted {service.restarts} times" if service.restarts else ""
        board.print(board.render(service) + restarts)
    return 0


def _reset(paths: StackPaths, options: argparse.Namespace) -> int:
    if lock_holder(paths.lock) is not None:
        raise StackError("The stack is running.", hint="Stop it first: `make stop`.")
    if not paths.root.exists():
        _print("There is nothing to delete.")
        return 0
    if not paths.version.exists():
        raise StackError(f"{paths.root} was not made by this stack; it was not deleted.")
    if not options.force and not _confirm(f"Delete all documents, accounts and logs in {paths.root}? [y/N] "):
        _print("Nothing was deleted.")
        return 1
    shutil.rmtree(paths.root)
    _print(f"Deleted {paths.root}.")
    return 0


def _confirm(question: str) -> bool:
    if not sys.stdin.isatty():
        raise StackError("Not confirmed: there is no terminal to ask on.", hint="To confirm: `make reset FORCE=1`.")
    return input(question).strip().lower() in {"y", "yes"}


def _doctor(paths: StackPaths, _options: argparse.Namespace) -> int:
    from config.stack.doctor import examine  # noqa: PLC0415  # imports what reads documents, which takes a second

    return examine(paths, StatusBoard())


def _ui(paths: StackPaths, options: argparse.Namespace) -> int:
    paths.prepare()
    marker = f"{paths.root}-ui"  # not below the marker of a running stack
    commands = setup.Commands(
        step="ui",
        log=ChildLog(paths.logs / "ui.log"),
        board=StatusBoard(),
        env=tool_environment(paths),
        cwd=setup.FRONTEND,
        marker=marker,
    )
    with guard(marker):
        asyncio.run(setup.build_ui(commands, with_checks=options.with_checks))
    return 0


def _browser(paths: StackPaths, _options: argparse.Namespace) -> int:
    _print(str(setup.find_or_install_browser(paths).program))
    return 0


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
