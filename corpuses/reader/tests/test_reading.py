"""Answers of the real reader: the words of the text, "not found", several spans, cancellation, a budget of time."""

from itertools import pairwise

import pytest

from corpuses.reader import reading
from corpuses.reader.reading import Question, read, read_all
from corpuses.search.sentences import Span

CONTRACT = """SUPPLY AGREEMENT

This Supply Agreement is made as of March 3, 2019 by and between Northwind Traders, Inc., a Delaware corporation, and
Contoso Pharmaceuticals Limited. Contoso shall buy all its requirements of the Products from Northwind.

7. Term. This Agreement shall continue for a period of three (3) years from the date first written above.

12. Governing Law. This Agreement shall be governed by and construed in accordance with the laws of the State of New
York, without regard to its conflict of laws principles.
"""
WHOLE = [Span(0, len(CONTRACT))]
LAW = "Governing law"
COOKING = "How long must the potatoes be boiled?"


def words(span):
    return CONTRACT[span.start : span.end]


def test_the_answer_is_a_span_of_the_text():
    answer = read(LAW, CONTRACT, WHOLE)
    assert answer.is_found
    assert answer.is_complete
    assert "New\nYork" in words(answer.spans[0])
    assert 0.5 < answer.spans[0].probability <= 1


def test_a_question_that_the_text_does_not_answer_is_not_found():
    answer = read(COOKING, CONTRACT, WHOLE)
    assert not answer.is_found
    assert answer.probability < read(LAW, CONTRACT, WHOLE).probability


def test_only_windows_around_the_given_pieces_are_read():
    text = "The weather was fine. " * 400 + CONTRACT
    start = text.index("7. Term.")
    answer = read("Term of the agreement", text, [Span(start, start + 90), Span(start + 20, start + 60)], best=3)
    assert "three (3) years" in text[answer.spans[0].start : answer.spans[0].end]
    assert answer.windows == 2  # of the first piece, which shows the second, too, and of the start of the text


def test_the_start_of_a_text_is_always_read():
    text = CONTRACT + "The weather was fine. " * 200
    answer = read("Date of the agreement", text, [Span(3_000, 3_100)])
    assert "March 3, 2019" in text[answer.spans[0].start : answer.spans[0].end]


def test_several_spans_do_not_overlap():
    answer = read("Who are the contracting companies?", CONTRACT, WHOLE, best=4)
    found = sorted((span.start, span.end) for span in answer.spans)
    assert len(found) == 4
    assert all(one[1] <= two[0] for one, two in pairwise(found))
    assert [span.probability for span in answer.spans] == sorted(
        (span.probability for span in answer.spans), reverse=True
    )


def test_questions_read_together_have_the_answers_they_have_alone():
    pieces = [Span(0, 60), Span(400, len(CONTRACT))]
    questions = [Question(LAW, WHOLE), Question(COOKING, pieces), Question("Expiration date", pieces)]
    together = read_all(questions, CONTRACT, best=2)
    for question, answer in zip(questions, together, strict=True):
        alone = read(question.text, CONTRACT, question.pieces, best=2)
        assert answer.spans[0].start == alone.spans[0].start
        assert answer.probability == pytest.approx(alone.probability, abs=0.05)


@pytest.mark.parametrize(("text", "pieces"), [("", []), ("", [Span(0, 0)])])
def test_nothing_is_found_where_nothing_is_read(text, pieces):
    answer = read(LAW, text, pieces)
    assert (answer.spans, answer.probability, answer.is_found) == ((), 0.0, False)


def test_positions_count_characters_whatever_the_text():
    before = "🙂 ÄÖ \ud800 \x00 e\u0301 ﬁ\n\n"
    text = before + CONTRACT
    moved = read(LAW, text, [Span(0, len(text))]).spans[0]
    assert "New\nYork" in text[moved.start : moved.end]


def test_an_answer_far_into_a_long_text_is_found():
    text = "The weather was fine and the harvest was good. " * 400 + CONTRACT
    answer = read(LAW, text, [Span(0, len(text))])
    assert "New\nYork" in text[answer.spans[0].start : answer.spans[0].end]


def test_reading_can_be_cancelled_between_windows():
    class Cancelled(Exception):
        pass

    calls = []

    def check():
        calls.append(None)
        if len(calls) == 3:
            raise Cancelled

    text = CONTRACT * 40
    with pytest.raises(Cancelled):
        read_all([Question(LAW, [Span(0, len(text))])], text, check=check)
    assert len(calls) == 3


def test_reading_stops_when_the_time_is_up(monkeypatch):
    times = iter(range(1_000))
    monkeypatch.setattr(reading.time, "monotonic", lambda: next(times))
    text = CONTRACT + "The weather was fine and the harvest was good. " * 600
    answer = read(LAW, text, [Span(0, len(text))], seconds=2)
    assert not answer.is_complete
    assert "New\nYork" in text[answer.spans[0].start : answer.spans[0].end]
