"""`production.yml` as Compose reads it: services with the variables of an `.env` file put in."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

PROJECT = Path(__file__).resolve().parents[2]
EXAMPLE = PROJECT / "compose" / "production.env.example"


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A service with its variables replaced."""

    name: str
    command: list[str]
    environment: dict[str, str]
    healthcheck: list[str]
    stop_seconds: float


def fill_example(values: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of the example of an `.env` file, with random secrets; others are in `values`."""
    variables = dict(re.findall(r"^([A-Z0-9_]+)=(.*)$", EXAMPLE.read_text(), re.MULTILINE))
    for name in ("SECRET_KEY", "JWT_SECRET", "POSTGRES_PASSWORD", "VALKEY_PASSWORD"):
        variables[name] = secrets.token_hex(32)
    variables |= values
    empty = [name for name, value in variables.items() if not value]
    assert not empty, f"The example demands more than the play-through knows: {empty}"
    return variables


def read_service(name: str, variables: Mapping[str, str], sources: Path = PROJECT) -> Service:
    """Return a service of the production.yml of these sources."""
    found = yaml.safe_load((sources / "production.yml").read_text())["services"][name]
    # Without a value, Compose hands a variable on where it is set.
    environment = {
        key: variables.get(key) if value is None else interpolate(str(value), variables)
        for key, value in found.get("environment", {}).items()
    }
    return Service(
        name=name,
        command=[interpolate(str(part), variables) for part in found.get("command", [])],
        environment={key: value for key, value in environment.items() if value is not None},
        healthcheck=_program(found.get("healthcheck", {})),
        stop_seconds=float(found.get("stop_grace_period", "10s").removesuffix("s")),
    )


def interpolate(text: str, variables: Mapping[str, str]) -> str:
    """Replace `${NAME}`, `${NAME:-default}`, `${NAME:?}`, and `$$` by a dollar sign."""
    result, position = "", 0
    while (start := text.find("$", position)) >= 0:
        result += text[position:start]
        if text[start + 1] == "$":
            result, position = f"{result}$", start + 2
            continue
        position = _end(text, start)
        result += _value(text[start + 2 : position - 1], variables)
    return result + text[position:]


def _end(text: str, start: int) -> int:
    """Return the position behind the brace that closes the variable; its default may have variables, too."""
    depth = 0
    for match in re.finditer(r"\$\{|\}", text[start:]):
        depth += 1 if match[0] == "${" else -1
        if depth == 0:
            return start + match.end()
    raise ValueError(text[start:])


def _value(expression: str, variables: Mapping[str, str]) -> str:
    name, _, default = expression.partition(":")
    if variables.get(name):
        return variables[name]
    assert not default.startswith("?"), f"Compose starts nothing without {name}."
    return interpolate(default.removeprefix("-"), variables)


def _program(healthcheck: Mapping[str, Any]) -> list[str]:
    kind, *words = healthcheck.get("test", ["CMD"])
    return words if kind == "CMD" else ["sh", "-c", *words]
