"""The best sentence of a passage: by words where they decide, else, in the first passage, by meaning."""

import numpy as np

from corpuses.search.hits import COMPARED, best_spans

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


def test_a_word_of_all_sentences_decides_nothing_beside_a_rare_one():
    def fail(_):
        raise AssertionError

    frequent = [f"The lessee of house {number} keeps the lessee's garden in order." for number in range(8)]
    rare = "Arbitration takes place in Basel at the cost of both sides and in German."
    (first, *_) = quotes([f"{frequent[0]} {rare}", *frequent[1:]], ["lessee", "arbitration"], embed=fail)
    assert first == rare


def test_meaning_is_compared_for_the_first_passage_only():
    compared = []

    def counting(texts):
        compared.extend(texts)
        return embed(texts)

    found = quotes([TEXT] * 10, ["late", "payment"], embed=counting)
    assert len(compared) == COMPARED
    assert found[0].startswith("Interest")
    assert len(found) == 10
