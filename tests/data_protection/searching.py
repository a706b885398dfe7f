"""Search everything that is stored: all columns of all tables, all files of the store, and all keys of Redis."""

import zlib
from collections.abc import Iterable

from django.core.files.storage import default_storage
from django.db import connection

from core import redis_client


def places_of(words: Iterable[str]) -> set[str]:
    """Return the columns, files and keys of Redis that contain one of the words, in upper or lower case."""
    lowered = [word.lower() for word in words]
    return {*_columns(lowered), *_files(lowered), *_keys(lowered)}


def _columns(words: list[str]) -> set[str]:
    found = set()
    with connection.cursor() as cursor:
        cursor.execute(
            "select table_name, column_name from information_schema.columns join information_schema.tables"
            " using (table_schema, table_name) where table_schema = 'public' and table_type = 'BASE TABLE'"
        )
        for table, column in cursor.fetchall():
            for word in words:
                cursor.execute(
                    f'select exists(select from "{table}" where position(%s in lower("{column}"::text)) > 0'
                    f" or position(encode(convert_to(%s, 'UTF8'), 'hex') in lower(\"{column}\"::text)) > 0)",
                    [word, word],
                )
                if cursor.fetchone()[0]:
                    found.add(f"{table}.{column}")
            found |= _compressed(cursor, table, column, words)
    return found


def _compressed(cursor, table: str, column: str, words: list[str]) -> set[str]:
    """Search the texts of pages, which are compressed."""
    cursor.execute(f'select pg_typeof("{column}")::text from "{table}" limit 1')
    if (row := cursor.fetchone()) is None or row[0] != "bytea":
        return set()
    cursor.execute(f'select "{column}" from "{table}" where "{column}" is not null')
    plain = [_inflated(bytes(value)).lower() for (value,) in cursor.fetchall()]
    return {f"{table}.{column}" for word in words if any(word.encode() in each for each in plain)}


def _inflated(value: bytes) -> bytes:
    try:
        return zlib.decompress(value, wbits=47)
    except zlib.error:
        return value


def _files(words: list[str]) -> set[str]:
    return {name for name in _names("") if any(word.encode() in _content(name) for word in words)}


def _names(folder: str) -> Iterable[str]:
    try:
        folders, files = default_storage.listdir(folder)
    except FileNotFoundError:
        return
    prefix = f"{folder}/" if folder else ""
    yield from (f"{prefix}{name}" for name in files)
    for name in folders:
        yield from _names(f"{prefix}{name}")


def _content(name: str) -> bytes:
    with default_storage.open(name, "rb") as source:
        return source.read().lower()


def _keys(words: list[str]) -> set[str]:
    """Search the names and values of all keys of Redis."""
    client = redis_client.client()
    found = set()
    for key in client.scan_iter(f"{redis_client.key('')}*"):
        whole = (key + _value(client, key)).lower()
        found |= {f"redis:{key}" for word in words if word in whole}
    return found


def _value(client, key: str) -> str:
    """Return the value of a key as text."""
    read = {
        "string": client.get,
        "hash": client.hgetall,
        "set": client.smembers,
        "list": lambda name: client.lrange(name, 0, -1),
        "zset": lambda name: client.zrange(name, 0, -1),
    }
    return str(read.get(client.type(key), lambda _: "")(key))
