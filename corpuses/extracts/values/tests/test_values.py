"""Typed values: as written in contracts, invoices and e-mails, in several languages, and what it means."""

from contextlib import suppress
from datetime import date, timedelta
from decimal import Decimal

import pytest
from babel.dates import format_date
from babel.numbers import format_currency, format_decimal, get_currency_precision
from hypothesis import given
from hypothesis import strategies as st

from corpuses.extracts.values import (
    TYPES,
    DoesNotFit,
    Endless,
    NoAmount,
    NoBoolean,
    NoChoice,
    NoCurrency,
    NoDate,
    NoDuration,
    NoJson,
    NoNumber,
    NotWhole,
    NoValue,
    Options,
    SchemaMismatch,
    UnknownType,
    normalise,
)

SCHEMA = {"type": "object", "properties": {"due": {"type": "string", "format": "date"}}, "required": ["due"]}


@pytest.mark.parametrize(
    ("type_", "text", "expected", "options"),
    [
        ("string", "  Northwind\n Traders ", "Northwind Traders", {}),
        ("date", "executed as of the 14th day of December, 1997.", "1997-12-14", {}),
        ("date", "this 1s t day of March, 2018", "2018-03-01", {}),
        ("date", "02 June, 2015", "2015-06-02", {}),
        ("date", "December 3rd, 2019", "2019-12-03", {}),
        ("date", "5/3/18", "2018-05-03", {}),
        ("date", "5/3/18", "2018-03-05", {"language": "de"}),
        ("date", "5/3/18", "2018-03-05", {"language": "en-GB"}),
        ("date", "25/12/2019", "2019-12-25", {}),
        ("date", "12.2.99", "1999-02-12", {"language": "de"}),
        ("date", "le 1er janvier 2020", "2020-01-01", {"language": "fr"}),
        ("date", "am 2. März 2021 unterzeichnet", "2021-03-02", {"language": "de"}),
        ("date", "a 3 de mayo de 2022", "2022-05-03", {"language": "es"}),
        ("date", "2020年3月1日", "2020-03-01", {"language": "zh"}),
        ("date", "2020-02-29T10:00:00Z", "2020-02-29", {}),
        ("date", "March 2020", "2020-03", {}),
        ("date", "2020-03", "2020-03", {}),
        ("date", "the year 2012", "2012", {}),
        ("date", "signed in May 2020, effective June 1, 2020", "2020-06-01", {}),
        ("date", "March 1, 2020", "2020-03-01", {"language": "nonesuch"}),
        ("number", "1,234.5 units", 1234.5, {}),
        ("number", "1.234,5", 1234.5, {"language": "de"}),
        ("number", "1 234,5", 1234.5, {"language": "fr"}),
        ("number", "2.500.000", 2_500_000, {}),
        ("number", "-5%", -5, {}),
        ("number", "twelve (12)", 12, {}),
        ("number", "thirty-five", 35, {}),
        ("number", "zweihundert", 200, {"language": "de"}),
        ("integer", "7.0", 7, {}),
        # What the marks mean: the shape of the number, then the currency, then the language.
        ("number", "1,300", 1.3, {"language": "de"}),
        ("number", "1.300", 1300, {"language": "de"}),
        ("number", "1.300", 1300, {"language": "fr"}),
        ("number", "1,300", 1300, {}),
        ("number", "1.300", 1.3, {}),
        ("number", "0,300", 0.3, {"language": "de"}),
        ("number", "0,125", 0.125, {}),
        ("number", "1234,567", 1234.567, {}),
        ("number", "12,34,567", 1_234_567, {}),
        ("number", "10 000", 10_000, {"language": "de"}),
        ("number", "1'234.50", 1234.5, {"language": "de-CH"}),
        ("integer", "1,300", 1300, {"language": "de"}),
        ("integer", "1.300", 1300, {}),
        ("money", "1,300 EUR", ("1300.00", "EUR"), {"language": "de"}),
        ("money", "EUR 1,300", ("1300.00", "EUR"), {"language": "de"}),
        ("money", "1.300 EUR", ("1300.00", "EUR"), {}),
        ("money", "1.300,00 EUR", ("1300.00", "EUR"), {}),
        ("money", "1,300.00 EUR", ("1300.00", "EUR"), {"language": "de"}),
        ("money", "$1.125 per share", ("1.125", "USD"), {}),
        ("money", "0,899 €/l", ("0.899", "EUR"), {"language": "de"}),
        ("money", "1,250 Mio. EUR", ("1250000.00", "EUR"), {"language": "de"}),
        ("money", "€1,250 million", ("1250000000.00", "EUR"), {}),
        ("money", "KWD 1.300", ("1.300", "KWD"), {}),
        ("money", "CHF 1'300.-", ("1300.00", "CHF"), {"language": "de-CH"}),
        ("money", "1 300 €", ("1300.00", "EUR"), {"language": "fr"}),
        ("money", "a minimum of $3.75 million in packages", ("3750000.00", "USD"), {}),
        ("money", "Five Million Dollars ($5,000,000)", ("5000000.00", "USD"), {}),
        ("money", "five million U.S. dollars", ("5000000.00", "USD"), {}),
        ("money", "1.250,50 €", ("1250.50", "EUR"), {"language": "de"}),
        ("money", "EUR 1,250.50", ("1250.50", "EUR"), {}),
        ("money", "HK$ 20,000", ("20000.00", "HKD"), {}),
        ("money", "$20,000", ("20000.00", "CAD"), {"currency": "CAD"}),
        ("money", "RMB 5 million", ("5000000.00", "CNY"), {}),
        ("money", "1.5 Mio. Euro", ("1500000.00", "EUR"), {"language": "de"}),
        ("money", "JPY 1,000", ("1000", "JPY"), {}),
        ("money", "$0.005 per page", ("0.005", "USD"), {}),
        ("money", "within 30 days, £5k", ("5000.00", "GBP"), {}),
        ("money", "25 Indian rupees", ("25.00", "INR"), {}),
        ("money", "1,000", ("1000.00", "CHF"), {"currency": "CHF"}),
        ("money", "-$12.50", ("-12.50", "USD"), {}),
        ("duration", "twelve (12) months from the date of the Agreement", "P12M", {}),
        ("duration", "renews for one-month periods", "P1M", {}),
        ("duration", "30- days advance notice", "P30D", {}),
        ("duration", "three (3) years and six (6) months", "P3Y6M", {}),
        ("duration", "one hundred eighty (180) days", "P180D", {}),
        ("duration", "ten business days after 2 weeks", "P10D", {}),
        ("duration", "on the 60th day following", "P60D", {}),
        ("duration", "the fifth (5t h) anniversary", "P5Y", {}),
        ("duration", "a year", "P1Y", {}),
        ("duration", "two quarters", "P6M", {}),
        ("duration", "48 hours", "PT48H", {}),
        ("duration", "1 hour 30 minutes", "PT1H30M", {}),
        ("duration", "drei Monate", "P3M", {"language": "de"}),
        ("duration", "trente jours", "P30D", {"language": "fr"}),
        ("duration", "P1Y2M", "P1Y2M", {}),
        ("boolean", "Yes, with consent", True, {}),
        ("boolean", "Nein", False, {}),
        ("boolean", "true", True, {}),
        ("enum", "laws of the State of New  York", "New York", {"choices": ["York", "New York"]}),
        ("enum", "york", "York", {"choices": ["New York", "York"]}),
        ("list", '["a", "b", "a"]', ["a", "b"], {}),
        ("list", "1 March 2020\n\n2 April 2021", ["2020-03-01", "2021-04-02"], {"items": "date"}),
        ("object", '{"due": "2020-03-01"}', {"due": "2020-03-01"}, {"schema": SCHEMA}),
    ],
)
def test_a_text_has_a_value(type_, text, expected, options):
    if type_ == "money":
        expected = {"amount": expected[0], "currency": expected[1]}
    value = normalise(type_, text, Options(**options))
    assert value.data == expected
    assert type(value.data) is type(expected)


@pytest.mark.parametrize(
    ("type_", "text", "error", "options"),
    [
        ("string", " \n", NoValue, {}),
        ("date", "may terminate within 30 days", NoDate, {}),
        ("date", "2020-02-30", NoDate, {}),
        ("date", "31.4.2020", NoDate, {"language": "de"}),
        ("number", "several", NoNumber, {}),
        ("number", "1" * 40, NoNumber, {}),
        ("number", "1.2.3", NoNumber, {}),
        ("integer", "3.5", NotWhole, {}),
        ("money", "in excess of $***** in packages", NoAmount, {}),
        ("money", "1,000", NoCurrency, {}),
        ("duration", "a period of [***] years", NoDuration, {}),
        ("duration", "perpetual", Endless, {}),
        ("boolean", "perhaps", NoBoolean, {}),
        ("enum", "Yorkshire", NoChoice, {"choices": ["York"]}),
        ("enum", "York", NoChoice, {}),
        ("list", "[]", NoValue, {}),
        ("list", "1 March 2020\nlater", NoDate, {"items": "date"}),
        ("list", "a", UnknownType, {"items": "list"}),
        ("object", "{", NoJson, {}),
        ("object", "NaN", NoJson, {}),
        ("object", "[" * 100_000, NoJson, {}),
        ("object", "{}", SchemaMismatch, {"schema": SCHEMA}),
        ("colour", "red", UnknownType, {}),
    ],
)
def test_a_text_without_a_value_has_a_reason(type_, text, error, options):
    with pytest.raises(error) as raised:
        normalise(type_, text, Options(**options))
    assert type(raised.value) is error
    assert str(raised.value)


@given(st.text(max_size=80), st.sampled_from(sorted(TYPES)), st.sampled_from(["en", "de", "fr", "zh", "ar", "x"]))
def test_any_text_has_a_value_or_a_reason(text, type_, language):
    with suppress(DoesNotFit):
        value = normalise(type_, text, Options(language=language, choices=["a"], currency="EUR"))
        assert isinstance(value.text, str)
        assert isinstance(value.sort_key, str)


@given(
    st.dates(date(1950, 1, 1), date(2049, 12, 31)), st.sampled_from(["en", "de", "fr", "es", "it", "pt", "nl", "pl"])
)
def test_dates_in_words_are_read_in_every_language(day, language):
    for width in ("long", "medium"):
        text = format_date(day, width, locale=language)
        assert normalise("date", text, Options(language=language)).data == day.isoformat(), text


@given(st.decimals(-(10**9), 10**9, places=2), st.sampled_from(["en", "de", "fr", "es", "it", "pt", "sv", "de_CH"]))
def test_numbers_are_read_in_every_notation(number, language):
    text = format_decimal(number, locale=language)
    value = normalise("number", text, Options(language=language.replace("_", "-")))
    assert Decimal(str(value.data)) == number


@pytest.mark.full
@given(st.integers(0, 10**9), st.sampled_from(["USD", "EUR", "GBP", "JPY", "CHF"]))
def test_amounts_are_read_with_their_code(cents, currency):
    amount = Decimal(cents) / 100
    value = normalise("money", f"{currency} {amount:,.2f}", Options())
    assert Decimal(value.data["amount"]) == amount
    assert value.data["currency"] == currency


@pytest.mark.full
@given(
    st.integers(0, 10**11),
    st.sampled_from(["USD", "EUR", "GBP", "JPY", "CHF", "KWD"]),
    st.sampled_from(["en", "de", "fr", "de_CH", "fr_CH", "it", "es", "pt", "sv", "nl", "en_IN"]),
)
def test_amounts_are_read_in_the_notation_of_every_locale(units, currency, locale):
    amount = Decimal(units).scaleb(-get_currency_precision(currency))
    text = format_currency(amount, currency, locale=locale, format_type="standard")
    coded = format_currency(amount, currency, "#,##0.00 \xa4\xa4", locale=locale)
    for shown in (text, coded):
        value = normalise("money", shown, Options(language=locale.replace("_", "-")))
        assert (Decimal(value.data["amount"]), value.data["currency"]) == (amount, currency), shown


@given(
    st.integers(1, 999_999).map(lambda number: number * 1_000),
    st.sampled_from(["en", "de", "fr", "de-CH", "it", "es"]),
    st.sampled_from([",", "."]),
)
def test_whole_amounts_are_read_in_a_foreign_notation(number, language, mark):
    grouped = f"{number:,}".replace(",", mark)
    for text in (f"{grouped} EUR", f"EUR {grouped}" if mark == "," else f"{grouped} €"):
        assert normalise("money", text, Options(language=language)).data["amount"] == f"{number}.00", text
    assert normalise("integer", grouped, Options(language=language)).data == number


@given(st.integers(0, 5_000), st.sampled_from(["year", "month", "week", "day"]))
def test_durations_are_read_with_their_unit(number, unit):
    text = f"a term of {number} {unit}{'s' if number != 1 else ''}"
    assert normalise("duration", text).data == (f"P{number}{unit[0].upper()}" if number else "P0D")


@given(st.floats(-1e12, 1e12), st.floats(-1e12, 1e12))
def test_numbers_sort_as_their_keys(one, two):
    first, second = (normalise("number", f"{each:.3f}") for each in (one, two))
    assert (first.sort_key < second.sort_key) == (first.data < second.data)


@given(st.integers(1, 3_000), st.integers(1, 3_000))
def test_durations_sort_by_length(one, two):
    days = normalise("duration", f"{one} days"), normalise("duration", f"{two} weeks")
    assert (days[0].sort_key < days[1].sort_key) == (timedelta(days=one) < timedelta(weeks=two))
