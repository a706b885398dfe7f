"""Learn a label, and find the sentences of its corpus that deserve it."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.errors import Conflict
from corpuses.annotations.models import Label
from corpuses.llm import minilm
from corpuses.recommender import examples
from corpuses.recommender.candidates import Sentence, nearest_sentences, sentences_at
from corpuses.recommender.classifier import Floats, Kind, Sentences, probabilities
from corpuses.recommender.examples import Place, Suggestion
from corpuses.recommender.limits import THRESHOLD
from corpuses.search.embedders import embedder_named
from documents.services.progress import Progress

_BATCH: Final = 256  # sentences between two reports of the progress


class CorpusNotIndexed(Conflict):
    """The documents with examples are not indexed for search."""

    code = "examples_not_indexed"
    what_to_do = "Run the action that indexes the documents of the corpus, then suggest passages again."


def find_suggestions(label: Label, *, job: Progress) -> list[Suggestion]:
    """Return the sentences that probably deserve a label, wherever they are in its corpus."""
    job.progress(0, "Reading the examples")
    known = sentences_at(examples.example_places(label))
    if not known:
        raise CorpusNotIndexed
    counters = sentences_at(examples.counter_example_places(label))
    found = sorted({*known, *counters, *nearest_sentences(label.corpus, known)})
    vectors = _embedded(found, job=job)
    documents = {document: number for number, document in enumerate(sorted({each.document for each in found}))}
    numbers = np.array([documents[each.document] for each in found])
    kinds = _kinds(found, set(known), set(counters))
    scores = probabilities(Sentences([each.text for each in found], vectors, numbers, kinds))
    return [
        Suggestion(Place(each.document, each.revision, each.start, each.end), float(score))
        for each, kind, score in zip(found, kinds, scores, strict=True)
        if kind != Kind.EXAMPLE and score >= THRESHOLD
    ]


def _kinds(found: Sequence[Sentence], known: set[Sentence], counters: set[Sentence]) -> NDArray[np.int64]:
    """Return the training value of each sentence. What a document with examples has besides them is none."""
    labelled = {each.document for each in known}
    return np.array(
        [
            Kind.EXAMPLE
            if each in known
            else Kind.COUNTER_EXAMPLE
            if each in counters or each.document in labelled
            else Kind.OTHER
            for each in found
        ]
    )


def _embedded(found: Sequence[Sentence], *, job: Progress) -> Floats:
    """Embed sentences with the built-in embedder, whichever serves the corpus: thousands would be dear elsewhere."""
    embedder = embedder_named(minilm.NAME)
    vectors = []
    for begin in range(0, len(found), _BATCH):
        job.check_cancelled()
        job.extend_deadline()
        job.progress(100 * begin // len(found), f"{begin} of {len(found)} sentences")
        vectors.append(embedder.embed([each.text for each in found[begin : begin + _BATCH]]))
    job.check_cancelled(now=True)
    return np.concatenate(vectors)
