"""Descriptions of the figures of `make bench-ask`, `make bench-agents` and `make bench-pii`."""

from collections.abc import Mapping
from typing import Final

_OTHER_HALF: Final = "The same, for the half of the texts by which no rule was changed"
_OTHER_CONTRACTS: Final = "The same, for the half of the contracts by which no rule against names of companies was made"

DESCRIPTIONS: Final[Mapping[str, str]] = {
    "ask_passage_first": "The sentences of the best answer contain the annotated clause, where there is one",
    "ask_overlap": "The marked words of the best answer overlap the annotated clause, where there is one",
    "ask_absent_refused": "No answer, where there is no such clause",
    "ask_present_refused": "No answer, though there is such a clause",
    "ask_verbatim": "Answers that are, with their sentences, verbatim in the text of their document",
    "ask_p50_s": "Time of a question, p50, seconds",
    "ask_p95_s": "Time of a question, p95, seconds",
    "conversation_cpu_ms": "One conversation at a time: CPU time of the web server for a question and its answer (ms)",
    "conversations_at_once": "Conversations at the same time on one web process, all answered completely",
    "conversations_at_once_slowest_s": "The slowest of them, from the question to the end of the answer (s)",
    "conversations_at_once_model_s": "Of this, the pauses of the model (s)",
    "citations": "Citations that the answers of the scripted model show as verified",
    "citations_verified": "Share of these that are true quotes, verbatim at their place in the document",
    "injection_attacks": "Attacks by instructions in documents, on a model that obeys all of them",
    "injection_successes": "Of these, those that changed, disclosed or fetched something",
    "injection_kinds": "The attacks by the place of the instructions, or by who reads them",
    "pii_annotations": "Names, addresses of e-mail and telephone numbers in annotated texts",
    "pii_precision": "Analyzer `personal-data`: share of its marks that overlap an annotation of their kind",
    "pii_precision_kept": _OTHER_HALF,
    "pii_recall": "Analyzer `personal-data`: share of the annotations that are marked",
    "pii_recall_kept": _OTHER_HALF,
    "pii_exact": "Analyzer `personal-data`: share of the annotations that are marked exactly",
    "pii_exact_kept": _OTHER_HALF,
    "pii_contracts_precision": "Analyzer `personal-data`: share of the marks in 20 whole contracts that are names",
    "pii_contracts_precision_kept": _OTHER_CONTRACTS,
    "pii_library_precision": "The libraries alone: share of their marks that overlap an annotation of their kind",
    "pii_library_precision_kept": _OTHER_HALF,
    "pii_library_recall": "The libraries alone: share of the annotations that are marked",
    "pii_library_recall_kept": _OTHER_HALF,
    "pii_library_exact": "The libraries alone: share of the annotations that are marked exactly",
    "pii_library_exact_kept": _OTHER_HALF,
    "pii_library_contracts_precision": "The library alone: share of the marks in these contracts that are in a name",
    "pii_library_contracts_precision_kept": _OTHER_CONTRACTS,
    "pii_kinds": "Personal data by its kind, in all annotated texts",
}
COLUMNS: Final[Mapping[str, str]] = {
    "annotated": "Annotations",
    "attacks": "Attacks",
    "successes": "Successes",
    "precision": "Precision",
    "recall": "Recall",
    "library_precision": "Precision of the libraries alone",
    "library_recall": "Recall of the libraries alone",
}
