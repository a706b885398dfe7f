"""Lists of sources are read in the forms in which models write them."""

import pytest

from corpuses.conversations.source_list import ListedSource, split_answer

KEY = "01a21816-5bba-756e-900b-1772647d3fde"
OTHER = "01a21816-5bba-756e-900b-000000000000"
BODY = "The rent is 1,200 dollars [1]."


@pytest.mark.parametrize(
    "line",
    [
        f'[1] {KEY} "the rent"',
        f'- [1] {KEY} "the rent"',
        f'[1] {KEY}: "the rent"',
        f'[1]: {KEY} "the rent"',
        f'**[1]** `{KEY}` "the rent"',
        f'1. {KEY} "the rent"',
        f'1) [1] <{KEY}> "the rent".',
        f"[1] {KEY} 'the rent'",
        f"[1] {KEY} `the rent`",
        f"[1] {KEY} «the rent»",
        f"[1] {KEY} »the rent«",
        f"[1] {KEY} „the rent“",
        f'[1] {KEY}, p. 2, "the rent"',
        f'[1] {KEY} "the rent" (page 2)',
        f'[1] "the rent" ({KEY})',
        f"[1] {KEY.upper()} “the rent”",
        f'> [1] document {KEY}, the tenant\'s lease: "the rent"',
    ],
)
@pytest.mark.parametrize("between", ["\n---\n", "\n\n---\n**Sources:**\n", "\n\nSources:\n\n---\n", "\n***\n"])
def test_forms_of_a_source(line, between):
    assert split_answer(BODY + between + line) == (BODY, [ListedSource(1, KEY, "the rent")])


@pytest.mark.parametrize("between", ["\n", "\n\nSources:\n", "\n\n## Quellen\n\n"])
def test_the_line_before_the_list_is_missing(between):
    text = f'{BODY}{between}[1] {KEY} "the rent"\n[2] {OTHER} "the roof"'
    assert split_answer(text) == (BODY, [ListedSource(1, KEY, "the rent"), ListedSource(2, OTHER, "the roof")])


@pytest.mark.parametrize(
    ("quoted", "quote"),
    [
        ('"the "Tenant" pays"', 'the "Tenant" pays'),
        ('"the tenant\npays rent"', "the tenant\npays rent"),
        ('"the tenant\'s rent"', "the tenant's rent"),
    ],
)
def test_quotes_may_contain_quotation_marks_and_lines(quoted, quote):
    text = f'{BODY}\n---\n[1] {KEY} {quoted}\n[2] {OTHER} "the roof"'
    assert [each.quote for each in split_answer(text)[1]] == [quote, "the roof"]


def test_what_follows_the_line_without_sources_is_no_answer():
    assert split_answer(f"{BODY}\n---\nI hope this helps.") == (BODY, [])


def test_a_line_within_the_answer_ends_nothing_if_the_sources_follow_later():
    text = f'First part.\n---\nSecond part [1].\n---\n[1] {KEY} "the rent"'
    assert split_answer(text)[1] == [ListedSource(1, KEY, "the rent")]
    assert split_answer(text)[0] == "First part.\n---\nSecond part [1]."


@pytest.mark.parametrize(
    "text",
    [
        "1. The rent [1]\n2. The roof [2]",
        f'1. The lease {KEY} says "the rent"',
        f'[1] {KEY} "the rent"',
        "[1] says so.",
        "",
    ],
)
def test_an_answer_without_a_list_of_sources_stays(text):
    assert split_answer(text) == (text, [])
