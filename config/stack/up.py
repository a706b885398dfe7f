"""`up`: decide, start, announce, stay, stop."""

import asyncio
import json
import os
from pathlib import Path

from config.stack import chores, kernel, ports, services
from config.stack.addresses import choose
from config.stack.blueprint import Blueprint
from config.stack.board import Board
from config.stack.credentials import load_or_create
from config.stack.layout import Layout
from config.stack.lock import Lock
from config.stack.supervisor import Supervisor, Unit
from config.stack.sweep import members, sweep


def up(layout: Layout, *, follow: bool) -> None:
    """Run the whole stack until a signal ends it. Raises AlreadyRunningError when somebody else does."""
    layout.prepare()
    with Lock(layout.lock):
        if os.environ.get("MAKELEVEL") and _program_of(os.getppid()) == "make":
            kernel.end_with_parent()
        layout.demo.unlink(missing_ok=True)
        mark = str(layout.root)
        if members(mark):  # of a supervisor that was killed together with its guard
            sweep(mark)
        try:
            _serve(decide(layout), follow=follow)
        finally:
            layout.demo.unlink(missing_ok=True)


def decide(layout: Layout) -> Blueprint:
    """Choose engines, ports and secrets for this start."""
    web_port = ports.free_port(int(os.environ.get("WEB_PORT") or ports.WEB))
    flower_port = ports.free_port(int(os.environ.get("FLOWER_PORT") or ports.FLOWER), taken=frozenset({web_port}))
    metrics_port = ports.free_port(
        int(os.environ.get("WORKER_METRICS_PORT") or ports.METRICS), taken=frozenset({web_port, flower_port})
    )
    return Blueprint(
        layout=layout,
        addresses=choose(layout),
        credentials=load_or_create(layout.credentials),
        web_port=web_port,
        flower_port=flower_port,
        metrics_port=metrics_port,
        board=Board(layout.state),
    )


def plan(blueprint: Blueprint) -> list[Unit]:
    """All services and steps, in the order a person reads them."""
    return [
        services.postgres(blueprint),
        services.redis(blueprint),
        chores.migrate(blueprint),
        chores.models(blueprint),
        chores.user_interface(blueprint),
        chores.demo(blueprint),
        services.web(blueprint),
        services.worker(blueprint),
        services.flower(blueprint),
    ]


def _serve(blueprint: Blueprint, *, follow: bool) -> None:
    board = blueprint.board
    board.say("Cartulary for development and demonstration; see production.yml for anything else.\n")
    units = plan(blueprint)
    for unit in units:
        board.add(unit.name, address=unit.address, origin=unit.origin)
    supervisor = Supervisor(
        units, board=board, logs=blueprint.layout.logs, stop_order=services.STOP_ORDER, follow=follow
    )
    asyncio.run(supervisor.run(mark=str(blueprint.layout.root), on_ready=lambda: _announce(blueprint)))


def _announce(blueprint: Blueprint) -> None:
    _write_private(blueprint.layout.demo, json.dumps(blueprint.demo(), indent=2))
    _write_private(blueprint.layout.prometheus, json.dumps(blueprint.prometheus(), indent=2))
    account = f"{blueprint.credentials.username} / {blueprint.credentials.password}"
    blueprint.board.say(
        f"\n  Open {blueprint.board.paint(blueprint.url + '/', '1;36')} and sign in as {account}\n"
        f"  Letters that it would send: {blueprint.layout.data / 'mail'}\n"
        f"  Addresses and account: {blueprint.layout.demo}   Logs: {blueprint.layout.logs}   Stop: Ctrl-C\n"
    )


def _write_private(path: Path, text: str) -> None:
    draft = path.with_suffix(".new")
    draft.touch(mode=0o600)
    draft.write_text(text)
    draft.replace(path)


def _program_of(pid: int) -> str:
    return Path(f"/proc/{pid}/comm").read_text().strip()
