"""The long-running programs. They are the ones production runs; only addresses and sizes differ."""

import http.client
import json
import signal
import sys

from celery import Celery
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from config.stack.addresses import database_answers, redis_answers
from config.stack.blueprint import Blueprint
from config.stack.errors import StackError
from config.stack.layout import PROJECT
from config.stack.ports import LOOPBACK
from config.stack.postgres import STOP_SIGNAL as POSTGRES_STOP
from config.stack.programs import Nudge, Program, Step
from config.stack.sweep import MARK
from config.stack.tools import scripts
from config.stack.valkey import STOP_SIGNAL as VALKEY_STOP

# Whoever holds work ends before what it works on.
STOP_ORDER = (("web", "flower"), ("worker",), ("redis",), ("postgres",))
WORKER_PROCESSES = 2
_PROBE_SECONDS = 2.0


def postgres(blueprint: Blueprint) -> Program | Step:
    """The embedded server, or the question whether the external one answers."""
    addresses = blueprint.addresses
    cluster = addresses.cluster
    if cluster is None:

        async def check() -> bool:
            if not database_answers(addresses.database_url):
                raise StackError(
                    "DATABASE_URL is set, and nothing answers there.", hint="Unset it to embed PostgreSQL."
                )
            return True

        return Step(name="postgres", work=check, origin=addresses.postgres_origin)
    cluster.prepare()
    return Program(
        name="postgres",
        argv=tuple(cluster.argv()),
        is_ready=cluster.is_ready,
        env={"PATH": blueprint.environment()["PATH"], MARK: str(blueprint.layout.root)},
        address=str(cluster.sockets),
        origin=addresses.postgres_origin,
        death_signal=POSTGRES_STOP,
        stop=(Nudge(POSTGRES_STOP, 5.0), Nudge(signal.SIGQUIT, 2.0)),
    )


def redis(blueprint: Blueprint) -> Program | Step:
    """The embedded server, or the question whether the external one answers."""
    addresses = blueprint.addresses
    valkey = addresses.valkey
    if valkey is None:

        async def check() -> bool:
            if not redis_answers(addresses.redis_url):
                raise StackError("REDIS_URL is set, and nothing answers there.", hint="Unset it to embed a server.")
            return True

        return Step(name="redis", work=check, origin=addresses.redis_origin)
    valkey.prepare()
    return Program(
        name="redis",
        argv=tuple(valkey.argv()),
        is_ready=valkey.is_ready,
        env={"PATH": blueprint.environment()["PATH"], MARK: str(blueprint.layout.root)},
        address=str(valkey.socket),
        origin=addresses.redis_origin,
        death_signal=VALKEY_STOP,
        stop=(Nudge(VALKEY_STOP, 2.0),),
    )


def web(blueprint: Blueprint) -> Program:
    argv = [sys.executable, "-m", "uvicorn", "config.asgi:application", "--host", LOOPBACK]
    argv += ["--port", str(blueprint.web_port), "--lifespan", "off", "--timeout-graceful-shutdown", "2"]
    argv += ["--no-proxy-headers"]  # there is no proxy: what a client says about where it comes from is not believed
    return Program(
        name="web",
        argv=tuple(argv),
        is_ready=lambda: answers(blueprint.web_port, "/health/ready"),
        needs=("redis", "migrate", "ui"),
        env=blueprint.environment(),
        cwd=PROJECT,
        address=f"{blueprint.url}/",
        origin="uvicorn, config.asgi",
    )


def worker(blueprint: Blueprint) -> Program:
    argv = [str(scripts() / "celery"), "-A", "config.celery_app", "worker", "--pool", "prefork", "--task-events"]
    argv += ["--concurrency", str(WORKER_PROCESSES), "--hostname", blueprint.node, "--loglevel", "INFO"]
    argv += ["--without-gossip", "--without-mingle"]  # talk between workers that nobody here listens to
    return Program(
        name="worker",
        argv=tuple(argv),
        is_ready=lambda: (
            worker_answers(blueprint.addresses.broker_url, blueprint.node) and workers_beating(blueprint.web_port) > 0
        ),
        needs=("redis", "migrate", "models", "ui"),  # the web tells of its heartbeat, so it starts beside the web
        env=blueprint.environment(),
        cwd=PROJECT,
        address=blueprint.node,
        origin=f"celery, prefork, {WORKER_PROCESSES} processes",
        # First let a running step finish, then give its message back, then leave it to the rescue by lease.
        stop=(Nudge(signal.SIGTERM, 3.0), Nudge(signal.SIGQUIT, 2.0)),
    )


def flower(blueprint: Blueprint) -> Program:
    argv = [str(scripts() / "celery"), "-A", "config.celery_app", "flower", f"--address={LOOPBACK}"]
    return Program(
        name="flower",
        argv=(*argv, f"--port={blueprint.flower_port}"),
        is_ready=lambda: answers(blueprint.flower_port, "/healthcheck"),
        needs=("redis", "migrate"),
        env=blueprint.environment(),
        cwd=PROJECT,
        address=f"{blueprint.flower_url}/",
        origin="flower, basic auth",
        stop=(Nudge(signal.SIGTERM, 1.0),),
    )


def answers(port: int, path: str) -> bool:
    """Whether a GET on loopback gives 200."""
    return _get(port, path) is not None


def workers_beating(web_port: int) -> int:
    """How many workers have a fresh heartbeat, as the web server sees them."""
    body = _get(web_port, "/health/ready")
    return int(json.loads(body)["workers"]) if body else 0


def _get(port: int, path: str) -> bytes | None:
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=_PROBE_SECONDS)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.read() if response.status == http.client.OK else None
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def worker_answers(broker_url: str, node: str) -> bool:
    """Whether the main process of this very worker replies to a ping through the broker."""
    with Celery(broker=broker_url, set_as_current=False) as app:
        try:
            return bool(app.control.inspect(destination=[node], timeout=1.0, limit=1).ping())
        except (OperationalError, RedisError, OSError):  # kombu does not wrap every one
            return False
