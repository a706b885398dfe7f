"""The best sentence of a passage: by words where they decide, else by meaning, for the first passages."""

import numpy as np

from corpuses.search.highlights import COMPARED, best_spans

TEXT = (
    "The committee met on a Tuesday and elected a chair for the coming year by a show of hands. "
    "Interest accrues on overdue instalments at a rate that the central bank publishes each quarter."
)
QUESTION = np.array([1.0, 0.0], np.float32)


def embed(texts):
    """Make what speaks of interest near to the question."""
    return np.array([[1.0, 0.0] if "Interest" in text else [0.0, 1.0] for text in texts], np.float32)


def quotes(texts, terms, embed=embed):
    spans = best_spans(texts, question=QUESTION, terms=terms, embed=embed)
    return [text[span.start : span.end] for text, span in zip(texts, spans, strict=True)]


def test_a_sentence_with_the_words_needs_no_vector():
    def fail(_):
        raise AssertionError

    (quote,) = quotes([TEXT], ["elected", "chair"], embed=fail)
    assert quote.startswith("The committee")


def test_without_words_the_meaning_decides():
    (quote,) = quotes([TEXT], ["late", "payment"])
    assert quote.startswith("Interest")


def test_meaning_is_compared_for_the_first_passages_only():
    compared = []

    def counting(texts):
        compared.extend(texts)
        return embed(texts)

    found = quotes([TEXT] * 10, ["late", "payment"], embed=counting)
    assert len(compared) == COMPARED
    assert [quote.startswith("Interest") for quote in found[: COMPARED // 2]] == [True] * (COMPARED // 2)
    assert len(found) == 10
