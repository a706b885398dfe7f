"""Names of persons: what the network and the rules mark, in own texts of two languages."""

import pytest

from corpuses.analyzers.personal_data import PersonalData
from corpuses.analyzers.persons import _addresses, _repetitions, _terms, _windows, persons
from corpuses.analyzers.protocol import DocumentText

pytestmark = pytest.mark.unit


def names(text):
    found = list(persons(text))
    assert all(" ".join(text[each.start : each.end].split()) == each.value for each in found)
    assert all(each.label == "Person" for each in found)
    return [each.value for each in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dear Dr. Maria Schneider, please call John O'Brien.", ["Maria Schneider", "John O'Brien"]),
        ("Hi Priya,\nsee below.\nBest regards,\nTom", ["Priya", "Tom"]),
        ("See you there.\nMany greetings,\nGrace", ["Grace"]),
        ("From: Jean-Pierre Dupont <jp@example.org>", ["Jean-Pierre Dupont"]),
        ('To: "Alice Example" <alice@example.com>, bob@example.com', ["Alice Example"]),
        ("By: /s/ THOMAS A. KELLY\nName: Thomas A. Kelly", ["THOMAS A. KELLY", "Thomas A. Kelly"]),
        ("To: Bob Example <bob@example.com>\nSee below.", ["Bob Example"]),
        ("To: Fake Sender <fake@example.com>\nSee below.", []),
        ("By: /s/ Darren Long Darren Long - CEO", ["Darren Long", "Darren Long"]),
        ("Attention: Patrick C. Kelly David A. Smith", ["Patrick C. Kelly", "David A. Smith"]),
        ("Very truly yours,\n/s/ Donna C.E. Williamson", ["Donna C.E. Williamson"]),
        ("The report of Mr. Petersen was late.", ["Petersen"]),
    ],
)
def test_english(text, expected):
    assert names(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sehr geehrter Herr Müller, Frau Sabine Köhler-Weiß kommt.", ["Müller", "Sabine Köhler-Weiß"]),
        ("Hallo Jürgen,\ndanke für den Vertrag.\nViele Grüße\nUlrike", ["Jürgen", "Ulrike"]),
        ("Von: Sabine Krüger <sabine.krueger@example.org>", ["Sabine Krüger"]),
    ],
)
def test_german(text, expected):
    assert names(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "This Agreement is governed by the laws of the State of New York. The Licensor shall mark the goods.",
        "Johnson & Johnson and Morgan Stanley Bank have signed.",
        "The contract with Siemens AG ends in May. Adam Opel GmbH pays.",
        "Sehr geehrte Damen und Herren, der Käufer haftet für Will und Grant.",
        "Write to maria.schneider@example.org or https://example.org/thomas-kelly",
        "ERISA, the SEC and the Board of Directors",
        "Dear customer,\nDear Sir or Madam,\nBest regards,\nYour support team",
    ],
)
def test_other_words_are_not_marked(text):
    assert names(text) == []


def test_name_is_marked_wherever_it_is_repeated():
    text = "Name: Thomas A. Kelly\n" + "Nothing happens here. " * 40 + "\nshares Thomas A. Kelly 10,000 x"
    assert names(text) == ["Thomas A. Kelly"] * 2


def test_window_does_not_end_after_an_initial():
    text = "the goods are sent to the seller " * 14 + "and to David A. Marple, who lives there"
    assert names(text) == ["David A. Marple"]
    assert [text[end - 3 : end] for _, end in _windows(text)] == ["nd ", "ere"]


def test_part_of_a_longer_word_is_no_repetition():
    text = "Thomas Kelly, Thomas Kellysville, xThomas Kelly"
    assert [(each.start, each.end) for each in _repetitions(text, {"Thomas Kelly"})] == [(0, 12)]


def test_many_names_are_found_in_one_pass():
    text = "Thomas Kelly, t@example.org\n" * 20_000
    others = {f"{chr(97 + one)}{chr(97 + two)}x Kelly".title() for one in range(26) for two in range(26)}
    assert len(list(_repetitions(text, others | {"Thomas Kelly"}))) == 20_000


@pytest.mark.timeout(30)
@pytest.mark.parametrize("part", ["A-", "Aaa ", "Aaa & ", "Aa, ", "(", '("', "Aaa Bbb <", "http://", "a@", "a."])
def test_patterns_take_linear_time(part):
    text = part * 50_000
    assert _terms(text) == set()
    assert len(_addresses(text)) == len(text)
    assert sum(end - begin for begin, end in _windows(text)) == len(text)


def test_name_with_the_form_of_a_company_anywhere_is_not_marked():
    assert names("Dear Adam Opel,\nwe write to Adam Opel GmbH.") == []


@pytest.mark.parametrize(
    "text",
    [
        "Gulf Houghton Lubricants Ltd. sells. The goods of Gulf Houghton are here.",
        "Adam Siegel, who is here, leads Morgan Kelly Pomerenk & Schick, P.C. The papers of Morgan Kelly are lost.",
        'The company from Rome ("Molina") sells. Molina undertakes to pay, and Molina is liable.',
    ],
)
def test_beginning_of_the_name_of_a_company_and_defined_term_are_not_marked(text):
    assert {*names(text)} <= {"Adam Siegel"}


def test_name_that_is_also_a_term_is_marked_where_words_beside_it_say_so():
    text = 'Kelly & Sons Limited ("Kelly") has sold it. The report of Mr. Kelly was late. Kelly undertakes to pay.'
    assert names(text) == ["Kelly"]


def test_places_in_long_texts_are_right():
    text = "The parties agree on these terms and on no others. " * 200 + "Dear Maria Schneider, thank you."
    (found,) = persons(text)
    assert text[found.start : found.end] == "Maria Schneider"


def test_personal_data_has_names():
    text = "Dear Maria Schneider, write to ada@example.org."
    found = {(each.label, each.value) for each in PersonalData().analyze(DocumentText(text=text), {})}
    assert found == {("Person", "Maria Schneider"), ("E-mail", "ada@example.org")}
