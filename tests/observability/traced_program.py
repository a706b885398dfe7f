"""A program that uses every library that is traced, and passes each of them a secret that must not be exported.

`python -m tests.observability.traced_program ADDRESS`: the address of a server that answers anything.
"""

import sys
from contextlib import suppress

import boto3
import django
import httpx
import httpx2
from botocore.config import Config

CANARY = "canary"


def ask_everybody(address: str) -> None:
    from django.core.cache import cache
    from django.db import DatabaseError, connection

    cache.set(f"{CANARY}-key", f"{CANARY}-value", 1)
    with connection.cursor() as cursor:
        cursor.execute("select %s", [f"{CANARY}-parameter"])
    with suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute("select cast(%s as integer)", [f"{CANARY}-in-an-error"])
    connection.close()
    for library in (httpx, httpx2):
        with library.Client(trust_env=False) as client:
            client.get(f"{address}/models", params={"api-key": f"{CANARY}-key"})
    s3 = boto3.client(
        "s3",
        endpoint_url=address,
        region_name="us-east-1",
        aws_access_key_id="key",
        aws_secret_access_key=f"{CANARY}-secret",
        config=Config(s3={"addressing_style": "path"}, proxies={}),
    )
    s3.put_object(Bucket="documents", Key="ab/cd", Body=b"bytes")


def main() -> None:
    django.setup()
    from config.observability import trace
    from core.observability import tracing

    trace("program")
    with tracing.span("everything", tracing.Kind.SERVER):
        ask_everybody(sys.argv[1])
    tracing.close()


if __name__ == "__main__":
    main()
