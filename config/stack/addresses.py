"""Which engines this start uses: those the environment names, else embedded ones."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

import psycopg
import redis

from config.stack.binaries import Engine, find_postgres, find_redis
from config.stack.layout import Layout
from config.stack.postgres import Cluster
from config.stack.sockets import socket_folder
from config.stack.valkey import Valkey

DATABASE = "cartulary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """The urls the product gets; `cluster` and `valkey` are there when they are embedded."""

    database_url: str
    redis_url: str
    broker_url: str
    cluster: Cluster | None = None
    valkey: Valkey | None = None
    postgres_origin: str = "external"
    redis_origin: str = "external"

    def environment(self) -> dict[str, str]:
        return {
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "CELERY_BROKER_URL": self.broker_url,
        }


def choose(layout: Layout, environment: Mapping[str, str] = os.environ) -> Addresses:
    """Take each engine from the environment, or embed it. Raises StackError when neither is possible."""
    cluster, postgres_origin = None, "external, DATABASE_URL"
    database_url = environment.get("DATABASE_URL", "")
    if not database_url:
        engine = find_postgres()
        sockets = socket_folder(layout.sockets / "postgres")
        cluster = Cluster(program=engine.program, data=layout.postgres, sockets=sockets)
        database_url, postgres_origin = cluster.django_url(DATABASE), _embedded(engine)
    valkey, redis_origin = None, "external, REDIS_URL"
    redis_url = broker_url = environment.get("REDIS_URL", "")
    if not redis_url:
        engine = find_redis()
        valkey = Valkey(program=engine.program, data=layout.redis, sockets=socket_folder(layout.sockets / "redis"))
        redis_url, broker_url, redis_origin = valkey.cache_url(), valkey.broker_url(), _embedded(engine)
    return Addresses(
        database_url=database_url,
        redis_url=redis_url,
        broker_url=environment.get("CELERY_BROKER_URL") or broker_url,
        cluster=cluster,
        valkey=valkey,
        postgres_origin=postgres_origin,
        redis_origin=redis_origin,
    )


def database_answers(url: str) -> bool:
    """Whether an external database can be reached."""
    try:
        psycopg.connect(url, connect_timeout=3).close()
    except psycopg.Error:
        return False
    return True


def redis_answers(url: str) -> bool:
    """Whether an external Redis can be reached."""
    client = redis.Redis.from_url(url, socket_connect_timeout=3, socket_timeout=3)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


def _embedded(engine: Engine) -> str:
    return f"embedded, {engine.source} {engine.version()}"
