"""Amounts of money: a decimal number and an ISO 4217 code. The names and signs of currencies are CLDR's. Pure.

Amounts have as many decimals as their currency: in 1,300 EUR and in 1.300 EUR, three figures are no fraction. Only a
currency before the number, as in $1.125, is the English notation if the document is English.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

from babel import Locale
from babel.numbers import get_currency_precision, list_currencies

from corpuses.extracts.values.base import ENGLISH, NoAmount, NoCurrency, Options, Value, number_key
from corpuses.extracts.values.cues import nearest
from corpuses.extracts.values.numbers import FIGURES, join_groups, number_in_words, parse_figures

# Signs and short names that several currencies share, and those that contracts use.
_SIGNS: Final = {
    "$": "USD",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY",
    "₹": "INR",
    "₽": "RUB",
    "₩": "KRW",
    "₺": "TRY",
    "₪": "ILS",
    "us$": "USD",
    "u.s.$": "USD",
    "c$": "CAD",
    "ca$": "CAD",
    "cdn$": "CAD",
    "a$": "AUD",
    "au$": "AUD",
    "hk$": "HKD",
    "nz$": "NZD",
    "s$": "SGD",
    "sg$": "SGD",
    "nt$": "TWD",
    "r$": "BRL",
    "mx$": "MXN",
    "rmb": "CNY",
    "cn¥": "CNY",
    "元": "CNY",
    "円": "JPY",
    "rs.": "INR",
    "rs": "INR",
    "sfr": "CHF",
    "fr.": "CHF",
}
_NAMES: Final = {
    "dollar": "USD",
    "dollars": "USD",
    "u.s. dollar": "USD",
    "u.s. dollars": "USD",
    "united states dollars": "USD",
    "pound": "GBP",
    "pounds": "GBP",
    "pounds sterling": "GBP",
    "sterling": "GBP",
    "euro": "EUR",
    "euros": "EUR",
    "yen": "JPY",
    "renminbi": "CNY",
    "yuan": "CNY",
    "rupees": "INR",
    "roubles": "RUB",
    "rubles": "RUB",
    "francs": "CHF",
    "swiss francs": "CHF",
    "canadian dollars": "CAD",
    "australian dollars": "AUD",
}
_SCALES: Final = {
    "k": 3,
    "thousand": 3,
    "tausend": 3,
    "mille": 3,
    "mil": 3,
    "tsd": 3,
    "m": 6,
    "mm": 6,
    "mn": 6,
    "mio": 6,
    "million": 6,
    "millions": 6,
    "millionen": 6,
    "millones": 6,
    "milioni": 6,
    "b": 9,
    "bn": 9,
    "billion": 9,
    "billions": 9,
    "mrd": 9,
    "milliarde": 9,
    "milliarden": 9,
    "milliards": 9,
    "trillion": 12,
    "trillions": 12,
    "bio": 12,
    "crore": 7,
    "crores": 7,
    "lakh": 5,
    "lakhs": 5,
}
_SIGN: Final = r"(?P<sign>(?<![\w)-])[-\u2212]\s?)?"
_THOUSANDTHS: Final = 3  # decimals
_AROUND: Final = 40  # characters before and after a number, in which its currency may be


class _Currencies(NamedTuple):
    before: re.Pattern[str]
    after: re.Pattern[str]
    words: re.Pattern[str]
    codes: dict[str, str]


class _Amount(NamedTuple):
    """An amount and its position in the text."""

    start: int
    end: int
    value: Value


def normalise_money(text: str, options: Options) -> Value:
    """Return the amount with a currency that is nearest to the words of the question, else the first.

    Without any, return the first number in the currency of the options.
    """
    currencies = _currencies(str(options.locale))
    text = join_groups(text, options.locale)
    found = list(_amounts(text, options, currencies))
    if found:
        return nearest(found, text, f"{options.name} {options.question}").value
    return _in_words(text, options, currencies) or _without_currency(text, options)


def _amounts(text: str, options: Options, currencies: _Currencies) -> Iterator[_Amount]:
    for figures in _FIGURES.finditer(text):
        # The names of all currencies are many: they are only looked for around a number.
        begin = max(0, figures.start() - _AROUND)
        around = text[begin : figures.end() + _AROUND]
        for is_after, pattern in enumerate((currencies.before, currencies.after)):
            value = _amount(pattern, around, figures.start() - begin, options, currencies, is_after=bool(is_after))
            if value is not None:
                yield _Amount(figures.start(), figures.end(), value)
                break


def _amount(
    pattern: re.Pattern[str], around: str, at: int, options: Options, currencies: _Currencies, *, is_after: bool
) -> Value | None:
    """Return the amount whose figures begin there, if its currency stands where the pattern looks for it."""
    for match in pattern.finditer(around):
        code = currencies.codes[_folded(match["currency"])]
        is_grouped = _has_no_thousandths(code, match) and (is_after or "," in match["figures"])
        number = parse_figures(match["figures"], options.locale, is_grouped=is_grouped)
        if number is not None and match.start("figures") == at:
            return _value(_scaled(number, match), options.currency if _is_shared(match, options) else code)
    return None


def _has_no_thousandths(code: str, match: re.Match[str]) -> bool:
    """Check whether three figures after a mark cannot be a fraction: 1,250 Mio. is one, and so is 1,250 dinars."""
    return not match["scale"] and get_currency_precision(code) < _THOUSANDTHS


def _is_shared(match: re.Match[str], options: Options) -> bool:
    """Check whether the sign is one that several currencies share, and the options say which is meant."""
    return bool(options.currency) and match["currency"] in {"$", "£", "¥"}


def _in_words(text: str, options: Options, currencies: _Currencies) -> Value | None:
    for match in currencies.words.finditer(text):
        found = number_in_words(text[: match.start()], options.locale)
        while found is not None and text[found.end : match.start()].strip(" -,()"):
            rest = text[found.end : match.start()]
            following = number_in_words(rest, options.locale)
            if following is None:
                found = None
            else:
                found = following._replace(start=following.start + found.end, end=following.end + found.end)
        if found is not None:
            return _value(found.number, currencies.codes[_folded(match["currency"])])
    return None


def _without_currency(text: str, options: Options) -> Value:
    match = _AMOUNT.search(text)
    if match is None:
        raise NoAmount
    is_grouped = bool(options.currency) and _has_no_thousandths(options.currency.upper(), match)
    number = parse_figures(match["figures"], options.locale, is_grouped=is_grouped)
    if number is None:
        raise NoAmount
    if not options.currency:
        raise NoCurrency
    return _value(_scaled(number, match), options.currency)


def _scaled(number: Decimal, match: re.Match[str]) -> Decimal:
    scale = _SCALES[match["scale"].casefold().rstrip(".")] if match["scale"] else 0
    return (-number if match["sign"] else number).scaleb(scale)


def _value(number: Decimal, currency: str) -> Value:
    code = currency.upper()
    precision = get_currency_precision(code)
    places = max(precision, -int(number.normalize().as_tuple().exponent))
    amount = f"{number:.{places}f}"
    return Value({"amount": amount, "currency": code}, f"{amount} {code}", code + number_key(float(number)))


def _folded(currency: str) -> str:
    return re.sub(r"\s+", " ", currency.casefold())


def _alternatives(names: "list[str] | dict[str, str]") -> str:
    listed = sorted(names, key=len, reverse=True)
    return "|".join(
        (r"(?<!\w)" if name[0].isalnum() else "")
        + re.escape(name).replace(r"\ ", r"\s+")
        + (r"(?![^\W\d_])" if name[-1].isalpha() else "")
        for name in listed
    )


_SCALE = rf"(?:\s?(?P<scale>(?:{'|'.join(sorted(_SCALES, key=len, reverse=True))}))(?![^\W\d_])\.?)?"
_FIGURES = re.compile(FIGURES)
_AMOUNT = re.compile(rf"{_SIGN}(?P<figures>{FIGURES}){_SCALE}", re.IGNORECASE)


@lru_cache(maxsize=64)
def _currencies(identifier: str) -> _Currencies:
    """Return the patterns of amounts in a language, and the code of each sign, code and name."""
    signs = dict(_SIGNS)
    names = dict(_NAMES)
    for locale in (Locale.parse(identifier), Locale.parse(ENGLISH)):
        for code, name in locale.currencies.items():
            names.setdefault(_folded(name), code)
        for code, plurals in locale._data["currency_names_plural"].items():  # noqa: SLF001 - no other way to the names
            for name in plurals.values():
                names.setdefault(_folded(name), code)
        for code, sign in locale.currency_symbols.items():
            signs.setdefault(sign.casefold(), code)
    codes = {code.casefold(): code for code in list_currencies()}
    shown = {**signs, **codes}
    number = rf"(?P<figures>{FIGURES}){_SCALE}"
    return _Currencies(
        before=re.compile(rf"{_SIGN}(?P<currency>{_alternatives(shown)})\s?[-\u2212]?{number}", re.IGNORECASE),
        after=re.compile(
            rf"{_SIGN}(?<![\w.]){number}\)?\s?(?P<currency>{_alternatives({**shown, **names})})", re.IGNORECASE
        ),
        words=re.compile(rf"(?P<currency>{_alternatives(names)})", re.IGNORECASE),
        codes={**names, **shown},
    )
