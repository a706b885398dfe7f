"""Number formats of workbooks: numbers, dates and times as the workbook displays them, such as 12.5 % or 01.03.2024.

The common parts of formats are supported; a value with another format is left unchanged.
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
_LOCALE_DATE: Final = "mm-dd-yy"  # displayed in the order of the locale; ISO 8601 is unambiguous
_SECONDS: Final = {"h": 3600, "m": 60, "s": 1}
_SHORT_MONTHS: Final = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"
_SHORT_DAYS: Final = "Mon Tue Wed Thu Fri Sat Sun"
_LONG_MONTHS: Final = "January February March April May June July August September October November December"
_LONG_DAYS: Final = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday"


def format_value(value: Value, code: str) -> str | None:
    """Return the displayed text; None if the value is left unchanged."""
    if isinstance(value, bool) or code.strip().lower() in _GENERAL:
        return None
    if isinstance(value, int | float):
        return _format_number(value, code)
    if code.lower() == _LOCALE_DATE and isinstance(value, date):
        return date(value.year, value.month, value.day).isoformat()
    return _format_time(value, code.split(";", maxsplit=1)[0])


def apply_number_formats(workbook: Any) -> None:
    """Replace the values in openpyxl's workbook by displayed texts. The workbook is not saved afterwards."""
    for sheet in workbook.worksheets:
        for cell in sheet._cells.values():  # noqa: SLF001  # the public methods create all empty cells
            if isinstance(cell.value, Value) and (text := format_value(cell.value, cell.number_format)) is not None:
                cell.value = text


def _format_number(value: float, code: str) -> str | None:
    sections = code.split(";")
    section = sections[0]
    if value < 0 and len(sections) > 1:
        section, value = sections[1], -value
    elif value == 0 and len(sections) > 2:  # noqa: PLR2004  # positive; negative; zero
        section = sections[2]
    bare = _QUOTED.sub("", section)
    if "/" in bare or "e" in bare.lower() or "general" in bare.lower():
        return None
    digits = _DIGITS.search(_blank_literals(section))
    if digits is None:
        return _literal(section) or None
    before, after = _literal(section[: digits.start()]), _literal(section[digits.end() :])
    try:
        number = _format_digits(Decimal(repr(value)) * (100 if "%" in bare else 1), digits.group())
    except InvalidOperation:
        return None
    return f"{'-' if number.startswith('-') else ''}{before}{number.removeprefix('-')}{after}".strip()


def _blank_literals(section: str) -> str:
    """Return the section with literals replaced by spaces, so that offsets stay the same."""
    return _QUOTED.sub(lambda literal: " " * len(literal.group()), section)


def _literal(part: str) -> str:
    """Return the text around the digits: literals, currencies, brackets."""
    return "".join(
        token.group(1) or token.group(2) or token.group(3) or token.group(6) or token.group(7) or ""
        for token in _TOKEN.finditer(part)
    )


def _format_digits(number: Decimal, pattern: str) -> str:
    thousands = len(pattern) - len(pattern.rstrip(","))
    pattern = pattern.rstrip(",")
    whole, _, fraction = pattern.partition(".")
    fixed = (number / 1000**thousands).quantize(Decimal(1).scaleb(-len(fraction)), ROUND_HALF_UP)
    text = f"{abs(fixed):{',' if ',' in whole else ''}f}"
    integer, _, decimals = text.partition(".")
    min_digits = sum(placeholder == "0" for placeholder in whole)
    integer = "" if integer == "0" and not min_digits else integer.zfill(min_digits)
    decimals = decimals[: len(fraction)]
    while decimals and fraction[len(decimals) - 1] == "#" and decimals.endswith("0"):
        decimals = decimals[:-1]
    return f"{'-' if fixed < 0 else ''}{integer}{'.' if decimals else ''}{decimals}"


def _format_time(value: date | time | timedelta, code: str) -> str | None:
    """Return the parts in the order of the format; `m` means minutes after hours and before seconds."""
    tokens = [token.groups() for token in _TOKEN.finditer(code)]
    is_12_hours = any(token[4] for token in tokens)
    parts: list[str] = []
    last = ""
    for number, (quoted, escaped, currency, total, am_pm, field, other) in enumerate(tokens):
        sign = field or ""
        if sign and sign[0].lower() == "m":
            following = next((token[5][0].lower() for token in tokens[number + 1 :] if token[5]), "")
            sign = "i" * len(sign) if last in {"h", "s"} or following == "s" else sign.lower()
        last = (field or total or last or " ")[0].lower()
        part: str | None
        if total:
            part = _format_total(value, total)
        elif am_pm:
            part = "AM" if _seconds(value) % 86_400 < 43_200 else "PM"  # noqa: PLR2004  # half a day
        else:
            part = _format_field(value, sign, is_12_hours=is_12_hours)
        parts.append(part if part is not None else quoted or escaped or currency or other or "")
    return "".join(parts).strip() or None


def _format_total(value: date | time | timedelta, unit: str) -> str:
    """Return the whole duration in hours, minutes or seconds."""
    seconds = int(_seconds(value))
    return str(seconds // _SECONDS[unit[0].lower()]).zfill(len(unit))


def _seconds(value: date | time | timedelta) -> float:
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, datetime | time):
        return value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6
    return 0.0


def _format_field(value: date | time | timedelta, sign: str, *, is_12_hours: bool) -> str | None:
    """Return a part of a date or time; `i` are minutes. None without a sign."""
    if not sign:
        return None
    letter, count = sign[0].lower(), len(sign.partition(".")[0])
    if letter in "ymd":
        return _format_date_field(value, letter, count) if isinstance(value, date) else ""
    seconds = _seconds(value)
    hour = int(seconds // 3600) % 24
    hour = (hour % 12 or 12) if is_12_hours else hour
    units = {"h": hour, "i": int(seconds // 60) % 60, "s": int(seconds) % 60}
    return str(units[letter]).zfill(min(count, 2))


def _format_date_field(value: date, letter: str, count: int) -> str:
    numbers = {"y": value.year, "m": value.month, "d": value.day}
    if letter == "y":
        return str(value.year) if count > 2 else f"{value.year % 100:02}"  # noqa: PLR2004  # yy
    if count <= 2:  # noqa: PLR2004  # mm, dd
        return str(numbers[letter]).zfill(count)
    short, long = (_SHORT_MONTHS, _LONG_MONTHS) if letter == "m" else (_SHORT_DAYS, _LONG_DAYS)
    index = value.month - 1 if letter == "m" else value.weekday()
    return (short if count == 3 else long).split()[index]  # noqa: PLR2004  # mmm, ddd
