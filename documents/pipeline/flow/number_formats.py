"""Numbers, dates and times of a workbook as its formats show them to people: 12.5 %, 1.234,50 €, 01.03.2024.

Covers what formats are made of in practice; a format that is not understood leaves the value as it is.
"""

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any, Final

Value = float | int | date | time | timedelta
_TOKEN = re.compile(
    r"\"([^\"]*)\"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[(h+|m+|s+)\]|\[[^\]]*\]|(am/pm|a/p)|(y+|m+|d+|h+|s+(?:\.0+)?)|(.)",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"[0#?,.]*[0#?][0#?,.]*")
_QUOTED = re.compile(r"\"[^\"]*\"|\\.|\[[^\]]*\]|_.|\*.")
_GENERAL: Final = frozenset({"", "general", "@"})
_LOCAL_DATE: Final = "mm-dd-yy"  # each country sees its own order, so the one that nobody mistakes
_SECONDS: Final = {"h": 3600, "m": 60, "s": 1}
_MONTHS: Final = ("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec", "Mon Tue Wed Thu Fri Sat Sun")
_LONG_MONTHS: Final = "January February March April May June July August September October November December"
_LONG_DAYS: Final = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"


def formatted(value: Value, code: str) -> str | None:
    """The text, or nothing where the value may stay as it is."""
    if isinstance(value, bool) or code.strip().lower() in _GENERAL:
        return None
    if isinstance(value, int | float):
        return _number(value, code)
    if code.lower() == _LOCAL_DATE and isinstance(value, date):
        return date(value.year, value.month, value.day).isoformat()
    return _moment(value, code.split(";", maxsplit=1)[0])


def show_as_formatted(workbook: Any) -> None:
    """Put the texts into the cells of openpyxl's workbook, which is not saved any more."""
    for sheet in workbook.worksheets:
        for cell in sheet._cells.values():  # noqa: SLF001  # its public ways make cells of all that is empty
            if isinstance(cell.value, Value) and (text := formatted(cell.value, cell.number_format)) is not None:
                cell.value = text


def _number(value: float, code: str) -> str | None:
    sections = code.split(";")
    section = sections[0]
    if value < 0 and len(sections) > 1:
        section, value = sections[1], -value
    elif value == 0 and len(sections) > 2:  # noqa: PLR2004  # positive; negative; zero
        section = sections[2]
    bare = _QUOTED.sub("", section)
    if "/" in bare or "e" in bare.lower() or "general" in bare.lower():
        return None
    digits = _DIGITS.search(_blanked(section))
    if digits is None:
        return _literal(section) or None
    before, after = _literal(section[: digits.start()]), _literal(section[digits.end() :])
    try:
        shown = _digits(Decimal(repr(value)) * (100 if "%" in bare else 1), digits.group())
    except InvalidOperation:
        return None
    return f"{'-' if shown.startswith('-') else ''}{before}{shown.removeprefix('-')}{after}".strip()


def _blanked(section: str) -> str:
    """Without what is not a sign of the format, at the same places."""
    return _QUOTED.sub(lambda found: " " * len(found.group()), section)


def _literal(part: str) -> str:
    """What stands around the digits: texts, currencies, brackets."""
    return "".join(
        found.group(1) or found.group(2) or found.group(3) or found.group(6) or found.group(7) or ""
        for found in _TOKEN.finditer(part)
    )


def _digits(number: Decimal, pattern: str) -> str:
    thousands = len(pattern) - len(pattern.rstrip(","))
    pattern = pattern.rstrip(",")
    whole, _, fraction = pattern.partition(".")
    fixed = (number / 1000**thousands).quantize(Decimal(1).scaleb(-len(fraction)), ROUND_HALF_UP)
    text = f"{abs(fixed):{',' if ',' in whole else ''}f}"
    integer, _, decimals = text.partition(".")
    least = sum(sign == "0" for sign in whole)
    integer = "" if integer == "0" and not least else integer.zfill(least)
    kept = decimals[: len(fraction)]
    while kept and fraction[len(kept) - 1] == "#" and kept.endswith("0"):
        kept = kept[:-1]
    return f"{'-' if fixed < 0 else ''}{integer}{'.' if kept else ''}{kept}"


def _moment(value: date | time | timedelta, code: str) -> str | None:
    """In the order of the format; `m` is the minute beside hours and seconds."""
    tokens = [found.groups() for found in _TOKEN.finditer(code)]
    has_half = any(token[4] for token in tokens)
    parts: list[str] = []
    last = ""
    for number, (quoted, escaped, currency, total, half, field, other) in enumerate(tokens):
        sign = field or ""
        if sign and sign[0].lower() == "m":
            following = next((token[5][0].lower() for token in tokens[number + 1 :] if token[5]), "")
            sign = "i" * len(sign) if last in {"h", "s"} or following == "s" else sign.lower()
        last = (field or total or last or " ")[0].lower()
        found = _total(value, total) if total else _half(value) if half else _part(value, sign, has_half=has_half)
        parts.append(found if found is not None else quoted or escaped or currency or other or "")
    return "".join(parts).strip() or None


def _total(value: date | time | timedelta, unit: str) -> str:
    """Hours, minutes or seconds of all of it."""
    seconds = int(_seconds(value))
    return str(seconds // _SECONDS[unit[0].lower()]).zfill(len(unit))


def _seconds(value: date | time | timedelta) -> float:
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, datetime | time):
        return value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6
    return 0.0


def _half(value: date | time | timedelta) -> str:
    return "AM" if _seconds(value) % 86_400 < 43_200 else "PM"  # noqa: PLR2004  # half a day


def _part(value: date | time | timedelta, sign: str, *, has_half: bool) -> str | None:
    if not sign:
        return None
    letter, count = sign[0].lower(), len(sign.partition(".")[0])
    if letter in "ymd":
        return _of_day(value, letter, count) if isinstance(value, date) else ""
    seconds = _seconds(value)
    hour = int(seconds // 3600) % 24
    hour = (hour % 12 or 12) if has_half else hour
    units = {"h": hour, "i": int(seconds // 60) % 60, "s": int(seconds) % 60}
    return str(units[letter]).zfill(min(count, 2))


def _of_day(value: date, letter: str, count: int) -> str:
    numbers = {"y": value.year, "m": value.month, "d": value.day}
    if letter == "y":
        return str(value.year) if count > 2 else f"{value.year % 100:02}"  # noqa: PLR2004  # yy
    if count <= 2:  # noqa: PLR2004  # mm, dd
        return str(numbers[letter]).zfill(count)
    short, long = (_MONTHS[0], _LONG_MONTHS) if letter == "m" else (_MONTHS[1], _LONG_DAYS)
    index = value.month - 1 if letter == "m" else value.weekday()
    return (short if count == 3 else long).split()[index]  # noqa: PLR2004  # mmm, ddd
