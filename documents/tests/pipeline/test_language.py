"""The language of a text is detected in chunks, until no other language can win."""

import pytest

from documents.pipeline import language
from documents.pipeline.language import detect_language

CHUNK = "a" * 800


class Detector:
    """Detector that returns given languages and scores for the chunks, and counts them."""

    def __init__(self, *results: tuple[str, float]) -> None:
        self._results = results
        self.chunks = 0

    def detect(self, _text, k):
        name, score = self._results[self.chunks]
        self.chunks += 1
        return [{"lang": name, "score": score}]


@pytest.mark.parametrize(
    ("results", "expected", "chunks"),
    [
        ([("en", 0.95)] * 5, "en", 3),
        ([("en", 0.4)] * 5, "", 5),  # too low to be certain
        ([("en", 0.9), ("de", 0.9), ("en", 0.9), ("de", 0.9), ("de", 0.9)], "de", 5),
        ([("en", 1.0), ("en", 1.0), ("de", 1.0), ("en", 1.0), ("de", 1.0)], "en", 4),
    ],
)
def test_further_chunks_are_only_read_if_they_can_change_the_result(monkeypatch, results, expected, chunks):
    detector = Detector(*results)
    monkeypatch.setattr(language, "_detector", lambda: detector)
    assert detect_language([CHUNK * 5]) == expected
    assert detector.chunks == chunks
