"""Mutants of a file of SQL functions: operators, constants, the columns of `order by`, assignments, statements.

Works on the text, from its beginning to its end, apart from comments and (but for intervals and pairs of states) texts.
A mutant may be no SQL any more; whoever runs it asks the server first.
"""

import re
from collections.abc import Iterator

from tests.meta.mutants.mutant import Mutant

# How rows are stored, and when they are durable, decides nothing.
_TEXT = re.compile(r"--[^\n]*|'[^'\n]*'|alter table[^;]*;|perform set_config\('synchronous_commit'[^;]*;")
# The clock never stands at a limit for long: whether that moment itself counts makes no difference.
_NOW = r"(?= (?:clock_timestamp|moment|pg_postmaster_start_time)\b)"
_NOT_NOW = r"(?! (?:clock_timestamp|moment|pg_postmaster_start_time)\b)"
_SWAPS = (
    (rf"(?<![<>:=!])<(?![=>]){_NOT_NOW}", ("<=", ">")),
    (rf"(?<![<>:=!])>(?![>=]){_NOT_NOW}", (">=", "<")),
    (rf"(?<![<>:=!])<(?![=>]){_NOW}", (">",)),
    (rf"(?<![<>:=!])>(?![>=]){_NOW}", ("<",)),
    (rf"<={_NOT_NOW}", ("<", ">=")),
    (rf">={_NOT_NOW}", (">", "<=")),
    (rf"<={_NOW}", (">=",)),
    (rf">={_NOW}", ("<=",)),
    (r"<>", ("=",)),
    (r"(?<![<>:=!])=(?![=>])", ("<>",)),
    (r"\band\b", ("or",)),
    (r"\bor\b(?! replace)", ("and",)),
    (r" \+ ", (" - ",)),
    (r" - ", (" + ",)),
    (r" \* (?!from)", (" / ",)),
    (r" / ", (" * ",)),
    (r" % ", (" * ",)),
    (r"\bgreatest\b", ("least",)),
    (r"\bleast\b", ("greatest",)),
    (r"\btrue\b", ("false",)),
    (r"\bfalse\b", ("true",)),
    (r"\bmin\(", ("max(",)),
    (r"\bis null\b", ("is not null",)),
    (r"\bis not null\b", ("is null",)),
    (r"\bis distinct from\b", ("is not distinct from",)),
    (r"\bis not distinct from\b", ("is distinct from",)),
    (r"\bnot (?!null|found|distinct|exists)", ("",)),
    (r"\bnot found\b", ("found",)),
    (r"\bperform [^;]+;", ("null;",)),
    (r"\breturn;", ("null;",)),
    (r"\bcontinue;", ("null;",)),
    (r"\bexit when [^;]+;", ("null;",)),
)
_NUMBER = re.compile(r"(?<![\w.'])\d+(?:\.\d+)?(?![\w.])")
_INTERVAL = re.compile(r"interval '(\d+)")
_PAIR = re.compile(r"\('\w+', '\w+'\),? ?")
_ORDER = re.compile(r"\border by ([a-z_, ]+?)(?= limit| for |\)|\n|;)")
_ASSIGNED = re.compile(r"(?<=[\s,])([a-z_]+) = (?=[^=])")


def mutants_of(path: str, source: str) -> Iterator[Mutant]:
    """Give every mutant of a file; some say the same twice, or nothing that the server would take."""
    for start, end, other in sorted(_changes(source)):
        if source[start:end] != other:
            yield _mutant(path, source, start, end, other)


def _mutant(path: str, source: str, start: int, end: int, other: str) -> Mutant:
    first, last = source.rfind("\n", 0, start) + 1, source.find("\n", end)
    return Mutant(
        path=path,
        line=source.count("\n", 0, start) + 1,
        before=" ".join(source[first:last].split()),
        after=" ".join((source[first:start] + other + source[end:last]).split()) or "(nothing)",
        source=source[:start] + other + source[end:],
    )


def _changes(source: str) -> Iterator[tuple[int, int, str]]:
    code = _TEXT.sub(lambda found: "'" + " " * (len(found[0]) - 2) + "'", source)
    for pattern, others in _SWAPS:
        for found in re.finditer(pattern, code):
            yield from ((*found.span(), other) for other in others)
    for found in _NUMBER.finditer(code):
        yield (*found.span(), f"{float(found[0]) + 1:g}")
        if float(found[0]):
            yield (*found.span(), f"{float(found[0]) / 2:g}" if "." in found[0] else f"{int(found[0]) - 1}")
    for found in _INTERVAL.finditer(source):
        yield (*found.span(1), f"{int(found[1]) * 4}")
    for found in _PAIR.finditer(source):
        yield (*found.span(), "")
    yield from _orders(code)
    yield from _kept(code)


def _orders(code: str) -> Iterator[tuple[int, int, str]]:
    for found in _ORDER.finditer(code):
        columns = [column.strip() for column in found[1].split(",")]
        for at, column in enumerate(columns):
            yield (*found.span(1), ", ".join([*columns[:at], f"{column} desc", *columns[at + 1 :]]))
            if len(columns) > 1:
                yield (*found.span(1), ", ".join(columns[:at] + columns[at + 1 :]))


def _kept(code: str) -> Iterator[tuple[int, int, str]]:
    """Assignments of `update … set` that change nothing: the column keeps what it has."""
    for update in re.finditer(r"\bset\b(.*?)(?:\bwhere\b|;)", code, re.DOTALL):
        for found in _ASSIGNED.finditer(code, *update.span(1)):
            end = _end_of_value(code, found.end(), update.end(1))
            yield found.end(), end, found[1]


def _end_of_value(code: str, start: int, end: int) -> int:
    depth = 0
    for at in range(start, end):
        depth += (code[at] == "(") - (code[at] == ")")
        if depth < 0 or (depth == 0 and code[at] == ","):
            return at
    return start + len(code[start:end].rstrip())
