"""Configuration of one start: engines, ports, secrets, and the environment of the programs."""

import json
import os
import secrets
import socket
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from config.stack.engines import Valkey, find_postgres, find_redis
from config.stack.paths import PROJECT, StackPaths, socket_folder, tool_environment
from config.stack.postgres import Cluster
from config.stack.status import StatusBoard

SETTINGS = "config.settings.local"
DATABASE = "cartulary"
LOOPBACK = "127.0.0.1"
WEB_PORT = 8000
FLOWER_PORT = 5555
METRICS_PORT = 9100
MEMORY = 1_500 << 20  # of all processes after some work, and a document that is read
MOST_WEB_WORKERS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoints:
    """The URLs of the engines; `cluster` and `valkey` are set if they are embedded."""

    database_url: str
    redis_url: str
    broker_url: str
    cluster: Cluster | None = None
    valkey: Valkey | None = None

    @classmethod
    def choose(cls, paths: StackPaths, environment: Mapping[str, str] = os.environ) -> "Endpoints":
        """Take each engine from the environment, or embed it. Raises StackError when neither is possible."""
        cluster = valkey = None
        database_url = environment.get("DATABASE_URL", "")
        if not database_url:
            sockets = socket_folder(paths.sockets / "postgres")
            cluster = Cluster(engine=find_postgres(), data=paths.postgres, sockets=sockets)
            database_url = cluster.django_url(DATABASE)
        redis_url = broker_url = environment.get("REDIS_URL", "")
        if not redis_url:
            sockets = socket_folder(paths.sockets / "redis")
            valkey = Valkey(program=find_redis().program, data=paths.redis, sockets=sockets)
            redis_url, broker_url = valkey.cache_url(), valkey.broker_url()
        return cls(
            database_url=database_url,
            redis_url=redis_url,
            broker_url=environment.get("CELERY_BROKER_URL") or broker_url,
            cluster=cluster,
            valkey=valkey,
        )

    def environment(self) -> dict[str, str]:
        return {
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "CELERY_BROKER_URL": self.broker_url,
        }


def database_answers(url: str) -> bool:
    """Check whether a database can be reached."""
    import psycopg  # noqa: PLC0415  # so that the stack starts quickly

    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.Error:
        return False
    return True


def redis_answers(url: str) -> bool:
    """Check whether a Redis can be reached."""
    import redis  # noqa: PLC0415  # so that the stack starts quickly

    client = redis.Redis.from_url(url, socket_connect_timeout=3, socket_timeout=3)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


def free_port(preferred: int, *, taken: frozenset[int] = frozenset()) -> int:
    """Return `preferred` if it is free, else (and for 0) a port that the kernel picks."""
    if preferred and preferred not in taken and _is_free(preferred):
        return preferred
    while True:
        with socket.socket() as probe:
            probe.bind((LOOPBACK, 0))
            port: int = probe.getsockname()[1]
        if port not in taken:
            return port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        # As the servers do: a connection that lingers from the last run does not count.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
        except OSError:
            return False
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """The secrets of one stack folder, and the demo account (for the UI, the admin and Flower)."""

    secret_key: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    jwt_secret: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    username: str = "demo"
    password: str = field(default_factory=lambda: secrets.token_urlsafe(12))

    @classmethod
    def load(cls, path: Path) -> "Credentials":
        """Read the secrets, add and write missing ones; environment variables override them for this start."""
        stored = json.loads(path.read_text()) if path.exists() else {}
        complete = asdict(cls(**stored))
        if complete != stored:
            write_private(path, json.dumps(complete, indent=2))
        variables = {
            "secret_key": "SECRET_KEY",
            "jwt_secret": "JWT_SECRET",
            "username": "DEMO_USERNAME",
            "password": "DEMO_PASSWORD",
        }
        return cls(**{name: os.environ.get(variables[name]) or value for name, value in complete.items()})

    @property
    def basic_auth(self) -> str:
        return f"{self.username}:{self.password}"


def write_private(path: Path, text: str) -> None:
    """Write a file that only its owner can read, all of it or nothing."""
    draft = path.with_suffix(".new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    draft.replace(path)


def web_workers() -> int:
    """Return WEB_WORKERS; by default one for every two cores, up to four: the other cores run jobs."""
    return int(os.environ.get("WEB_WORKERS") or 0) or max(1, min(MOST_WEB_WORKERS, len(os.sched_getaffinity(0)) // 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunConfig:
    """The configuration of one start."""

    paths: StackPaths
    endpoints: Endpoints
    credentials: Credentials
    web_port: int
    flower_port: int
    metrics_port: int
    board: StatusBoard
    notices: tuple[str, ...] = ()  # for the user who starts it
    web_workers: int = field(default_factory=web_workers)
    # A new name each time: a worker of the same name that was killed counts as alive for some seconds.
    node: str = field(default_factory=lambda: f"worker-{secrets.token_hex(3)}@localhost")
    metrics_token: str = field(default_factory=lambda: os.environ.get("METRICS_TOKEN") or secrets.token_urlsafe(24))

    @classmethod
    def choose(cls, paths: StackPaths) -> "RunConfig":
        """Choose engines, ports and secrets."""
        ports: list[int] = []
        notices: list[str] = []
        for name, default in (
            ("WEB_PORT", WEB_PORT),
            ("FLOWER_PORT", FLOWER_PORT),
            ("WORKER_METRICS_PORT", METRICS_PORT),
        ):
            wanted = int(os.environ.get(name) or default)
            ports.append(free_port(wanted, taken=frozenset(ports)))
            if wanted and ports[-1] != wanted:
                notices.append(f"Port {wanted} is in use; {ports[-1]} is taken instead ({name} sets another).")
        free = psutil.virtual_memory().available
        if free < MEMORY:
            notices.append(f"{free >> 20} MB of memory are free, and {MEMORY >> 20} are needed: it may be slow or end.")
        return cls(
            notices=tuple(notices),
            paths=paths,
            endpoints=Endpoints.choose(paths),
            credentials=Credentials.load(paths.credentials),
            web_port=ports[0],
            flower_port=ports[1],
            metrics_port=ports[2],
            board=StatusBoard(paths.state),
        )

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self.web_port}"

    @property
    def flower_url(self) -> str:
        return f"http://{LOOPBACK}:{self.flower_port}"

    def environment(self) -> dict[str, str]:
        """Return the environment of the programs: the caller's, overridden by our addresses and secrets."""
        return {
            **tool_environment(self.paths),
            **self.variables(),
            "PYTHONUNBUFFERED": "1",
            "METRICS_DIR": str(self.paths.metrics),
            "WORKER_METRICS_HOST": LOOPBACK,
            "WORKER_METRICS_PORT": str(self.metrics_port),
        }

    def variables(self) -> dict[str, str]:
        """Return the engines and secrets, which commands beside the services use too (`config.env`)."""
        return {
            **self.endpoints.environment(),
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "SECRET_KEY": self.credentials.secret_key,
            "JWT_SECRET": self.credentials.jwt_secret,
            # On one machine, every user of it may create an account, and e-mails are written to a folder.
            "REGISTRATION": os.environ.get("REGISTRATION", "open"),
            "EMAIL_URL": os.environ.get("EMAIL_URL", f"filemail:///{self.paths.data / 'mail'}"),
            "DATA_DIR": str(self.paths.data),
            "DEMO_USERNAME": self.credentials.username,
            "DEMO_PASSWORD": self.credentials.password,
            "FLOWER_BASIC_AUTH": self.credentials.basic_auth,
            "FLOWER_URL": self.flower_url,
            "METRICS_TOKEN": self.metrics_token,
        }

    def prometheus(self) -> dict[str, object]:
        """Return the configuration of a Prometheus on this machine (JSON is YAML)."""

        def job(name: str, port: int) -> dict[str, object]:
            targets = [{"targets": [f"{LOOPBACK}:{port}"]}]
            return {"job_name": name, "authorization": {"credentials": self.metrics_token}, "static_configs": targets}

        return {
            "global": {"scrape_interval": "5s"},
            "rule_files": [str(PROJECT / "compose" / "prometheus" / "alerts.yml")],
            "scrape_configs": [job("cartulary-web", self.web_port), job("cartulary-worker", self.metrics_port)],
        }

    def demo(self) -> dict[str, str]:
        """Return the addresses and the demo account, for users and programs."""
        return {
            "url": f"{self.url}/",
            "username": self.credentials.username,
            "password": self.credentials.password,
            "graphql": f"{self.url}/graphql/",
            "flower": f"{self.flower_url}/",
            "admin": f"{self.url}/admin/",
        }
