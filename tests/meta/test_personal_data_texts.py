"""The annotated texts of `make bench-pii`, and how marks are compared with annotations."""

import pytest

from benchmarks.personal_data import (
    HALVES,
    AnnotatedText,
    Mark,
    Scores,
    mark_by_analyzer,
    parse_markup,
    read,
    score_texts,
)
from corpuses.analyzers.personal_data import PersonalData


@pytest.mark.parametrize("half", HALVES)
def test_texts_have_annotations_of_known_kinds(half):
    annotations = [(text, each) for text, annotations in read(half) for each in annotations]
    assert len(annotations) > 40
    assert {each.kind for _, each in annotations} <= {*PersonalData.labels}
    assert all(text[each.start : each.end].strip() == text[each.start : each.end] for text, each in annotations)


def test_markup_is_taken_out():
    assert parse_markup("To ⟦E-mail|a@b.org⟧.") == AnnotatedText("To a@b.org.", [Mark(3, 10, "E-mail")])


def test_marks_are_compared_with_annotations():
    text = AnnotatedText("0123456789", [Mark(0, 2, "E-mail"), Mark(3, 5, "E-mail"), Mark(6, 8, "Phone")])
    marks = [Mark(0, 2, "E-mail"), Mark(4, 6, "E-mail"), Mark(6, 8, "E-mail")]
    assert score_texts([text], lambda _: marks) == Scores(precision=0.6667, recall=0.6667, exact=0.3333)
    assert score_texts([text], lambda _: marks, "Phone") == Scores(precision=0, recall=0, exact=0)


def test_analyzer_marks_few_other_words():
    scores = score_texts((text for half in HALVES for text in read(half)), mark_by_analyzer)
    assert scores.precision >= 0.98
    assert scores.recall >= 0.9
