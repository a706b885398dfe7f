"""The services of the stack: engines, web, worker and Flower. Production runs the same programs."""

import http.client
import json
import shutil
import signal
import sys
from collections.abc import Callable

from config.stack.engines import Valkey, find_postgres, find_redis
from config.stack.paths import PROJECT, StackError, scripts
from config.stack.postgres import Cluster
from config.stack.run_config import LOOPBACK, RunConfig, database_answers, redis_answers
from config.stack.supervisor import Service, Step, StopSignal, Unit

# A service that works on data ends before the one that stores it.
STOP_ORDER = (("web", "flower"), ("worker",), ("redis",), ("postgres",))
WORKER_PROCESSES = 2
_PROBE_SECONDS = 2.0


def postgres(config: RunConfig) -> Unit:
    cluster, url = config.endpoints.cluster, config.endpoints.database_url
    if cluster is None:
        return _external("postgres", "DATABASE_URL", lambda: database_answers(url))
    return _embedded("postgres", cluster, str(find_postgres()), config)


def redis(config: RunConfig) -> Unit:
    valkey, url = config.endpoints.valkey, config.endpoints.redis_url
    if valkey is None:
        return _external("redis", "REDIS_URL", lambda: redis_answers(url))
    return _embedded("redis", valkey, str(find_redis()), config)


def _external(name: str, variable: str, answers: Callable[[], bool]) -> Step:
    async def check() -> bool:
        if not answers():
            message = f"{variable} is set, but nothing answers there."
            raise StackError(message, hint="Unset it to use an embedded server.")
        return True

    return Step(name=name, work=check, origin=f"external, {variable}")


def _embedded(name: str, engine: Cluster | Valkey, origin: str, config: RunConfig) -> Service:
    engine.prepare()
    return Service(
        name=name,
        argv=tuple(engine.argv()),
        is_ready=engine.is_ready,
        env={"PATH": config.environment()["PATH"]},
        address=engine.address,
        origin=origin,
        stop=(StopSignal(engine.STOP_SIGNAL, 5.0), StopSignal(signal.SIGQUIT, 2.0)),
    )


def web(config: RunConfig) -> Service:
    argv = [sys.executable, "-m", "config.serve", "config.asgi:application", "--host", LOOPBACK]
    argv += ["--port", str(config.web_port), "--lifespan", "off", "--timeout-graceful-shutdown", "2"]
    argv += ["--log-config", "config/uvicorn.json"]
    argv += ["--no-proxy-headers"]  # there is no proxy: what a client claims about its address is not used
    if config.web_workers > 1:
        argv += ["--workers", str(config.web_workers), "--timeout-worker-healthcheck", "60"]
    shutil.rmtree(config.paths.metrics, ignore_errors=True)
    return Service(
        name="web",
        argv=tuple(argv),
        is_ready=lambda: answers(config.web_port, "/health/ready"),
        needs=("redis", "migrate", "ui"),
        env=config.environment(),
        cwd=PROJECT,
        address=f"{config.url}/",
        origin=f"uvicorn, {config.web_workers} process{'es' if config.web_workers > 1 else ''}",
    )


def worker(config: RunConfig) -> Service:
    argv = [str(scripts() / "celery"), "-A", "config.celery_app", "worker", "--pool", "prefork", "--task-events"]
    argv += ["--concurrency", str(WORKER_PROCESSES), "--hostname", config.node]
    argv += ["--without-gossip", "--without-mingle"]  # messages between workers that nothing here uses
    return Service(
        name="worker",
        argv=tuple(argv),
        # The heartbeat first: a ping that nothing answers takes a second.
        is_ready=lambda: (
            workers_beating(config.web_port) > 0 and worker_answers(config.endpoints.broker_url, config.node)
        ),
        needs=("redis", "migrate", "models", "ui"),  # the web reports its heartbeat, so they start together
        env=config.environment(),
        cwd=PROJECT,
        address=config.node,
        origin=f"celery, prefork, {WORKER_PROCESSES} processes",
        # First a running step may finish, then its message is returned; after that, its lease expires.
        stop=(StopSignal(signal.SIGTERM, 3.0), StopSignal(signal.SIGQUIT, 2.0)),
    )


def flower(config: RunConfig) -> Service:
    argv = [str(scripts() / "celery"), "-A", "config.celery_app", "flower", f"--address={LOOPBACK}"]
    return Service(
        name="flower",
        argv=(*argv, f"--port={config.flower_port}"),
        is_ready=lambda: answers(config.flower_port, "/healthcheck"),
        needs=("redis", "migrate"),
        env=config.environment(),
        cwd=PROJECT,
        address=f"{config.flower_url}/",
        origin="flower, basic auth",
        stop=(StopSignal(signal.SIGTERM, 1.0),),
    )


def answers(port: int, path: str) -> bool:
    """Check whether a GET on loopback gives 200."""
    return _get(port, path) is not None


def workers_beating(web_port: int) -> int:
    """Return how many workers have a fresh heartbeat, as the web server reports it."""
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
    """Check whether the main process of this worker replies to a ping through the broker."""
    from celery import Celery  # noqa: PLC0415  # so that the stack starts quickly
    from kombu.exceptions import OperationalError  # noqa: PLC0415  # as above
    from redis.exceptions import RedisError  # noqa: PLC0415  # as above

    with Celery(broker=broker_url, set_as_current=False) as app:
        try:
            return bool(app.control.inspect(destination=[node], timeout=1.0, limit=1).ping())
        except (OperationalError, RedisError, OSError):  # kombu does not wrap every one
            return False
