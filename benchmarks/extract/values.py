"""Normalisation against CUAD's own normalised answers: given the annotated words, and given what the reader found."""

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from babel import Locale

from benchmarks.extract.truth import Annotated
from benchmarks.setup import CONTRACTS
from corpuses.extracts.values import DoesNotFit, Options, normalise

TYPED_VALUES = CONTRACTS.parent / "typed_values.json"
EXPIRATION = "Expiration Date"  # mostly relative to another date: CUAD computed the answer
CATEGORIES = {
    "Agreement Date": "date",
    "Effective Date": "date",
    EXPIRATION: "date",
    "Renewal Term": "duration",
    "Notice Period To Terminate Renewal": "duration",
    "Governing Law": "law",
}
_STATES = """Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|District of Columbia|Florida
Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota
Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota
Ohio|Oklahoma|Oregon|Pennsylvania|Puerto Rico|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont
Virginia|Washington|West Virginia|Wisconsin|Wyoming|Alberta|British Columbia|Manitoba|New Brunswick|Nova Scotia|Ontario
Quebec|Saskatchewan|England and Wales|England|Scotland|Wales|Hong Kong|Macau"""
_ALIASES = {"england and wales": "england", "hong kong sar china": "hong kong"}


def normalisation() -> dict[str, float]:
    """Return the share of exact values of each type, from the annotated words of other contracts.

    Rules were developed on every other of these; `_kept` is of the rest, and `_wrong` of those with another value.
    """
    right: defaultdict[str, list[bool]] = defaultdict(list)
    for number, each in enumerate(json.loads(TYPED_VALUES.read_text())):
        name = "expiration" if each["question"] == EXPIRATION else each["type"]
        is_right = is_exact(each["type"], each["texts"], each["answer"], each["question"])
        right[f"{name}_exact"].append(is_right)
        if number % 2:
            right[f"{name}_exact_kept"].append(is_right)
            right[f"{name}_wrong_kept"].append(
                not is_right and _has_value(each["type"], each["texts"], each["question"])
            )
    return {name: round(sum(found) / len(found), 4) for name, found in right.items()}


def from_reader(read: Mapping[tuple[str, str], str], contracts: Sequence[Annotated]) -> dict[str, float]:
    """Return the share of exact values from the words that the reader found, by contract and category."""
    right: defaultdict[str, list[bool]] = defaultdict(list)
    for contract in contracts:
        for category, type_ in CATEGORIES.items():
            answer = _expected(type_, contract.answer(category))
            if answer is not None:
                text = read.get((contract.name, category), "")
                right[type_].append(bool(text) and is_exact(type_, [text], answer, category))
    return {f"{type_}_exact_read": round(sum(found) / len(found), 4) for type_, found in right.items()}


def is_exact(type_: str, texts: Sequence[str], answer: str | None, question: str) -> bool:
    """Check whether one of the texts has the value; without an answer, whether none has any."""
    values = [value for text in texts if (value := _value(type_, text, question)) is not None]
    return not values if answer is None else any(value == _value_of_answer(type_, answer) for value in values)


def _has_value(type_: str, texts: Sequence[str], question: str) -> bool:
    return any(_value(type_, text, question) is not None for text in texts)


def _value(type_: str, text: str, question: str = "") -> Any:
    options = Options(name=question, choices=jurisdictions() if type_ == "law" else ())
    try:
        value = normalise("enum" if type_ == "law" else type_, text, options)
    except DoesNotFit:
        return None
    match type_:
        case "law":
            return _ALIASES.get(value.data.casefold(), value.data.casefold())
        case "duration":
            return value.sort_key  # twelve months are a year
        case "money":
            return float(value.data["amount"]), value.data["currency"]
        case _:
            return value.data


def _value_of_answer(type_: str, answer: str) -> Any:
    return answer if type_ == "date" else _value(type_, answer)


def _expected(type_: str, answer: str) -> str | None:
    """Return an answer of CUAD as a value that can be compared; none if it is masked or relative."""
    if type_ == "date":
        try:
            return datetime.strptime(answer, "%m/%d/%y").date().isoformat()  # noqa: DTZ007 - a date has no zone
        except ValueError:
            return None
    if type_ == "duration":
        return answer if re.search(r"\d", answer) else None
    return answer or None


@cache
def jurisdictions() -> tuple[str, ...]:
    """Return the names of states and provinces that contracts name, and of all countries."""
    states = [name for line in _STATES.splitlines() for name in line.split("|")]
    countries = [name for code, name in Locale.parse("en").territories.items() if code.isalpha()]
    return tuple(dict.fromkeys([*states, *countries]))
