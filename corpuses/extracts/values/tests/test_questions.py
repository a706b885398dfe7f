"""Values that depend on the question: of several dates, durations and amounts in a passage, the one that is meant."""

import pytest

from corpuses.extracts.values import DoesNotFit, Endless, NoDate, NoDuration, Options, RelativeDate, normalise

END, START = "Expiration date", "Effective date"
TERM, RENEWAL, NOTICE = "Term", "Renewal term", "Notice period"
FROM_MARCH = "This Agreement commences on March 1, 2019 and shall continue for a period of three (3) years."


@pytest.mark.parametrize(
    ("type_", "name", "text", "expected"),
    [
        # An end that is named, or that follows from a begin and a duration.
        ("date", END, FROM_MARCH, "2022-03-01"),
        ("date", START, FROM_MARCH, "2019-03-01"),
        ("date", "Date", FROM_MARCH, "2019-03-01"),
        ("date", END, "from June 1, 2020 through May 31, 2021", "2021-05-31"),
        ("date", START, "from June 1, 2020 through May 31, 2021", "2020-06-01"),
        ("date", END, "for one year commencing on the 1st day of May, 2006 (the \u201cStart\u201d)", "2007-05-01"),
        ("date", END, "It begins on 31 January 2020 and lasts for one (1) month.", "2020-02-29"),
        ("date", END, "effective as of 2 May 2020, for six quarters", "2021-11-02"),
        (
            "date",
            END,
            "commencing on the Start Date and, unless ended earlier, ending on January 31, 2025",
            "2025-01-31",
        ),
        ("date", END, "on or before 2 May 2020", "2020-05-02"),
        ("date", END, "until the second anniversary of May 2, 2020", "2022-05-02"),
        ("date", END, "terminates three years after May 2, 2020", "2023-05-02"),
        ("date", END, "June 30, 2020", "2020-06-30"),
        ("date", END, "expires 1 May 2020 unless it is renewed until 1 May 2021", "2020-05-01"),
        (
            "date",
            END,
            "two months to commence on June 4, 1998, then two years to commence on July 4, 1998",
            "2000-07-04",
        ),
        ("date", END, "Der Vertrag beginnt am 1. März 2019 und endet am 28. Februar 2022.", "2022-02-28"),
        ("date", END, "Er beginnt am 1. März 2019 und läuft drei Jahre.", "2022-03-01"),
        ("date", END, "du 1er janvier 2020 jusqu'au 31 décembre 2021", "2021-12-31"),
        ("date", "Due date", "dated May 2, 2020, payable by June 2, 2020", "2020-06-02"),
        # The notice, the renewal and the term of one clause.
        ("duration", TERM, FROM_MARCH, "P3Y"),
        ("duration", RENEWAL, "renews for successive one (1) year terms unless 90 days prior notice is given", "P1Y"),
        ("duration", NOTICE, "renews for successive one (1) year terms unless 90 days prior notice is given", "P90D"),
        ("duration", NOTICE, "with written notice of not less than thirty (30) days, after a term of 2 years", "P30D"),
        ("duration", TERM, "The initial term is five (5) years, renewed for two-year periods", "P5Y"),
        ("duration", RENEWAL, "The initial term is five (5) years, renewed for two-year periods", "P2Y"),
        ("duration", RENEWAL, "for 3 years from the start with an automatic 2 year term extension", "P2Y"),
        ("duration", RENEWAL, "it continues on a month-to-month basis until 30 days written notice", "P1M"),
        ("duration", RENEWAL, "automatic annual renewals, unless sixty (60) days' notice is given", "P1Y"),
        ("duration", RENEWAL, "it renews automatically each year, unless cancelled 60 days before", "P1Y"),
        ("duration", RENEWAL, "extended on a yearly basis up to ten (10) years", "P1Y"),
        ("duration", RENEWAL, "for successive one (I) year terms", "P1Y"),
        ("duration", NOTICE, "ten (10) business days' prior notice", "P10D"),
        ("duration", NOTICE, "mit einer Kündigungsfrist von drei Monaten zum Jahresende, nach 2 Jahren", "P3M"),
        ("duration", "Warranty", "pays within 30 days; the warranty against defects is twelve months", "P12M"),
        ("duration", "Rhythm", "Rent is paid monthly.", "P1M"),
        # Amounts: nearest to a word of the question.
        ("money", "Deposit", "The rent is EUR 900 and the deposit is EUR 1,800.", "1800.00 EUR"),
        ("money", "Rent", "The rent is EUR 900 and the deposit is EUR 1,800.", "900.00 EUR"),
        ("money", "Price", "The rent is EUR 900 and the deposit is EUR 1,800.", "900.00 EUR"),
    ],
)
def test_the_question_decides_which_value_is_meant(type_, name, text, expected):
    language = "de" if "ä" in text or "Kün" in text else "fr" if "jusqu" in text else "en"
    assert normalise(type_, text, Options(name=name, language=language)).text == expected


@pytest.mark.parametrize(
    ("type_", "name", "text", "error"),
    [
        ("date", END, "for three (3) years from the Effective Date", RelativeDate),
        ("date", END, "continues for two years from the Launch Date. Dated May 2, 2020.", RelativeDate),
        ("date", END, "begins on May 2, 2020", NoDate),
        ("date", END, "begins on May 2, 2020 and continues until it is terminated", Endless),
        ("date", END, "ten thousand years from 1 May 2020, that is 10000 years from 1 May 2020", RelativeDate),
        ("date", START, "expires on May 2, 2020", NoDate),
        ("duration", TERM, "perpetual", Endless),
        ("duration", TERM, "auf unbestimmte Zeit", Endless),
        ("duration", NOTICE, "is automatically renewed for another one (1) year", NoDuration),
        ("duration", TERM, "unless 30 days notice is given", NoDuration),
    ],
)
def test_another_value_is_not_taken_for_the_one_that_is_asked_for(type_, name, text, error):
    with pytest.raises(DoesNotFit) as raised:
        normalise(type_, text, Options(name=name))
    assert type(raised.value) is error


def test_the_name_of_a_column_weighs_more_than_its_question():
    options = Options(name="Renewal term", question="For how long is it renewed after notice?")
    assert normalise("duration", "renewed for 1 year unless 90 days notice is given", options).text == "P1Y"
