"""Mutants of a file of SQL functions: operators, constants, the columns of `order by`, assignments, statements.

Works on the text of the file, without comments and, except intervals and pairs of states, without string literals.
A mutant may be invalid SQL; the caller lets the server check it.
"""

import re
from collections.abc import Iterator

from tests.meta.mutants.mutant import Mutant

# Storage parameters and durability decide nothing.
_TEXT = re.compile(r"--[^\n]*|'[^'\n]*'|alter table[^;]*;|perform set_config\('synchronous_commit'[^;]*;")
# Comparisons with the time are not distinguished from those that include equality: no test can.
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
    """Yield every mutant of a file; some are duplicates or invalid SQL."""
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
    code = _TEXT.sub(lambda match: "'" + " " * (len(match[0]) - 2) + "'", source)
    for pattern, others in _SWAPS:
        for match in re.finditer(pattern, code):
            yield from ((*match.span(), other) for other in others)
    for match in _NUMBER.finditer(code):
        yield (*match.span(), f"{float(match[0]) + 1:g}")
        if float(match[0]):
            yield (*match.span(), f"{float(match[0]) / 2:g}" if "." in match[0] else f"{int(match[0]) - 1}")
    for match in _INTERVAL.finditer(source):
        yield (*match.span(1), f"{int(match[1]) * 4}")
    for match in _PAIR.finditer(source):
        yield (*match.span(), "")
    yield from _changes_of_order(code)
    yield from _unchanged_columns(code)


def _changes_of_order(code: str) -> Iterator[tuple[int, int, str]]:
    for match in _ORDER.finditer(code):
        columns = [column.strip() for column in match[1].split(",")]
        for index, column in enumerate(columns):
            yield (*match.span(1), ", ".join([*columns[:index], f"{column} desc", *columns[index + 1 :]]))
            if len(columns) > 1:
                yield (*match.span(1), ", ".join(columns[:index] + columns[index + 1 :]))


def _unchanged_columns(code: str) -> Iterator[tuple[int, int, str]]:
    """Yield changes of `update … set` that assign a column to itself."""
    for update in re.finditer(r"\bset\b(.*?)(?:\bwhere\b|;)", code, re.DOTALL):
        for match in _ASSIGNED.finditer(code, *update.span(1)):
            end = _end_of_value(code, match.end(), update.end(1))
            yield match.end(), end, match[1]


def _end_of_value(code: str, start: int, end: int) -> int:
    depth = 0
    for index in range(start, end):
        depth += (code[index] == "(") - (code[index] == ")")
        if depth < 0 or (depth == 0 and code[index] == ","):
            return index
    return start + len(code[start:end].rstrip())
