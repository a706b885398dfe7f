"""Split a text into sentences, and into passages that fit the window of an embedder, with headers."""

import re
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from corpuses.search.indexing import Headers, Heading, parties
from corpuses.search.quotes import has_content, locate
from corpuses.search.sentences import ABBREVIATIONS, Span, cut_passages, sentences
from corpuses.search.tokenizer import terms_of


def words(texts):
    return [len(text.split()) or len(text) for text in texts]


def cut(text):
    return [text[span.start : span.end] for span in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("Acme Inc. shall pay. Then it ends.", ["Acme Inc. shall pay.", "Then it ends."]),  # abbreviation
        ("See Sec. 4.2. The rest follows.", ["See Sec. 4.2. The rest follows."]),  # a number may be a heading's
        ("J. Smith signed. He left.", ["J. Smith signed.", "He left."]),  # initial
        ("It costs 3.50 euros. Pay it.", ["It costs 3.50 euros.", "Pay it."]),  # no white space, no end
        ("It was e.g. blue. Yes.", ["It was e.g. blue.", "Yes."]),  # lower case follows
        ("Heading\n\nBody text", ["Heading", "Body text"]),  # an empty line
        ("wrapped\nline. Next", ["wrapped\nline.", "Next"]),
        ("終わりです。次です。", ["終わりです。", "次です。"]),  # no white space in between
        ('He said "stop." Then left.', ['He said "stop."', "Then left."]),  # closing marks belong to the sentence
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences(text, expected):
    assert cut(text) == expected


def test_the_browser_knows_the_same_abbreviations(settings):
    source = settings.BASE_DIR / "frontend/src/features/annotations/model/sentence-end.ts"
    listed = re.search(r"ABBREVIATIONS = new Set\(\s*`([^`]*)`", source.read_text())
    assert listed is not None
    assert set(listed[1].split()) == ABBREVIATIONS


def test_a_break_always_starts_a_sentence():
    text = "ARTICLE 5\nGoverning law of this"
    assert sentences(text, breaks=[10]) == [Span(0, 9), Span(10, 31)]


@given(st.text(alphabet="aB .\n!?1。\t", max_size=300), st.lists(st.integers(0, 300), max_size=5))
def test_sentences_contain_every_character_once_in_order(text, breaks):
    spans = sentences(text, breaks=[offset for offset in breaks if offset <= len(text)])
    assert "".join("".join(text[s.start : s.end].split()) for s in spans) == "".join(text.split())
    assert all(one.end <= two.start for one, two in pairwise(spans))


@given(st.text(alphabet="ab .\n", max_size=2_000), st.integers(5, 40), st.integers(0, 10))
@example("a . . . a a", 5, 0)  # what says nothing between two sentences counts too
def test_passages_cover_every_word_and_fit(text, limit, overlap):
    spans = cut_passages(text, count_tokens=words, limit=limit, overlap=overlap)
    covered = {offset for span in spans for offset in range(*span)}
    assert all(offset in covered for offset, character in enumerate(text) if character.isalnum())
    assert all(words([text[span.start : span.end]])[0] <= limit for span in spans)
    assert all(one.start < two.start and one.end < two.end for one, two in pairwise(spans))


def test_neighbours_share_whole_sentences():
    text = " ".join(f"Sentence number {number} is here." for number in range(20))
    one, two = cut_passages(text, count_tokens=words, limit=20, overlap=6)[:2]
    assert text[two.start : one.end] == "Sentence number 3 is here."


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("shall pay", "shall pay"),
        ("  shall pay  ", "shall pay"),
        ("The Tenant shall pay", "The Tenant\n   shall pay"),  # white space
        ('the "Premises"', "the \u201cPremises\u201d"),  # quotation marks
        ("landlord's", "landlord\u2019s"),
        ("first-class", "first\u2013class"),  # dashes
        ("shall not pay", None),  # another word
        ("SHALL PAY", None),  # another form is another word
        ("", None),
        ("...", None),  # says nothing
        ("(shall|will) pay", None),  # no regular expression
        ("rate.*", None),
    ],
)
def test_quotes_are_found_or_not(quote, expected):
    text = "The Tenant\n   shall pay for the \u201cPremises\u201d at the landlord\u2019s first\u2013class rate. ..."
    span = locate(text, quote)
    assert (span and text[span.start : span.end]) == expected


def test_the_nearest_match_is_preferred():
    text = "Ohio. Ohio. Ohio."
    assert locate(text, "Ohio", near=[Span(6, 11)]) == Span(6, 10)


def test_terms_are_distinct_and_without_punctuation():
    assert terms_of('What "is" the law, the LAW? \u2014 2019-01-05') == ["what", "is", "the", "law", "2019-01-05"]


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ("the rent is due", True),
        ("42", True),
        ("Ohio", True),
        ("subrogation", True),
        ("Subrogation", True),
        ("1", False),
        ("(7)", False),
        ("12", False),
        ("1.5", True),
        ("2019", True),
        ("1,000", True),
        ("the", False),
        ("The", False),
        ("tenant", False),
        ("Tenant", False),
        ("the tenant", False),
        ("pay", False),
        ("\u79df\u91d1", False),
        ("\u79df\u91d1\u6bcf\u6708\u652f\u4ed8", True),
    ],
)
def test_quotes_that_can_support_a_statement(quote, expected):
    text = "The tenant pays the rent. " * 400 + "Ohio law governs it. No subrogation; 42 keys are due."
    text += " Section 12 of 1 of 2019 gives 1.5 of 1,000." + " 12 of 2019." * 30 + " (7)"
    assert has_content(quote, text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Between Acme Tools, Inc., a Delaware corporation ("Tenant"), and Brick & Co. Ltd. (the "Landlord").',
            ["Acme Tools, Inc. (Tenant)", "Brick & Co. Ltd. (Landlord)"],
        ),
        (
            "AGREEMENT by and among Nordwind GmbH and Südlicht S.A. for the delivery of lamps.",
            ["Nordwind GmbH", "Südlicht S.A."],
        ),
        (
            "Dear Sirs: the undersigned is a holder of Gulf Supply, Inc. (“GS”), a corporation.",
            ["Gulf Supply, Inc. (GS)"],
        ),
        ("Minutes of the meeting of all members.", []),
        ("", []),
    ],
)
def test_parties_are_named_at_the_beginning(text, expected):
    assert parties(text) == expected


def test_a_header_has_the_title_the_parties_and_the_section():
    text = "Between Acme Ltd. and Brick Ltd.\nTerm\nNotice\nSix months.\nRent\nMonthly."
    starts = [text.index(word) for word in ("Term", "Notice", "Rent")]
    headings = [Heading(starts[0], 1, "Term"), Heading(starts[1], 2, "Notice"), Heading(starts[2], 1, "Rent")]
    headers = Headers("Lease of the mill", text, headings)
    assert headers.at(0) == "Lease of the mill\nAcme Ltd.; Brick Ltd."
    assert headers.at(text.index("Six")) == "Lease of the mill\nAcme Ltd.; Brick Ltd.\nTerm > Notice"
    assert headers.at(text.index("Monthly")).endswith("\nRent")
