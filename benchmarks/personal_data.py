"""`make bench-pii`: precision and recall of the analyzer `personal-data`, beside the libraries that it uses.

The texts are e-mails, and excerpts of contracts with addresses or signatures, annotated by hand. The libraries alone
are the package of the network as it comes, with its own thresholds and rules, and phonenumbers. A mark is right if it
overlaps an annotation of its kind; an annotation is found if a mark of its kind overlaps it. Names are also marked in
20 whole contracts, where `names.json` has those that either marked, and no others: only precision is known. Changes
its figures in `results/agents.json`, and writes `docs/benchmarks.md`.
"""

import argparse
import importlib
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final, NamedTuple
from unittest.mock import ANY, MagicMock, patch

import phonenumbers

from benchmarks import report
from benchmarks.extract.truth import annotated_contracts
from corpuses.analyzers.personal_data import PersonalData
from corpuses.analyzers.protocol import DocumentText
from corpuses.llm.name_model import PACKAGE

TEXTS: Final = Path(__file__).resolve().parent / "data" / "personal_data"
RESULTS: Final = report.RESULTS / "agents.json"
HALVES: Final = ("fitted", "kept")
NAME, EMAIL, PHONE = PersonalData.labels[:3]

_MARKUP: Final = re.compile(r"⟦([^|⟧]+)\|([^⟧]+)⟧")
_KINDS_OF_PACKAGE: Final = {"GIVEN_NAME": NAME, "SURNAME": NAME, "EMAIL": EMAIL}
_BETWEEN_PARTS: Final = re.compile(r"\s{1,2}(?:[A-Z]\.?\s)?")  # of one name


class Mark(NamedTuple):
    """A marked or annotated part of a text."""

    start: int
    end: int
    kind: str


class AnnotatedText(NamedTuple):
    """A text with the annotations that were made by hand."""

    text: str
    annotations: list[Mark]


class Scores(NamedTuple):
    """The shares of marks that are right, of annotations that are found, and of those that are marked exactly."""

    precision: float
    recall: float
    exact: float


Marker = Callable[[str], list[Mark]]


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--show", action="store_true", help="print what is wrong or missing in the first half")
    arguments = parser.parse_args()
    if arguments.show:
        _show(read(HALVES[0]))
        return
    figures = measure()
    report.update(arguments.out, figures)
    if arguments.out == RESULTS:
        report.write()
    print(json.dumps(figures, indent=1))


def measure() -> dict[str, Any]:
    """Return all figures."""
    halves = {half: read(half) for half in HALVES}
    everything = [text for texts in halves.values() for text in texts]
    contracts = read_contracts()
    figures: dict[str, Any] = {"pii_annotations": sum(len(each.annotations) for each in everything)}
    for name, marker in (("pii", mark_by_analyzer), ("pii_library", library())):
        whole, kept = (score_texts(texts, marker)._asdict() for texts in (everything, halves["kept"]))
        for score, value in whole.items():
            figures |= {f"{name}_{score}": value, f"{name}_{score}_kept": kept[score]}
        for suffix, chosen in (("", contracts), ("_kept", contracts[::2])):
            figures[f"{name}_contracts_precision{suffix}"] = score_texts(chosen, marker, NAME).precision
    figures["pii_kinds"] = {kind: _figures_of(kind, everything) for kind in (NAME, EMAIL, PHONE)}
    return figures


def _figures_of(kind: str, texts: Sequence[AnnotatedText]) -> dict[str, float]:
    figures: dict[str, float] = {"annotated": sum(each.kind == kind for text in texts for each in text.annotations)}
    for name, marker in (("", mark_by_analyzer), ("library_", library())):
        scores = score_texts(texts, marker, kind)
        figures |= {f"{name}precision": scores.precision, f"{name}recall": scores.recall}
    return figures


def read(half: str) -> list[AnnotatedText]:
    """Read the texts of a half. Each begins with a line that names its source."""
    parts = re.split(r"^== .*\n", (TEXTS / f"{half}.txt").read_text("utf-8"), flags=re.MULTILINE)
    return [parse_markup(each.strip()) for each in parts if each.strip()]


def read_contracts() -> list[AnnotatedText]:
    """Return the contracts with the places of all known names. Rules were made by the second, fourth and so on."""
    names = "|".join(map(re.escape, json.loads((TEXTS / "names.json").read_text("utf-8"))))
    texts = [each.text for each in annotated_contracts()]
    return [AnnotatedText(each, [Mark(*match.span(), NAME) for match in re.finditer(names, each)]) for each in texts]


def parse_markup(marked: str) -> AnnotatedText:
    """Take the annotations out of a text."""
    text, annotations, last = "", [], 0
    for match in _MARKUP.finditer(marked):
        text += marked[last : match.start()]
        annotations.append(Mark(len(text), len(text) + len(match[2]), match[1]))
        text += match[2]
        last = match.end()
    return AnnotatedText(text + marked[last:], annotations)


def score_texts(texts: Iterable[AnnotatedText], marker: Marker, kind: str = "") -> Scores:
    """Compare marks and annotations, of one kind or of all."""
    marks = right = annotated = found = exact = 0
    for text, annotations in texts:
        expected = [each for each in annotations if kind in {"", each.kind}]
        marked = [each for each in marker(text) if kind in {"", each.kind}]
        marks += len(marked)
        right += sum(_is_met(each, expected) for each in marked)
        annotated += len(expected)
        found += sum(_is_met(each, marked) for each in expected)
        exact += len({*expected} & {*marked})
    shares = ((right, marks), (found, annotated), (exact, annotated))
    return Scores(*(round(part / max(whole, 1), 4) for part, whole in shares))


def _is_met(mark: Mark, others: Iterable[Mark]) -> bool:
    return any(mark.kind == each.kind and mark.start < each.end and each.start < mark.end for each in others)


@cache
def mark_by_analyzer(text: str) -> list[Mark]:
    """Return the findings of the analyzer."""
    findings = PersonalData().analyze(DocumentText(text, language="en"), {})
    return [Mark(each.start, each.end, each.label) for each in findings]


@cache
def library() -> Marker:
    """Return a marker that uses the libraries alone."""
    package = _import_package()
    weights = Path(str(package.__file__)).parent / "models" / "rampart"
    run_model = package.create_model_runner(package.ModelOptions(model_path=str(weights)))

    @cache
    def mark(text: str) -> list[Mark]:
        spans = package.merge_spans([package.run_recognizers(text, package.default_recognizers), run_model(text)])
        kinds = ((each, _KINDS_OF_PACKAGE.get(each.type)) for each in spans)
        parts = [Mark(each.start, each.end, kind) for each, kind in kinds if kind]
        numbers = phonenumbers.PhoneNumberMatcher(text, "US")
        return [*_join(text, parts), *(Mark(each.start, each.end, PHONE) for each in numbers)]

    return mark


def _join(text: str, parts: Iterable[Mark]) -> list[Mark]:
    """Join given names and surnames that follow each other: the package marks them one by one."""
    joined: list[Mark] = []
    for part in parts:
        last = joined[-1] if joined else None
        if last and last.kind == part.kind == NAME and _BETWEEN_PARTS.fullmatch(text, last.end, part.start):
            joined[-1] = last._replace(end=part.end)
        else:
            joined.append(part)
    return joined


def _import_package() -> ModuleType:
    """Import the package of the network without the client of a service, of which it needs types only."""
    client = MagicMock()
    client.NATIVE_SENSITIVE_INFO_TYPES.__or__.return_value = ANY  # compared with the kinds that the package knows
    modules = dict.fromkeys(("arcjet", "arcjet._analyze", "arcjet._sensitive_info_backend"), client)
    with patch.dict(sys.modules, modules):
        return importlib.import_module(PACKAGE)


def _show(texts: Iterable[AnnotatedText]) -> None:
    for text, annotations in texts:
        marks = mark_by_analyzer(text)
        for title, some, others in (("wrong", marks, annotations), ("missing", annotations, marks)):
            for each in some:
                if not _is_met(each, others):
                    print(title, each.kind, repr(text[max(0, each.start - 30) : each.end + 30]))


if __name__ == "__main__":
    main()
