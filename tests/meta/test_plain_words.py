"""Names, prose and screen texts use the terms of the field (`plain_words.WORDS`)."""

from tests.meta.plain_words import find


def test_no_word_of_the_list_is_used():
    assert [str(finding) for finding in find()] == []
