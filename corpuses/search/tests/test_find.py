"""Find in a document: every match, in any spelling, with its tokens."""

import re
import time

import pytest

from corpuses.search.find import Finding, FindOptions, InvalidPattern, PatternTooSlow, find_matches
from corpuses.search.folding import fold
from documents.tests.factories import parsed_document, publish


def found(text, query, **options):
    matches = find_matches(fold(text), FindOptions(query=query, **options))
    return [text[start:end] for start, end in zip(matches.starts, matches.ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "query", "matches"),
    [
        ("Rent and rent, parent.", "rent", ["Rent", "rent", "rent"]),
        ("the agree-\nment ends", "agreement", ["agree-\nment"]),
        ("a third-\nparty right", "third-party", ["third-\nparty"]),
        ("a third-party right", "third-party", ["third-party"]),
        ("a third\u2011party right", "third-party", ["third\u2011party"]),
        ("the o\ufb03ce and the \ufb01le", "office", ["o\ufb03ce"]),
        ("the \ufb01le", "file", ["\ufb01le"]),
        ("the \ufb01le", "ile", ["\ufb01le"]),  # a ligature is one character of the document
        ("the \u201crent\u201d is due", '"rent"', ["\u201crent\u201d"]),
        ("the tenant\u2019s duty", "tenant's", ["tenant\u2019s"]),
        ("notice \n\n period of\u00a0notice", "notice period", ["notice \n\n period"]),
        ("notice period", "notice    period", ["notice period"]),
        ("so\u00adcalled", "socalled", ["so\u00adcalled"]),
        ("\u0130stanbul", "istanbul", ["\u0130stanbul"]),
        ("a.c abc", "a.c", ["a.c"]),
        ("nothing", "", []),
        ("nothing", "   ", []),
        ("- a -", "-", ["-", "-"]),
    ],
)
def test_matches_in_any_spelling(text, query, matches):
    assert found(text, query) == matches


def test_whole_words_and_case():
    text = "Rent, rent, parent, rents, rent_1"
    assert found(text, "rent", whole_words=True) == ["Rent", "rent"]
    assert found(text, "rent", match_case=True) == ["rent", "rent", "rent", "rent"]
    assert found(text, "rent", match_case=True, whole_words=True) == ["rent"]
    assert found("(rent)", "(rent)", whole_words=True) == ["(rent)"]


def test_regular_expressions():
    text = "Pay 1,200 euros\non 2024-06-30 or EUR 90."
    assert found(text, r"\d{4}-\d\d-\d\d", is_regex=True) == ["2024-06-30"]
    assert found(text, r"euros on", is_regex=True) == ["euros\non"]
    assert found(text, r"eur\w*", is_regex=True) == ["euros", "EUR"]
    assert found(text, r"eur\w*", is_regex=True, match_case=True) == ["euros"]
    assert found(text, "o", is_regex=True, whole_words=True) == []
    assert found(text, "x*", is_regex=True) == []  # an empty match is none


@pytest.mark.parametrize(
    ("pattern", "matches"),
    [
        (r"rent\W", ["Rent,", "RENT;"]),
        (r"[A-Z]ent\b", ["Rent", "RENT"]),
        (r"\x52ent\b", ["Rent", "RENT"]),
        (r"[[:upper:]]ent\b", ["Rent", "RENT"]),
        (r"(?-i:r)ent", ["rent"]),
        (r"\p{Lu}ent\b", ["Rent", "RENT"]),
        (r"r(?:ent)(?=;)", ["RENT"]),
    ],
)
def test_a_pattern_ignores_case_in_the_same_way_however_it_is_written(pattern, matches):
    assert found("Rent, RENT; parents", pattern, is_regex=True)[: len(matches)] == matches


@pytest.mark.parametrize(
    ("text", "query", "starts"),
    [("aaaaa", "aa", [0, 2]), ("é été ét", "ét", [2, 6]), ("rent", "rental", []), ("", "a", []), ("abc", "ä", [])],
)
def test_texts_are_found_from_left_to_right_without_overlaps(text, query, starts):
    assert find_matches(fold(text), FindOptions(query=query)).starts.tolist() == starts


@pytest.mark.parametrize("query", ["aa", "ab", "ä", "aäb"])
def test_a_text_that_occurs_often_is_found_like_any_other(query):
    text = "aaaab aäb " * 200
    expected = [match.start() for match in re.finditer(query, text)]
    assert len(expected) >= 200
    assert find_matches(fold(text), FindOptions(query=query)).starts.tolist() == expected
    whole = [match.start() for match in re.finditer(rf"(?<!\w){query}(?!\w)", text)]
    assert find_matches(fold(text), FindOptions(query=query, whole_words=True)).starts.tolist() == whole


def test_a_pattern_that_is_none_has_a_position():
    with pytest.raises(InvalidPattern) as caught:
        found("text", "a(b", is_regex=True)
    assert caught.value.data["position"] == 3


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(.*a){20}b"])
def test_a_pattern_that_takes_too_long_ends(pattern):
    began = time.monotonic()
    with pytest.raises(PatternTooSlow):
        found("a" * 5_000 + "c", pattern, is_regex=True)
    assert time.monotonic() - began < 30


def test_too_many_matches_are_cut_off():
    matches = find_matches(fold("ab" * 150_000), FindOptions(query="a"))
    assert len(matches) == 100_000
    assert not matches.is_complete


@pytest.fixture
def lease(user):
    return parsed_document(user, "The tenant pays\nthe rent.", "No tenant\nmay keep dogs.", "The end of the ten-")


def test_matches_have_pages_and_tokens(lease):
    finding = Finding(lease, FindOptions(query="tenant"))
    assert finding.total_count == 2
    assert [(each.page, each.count) for each in finding.page_counts] == [(1, 1), (2, 1)]
    first, second = finding.matches(first_page=1, last_page=3, limit=10)
    text = lease.revision.text
    assert (first.number, first.page, text[first.start : first.end]) == (0, 1, "tenant")
    assert (second.number, second.page, second.spans) == (1, 2, [(2, 1, 1)])
    assert first.spans == [(1, 1, 1)]


def test_a_match_may_go_on_on_the_next_page(lease):
    (match,) = Finding(lease, FindOptions(query="rent. No tenant")).matches(first_page=1, last_page=1, limit=9)
    assert [span[0] for span in match.spans] == [1, 2]


def test_ten_thousand_matches_are_paged(user):
    document = parsed_document(user, *["rent " * 500 for _ in range(20)])
    finding = Finding(document, FindOptions(query="rent"))
    assert finding.total_count == 10_000
    assert {each.count for each in finding.page_counts} == {500}
    page = finding.matches(first_page=7, last_page=8, limit=600, offset=300)
    assert [match.number for match in page] == list(range(3_300, 3_900))
    assert finding.count_on(7, 8) == 1_000
    assert len(finding.matches(first_page=7, last_page=8, limit=600, offset=700)) == 300
    assert finding.matches(first_page=21, last_page=30, limit=5) == []


def test_only_the_published_revision_is_searched(lease):
    publish(lease, "Nothing but the price list.")
    assert Finding(lease, FindOptions(query="tenant")).total_count == 0
    assert Finding(lease, FindOptions(query="price")).total_count == 1


def test_the_number_of_queries_does_not_depend_on_the_matches(lease, user, django_assert_num_queries):
    def ask(document):
        return Finding(document, FindOptions(query="the")).matches(first_page=1, last_page=9, limit=900)

    many = parsed_document(user, *["the " * 100 for _ in range(9)])
    for document, count in ((lease, 4), (lease, 2), (many, 4), (many, 2)):  # the second time, the text is in memory
        with django_assert_num_queries(count):
            assert ask(document)


def test_folding_keeps_positions():
    text = "\ufb01rst  line\u00a0\nsec-\nond \u201cthird\u201d\u00ad \ufb03"
    folded = fold(text)
    assert folded.text == 'first line second "third" ffi'
    for match in re.finditer(r"\w+", folded.text):
        matches = find_matches(folded, FindOptions(query=match.group()))
        assert fold(text[matches.starts[0] : matches.ends[0]]).text == match.group()
