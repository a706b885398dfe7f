"""Programs for the filter of system calls (classic BPF). See seccomp(2)."""

import struct
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

ALLOW: Final = 0x7FFF0000
ASK: Final = 0x7FC00000  # another process answers: SECCOMP_RET_USER_NOTIF
FAIL: Final = 0x00050000  # plus the number of the error
_KILL_PROCESS: Final = 0x80000000

_LOAD_WORD, _AND, _RETURN = 0x20, 0x54, 0x06
_JUMP, _JUMP_EQUAL, _JUMP_GREATER = 0x05, 0x15, 0x25
_OFFSET_NUMBER, _OFFSET_ARCHITECTURE, _OFFSET_ARGUMENTS = 0, 4, 16
_ARGUMENT_SIZE, _WORD_SIZE = 8, 4  # the lower half of an argument comes first
_ALL_BITS: Final = 0xFFFFFFFF

_Step = tuple[int, int, int, int]  # code, jump if true, jump if false, value


class Check(NamedTuple):
    """An argument, masked, is one of the values; with `is_excluded`, it is none of them. Only one half is looked at."""

    argument: int
    values: Sequence[int]
    mask: int = _ALL_BITS
    is_excluded: bool = False
    is_upper_half: bool = False


Alternatives = Sequence[Sequence[Check]]  # one of them has to hold, with all its checks
ALWAYS: Final[Alternatives] = ((),)
NEVER: Final[Alternatives] = ()


def is_null(argument: int) -> tuple[Check, Check]:
    """Return the checks that a pointer is null."""
    return Check(argument, (0,)), Check(argument, (0,), is_upper_half=True)


class Rule(NamedTuple):
    """The conditions under which a call is allowed, and what it gets otherwise."""

    number: int
    allowed: Alternatives
    otherwise: int


def assemble(architecture: int, rules: Iterable[Rule], *, default: int, highest: int, above: int) -> bytes:
    """Return a program: calls without a rule get `default`; those with a number above `highest` get `above`."""
    steps: list[_Step] = [
        (_LOAD_WORD, 0, 0, _OFFSET_ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD_WORD, 0, 0, _OFFSET_NUMBER),
    ]
    for rule in rules:
        body = _body(rule)
        steps += [(_JUMP_EQUAL, 1, 0, rule.number), (_JUMP, 0, 0, len(body)), *body]
    steps += [(_JUMP_GREATER, 0, 1, highest), (_RETURN, 0, 0, above), (_RETURN, 0, 0, default)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _body(rule: Rule) -> list[_Step]:
    steps: list[_Step] = []
    for checks in rule.allowed:
        steps += _alternative(checks)
        if not checks:
            return steps
    return [*steps, (_RETURN, 0, 0, rule.otherwise)]


def _alternative(checks: Sequence[Check]) -> list[_Step]:
    """Return the steps that allow the call if all checks hold, and else continue behind them."""
    steps: list[_Step] = [(_RETURN, 0, 0, ALLOW)]
    for check in reversed(checks):
        steps = [*_check(check, on_failure=len(steps)), *steps]
    return steps


def _check(check: Check, *, on_failure: int) -> list[_Step]:
    offset = _OFFSET_ARGUMENTS + _ARGUMENT_SIZE * check.argument + _WORD_SIZE * check.is_upper_half
    load: list[_Step] = [(_LOAD_WORD, 0, 0, offset), (_AND, 0, 0, check.mask)]
    count = len(check.values)
    equal = [(_JUMP_EQUAL, count - index, 0, value) for index, value in enumerate(check.values)]
    skip_failure = [(_JUMP, 0, 0, 1)] if check.is_excluded else []  # equal values jump behind it
    return [*load, *equal, *skip_failure, (_JUMP, 0, 0, on_failure)]
