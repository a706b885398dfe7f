"""`docs/benchmarks.md`, generated from `results/`: every figure with its description, the machine and the date."""

import json
import os
import platform
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.codebase.goals import GOALS as CODE_GOALS
from benchmarks.descriptions import COLUMNS, describe
from benchmarks.goals import Goal
from benchmarks.resilience.figures import GOALS as RESILIENCE_GOALS
from benchmarks.ui import figures as ui

RESULTS = Path(__file__).resolve().parent / "results"
PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
_GOAL_COLUMNS: Mapping[str, Callable[[Goal, float], str]] = {
    "Goal": lambda goal, _: str(goal),
    "": Goal.verdict,
    "First review": lambda goal, _: goal.first,
    "Others": lambda goal, _: goal.others,
}
NOT_FIGURES = frozenset({"problems", "lost_jobs", "faults", "seed"})

_INTRODUCTION = """This page is generated from `benchmarks/results/` by the commands that each section names. p50, p95
and p99 are percentiles. A column “Before” has the figures of a peer commit, taken in the same run on one machine.

**Not all figures are of the code beside this page**: each section names the commit of its figures. In “Search”, the
quality and the time of a search in a document are of 492d782."""

_MAIN = "`make bench`: the main tasks, in a fresh clone."

_JOBS = """`make bench-jobs`: every system has two slots and the same PostgreSQL (durable) and Valkey. In every round
all systems take turns; a ratio is the median of the ratios of the rounds. A job of Cartulary counts as done when its
end is durable. “Celery with results” keeps its results in PostgreSQL. The five tenants of the Jain index share two
slots; one has jobs of 300 ms, the others have jobs of 10 ms."""

_STREAMS = "`make bench-streams`: readers and server share the cores of this machine."

_API = """`make bench-api`: one uvicorn process; PostgreSQL waits for the disk; the client shares the cores of this
machine. Latency: one request at a time, all operations in turn. Throughput: eight connections. A worker runs only
during the upload of the many files."""

_FORMATS = """`make bench-formats`: every file is uploaded, processed by a worker and read back over REST. The other
programs read the same files in the same run; published scores are those that others have published for the same
documents. Tables with spans are written as in the ground truth, but “without options” as HTML, as in every download.
CPU time and memory are those of one process, the fastest of three runs. docling runs without its models, which are in
no package and need torch. `benchmarks/formats/scoring` has the definitions of the scores. Titles: `python -m
benchmarks.titles FOLDER` prints the title that is found in each file. Of 326 files that can be parsed, 117 have one;
most of the others are pages from the middle of a book, tables or test files. Of 60 that were read, 55 were right.
“Printed” is made on demand and in no folder: LibreOffice, Chromium and typst print documents with a known text; see
`docs/testing.md`. One half was never looked at."""

_EXTRACT = """`make bench-extract`: the 41 questions of CUAD about its 20 development contracts, which are uploaded and
processed by a worker; the reader reads the passages that search gives. It was never trained with these contracts, nor
with these wordings of the questions. Parameters were chosen on every other contract. Values are compared with CUAD's
normalised answers: those of other contracts from the annotated words, and of these from the words that the reader
found; amounts of money with our own reading of 42 annotated clauses. `docs/reader.md` describes the reader."""

_ASK = """`make bench-ask`: the 41 questions of CUAD about its 20 development contracts, in wordings that the reader
was never trained with, each asked about its contract over HTTP: no language model, one question at a time. The best
answer counts. Parameters were chosen on every other contract.

`make bench-agents`: a scripted language model in a process of its own, which sends a word every 50 ms. It, the clients
and the server share the cores of this machine. In turns with the same question to the model itself. Quotes are words of
contracts. `docs/howto/conversations.md` describes the attacks.

`make bench-pii`: the analyzer `personal-data` on e-mails from tests of other projects and on excerpts of contracts with
addresses or signatures, annotated by hand, beside the package of its network as it comes and phonenumbers alone. The
texts are few and in English; rules were changed by one half of them only. The marks in whole contracts were judged by
hand; before rules against names of companies, two of five were right in the half by which these rules were made."""

_GRID = """`make bench-grid`: the grid of an extract with 10,000 documents and 40 columns, and a run before it.
Requests one at a time over HTTP, medians. Scrolling: 40 pixels per frame in Chromium without a GPU, five times
in turns with an empty page of the same size."""

_UI = """`make bench-ui`: Chromium without a GPU, one uvicorn process, both on this machine. Times are medians of five;
frame rates are measured in turns with those of an empty page. Opening: the code of the application is not in the cache
of the browser. Outside pages (API documents, admin) are checked in the light and the dark theme, all others also in
forced colours. “First review” has the figures of the first version that was reviewed as a whole, and “Others” those of
other programs, both as noted then on a busier machine."""

_CHAOS = """`make chaos`: jobs while processes are killed, connections are cut and disks are full; see
`docs/testing.md`. At least half of the jobs process documents. Of several runs, the worst is shown."""

_RESILIENCE = """`make bench-resilience`: one web process and a worker with two slots, which share the cores of this
machine with the scripted servers and the clients. Uploads: copies of one contract, one every four seconds; idle means
that the same stack does nothing else. The language model needs 0.5 to 1 s for an answer, unless it fails or hangs; it
is also asked for the language of each document. The extraction is of 20 contracts and 41 questions, by the same user.
One of the two analyzers that never end is on a server, the other is a plug-in; both run on these contracts. An upload
that is not ready after 30 s counts with that. The 1,000 jobs are rows of an extraction of 1,000 short documents, which
are written to the database directly; the model answers 503 for 90 s."""

_SECURITY = """`make bench-security`, or its parts. `docs/security.md` lists the findings; `make matrix` sends every
operation as every actor; `make fuzz` sends generated requests to REST and GraphQL; `make escapes` tries to leave the
sandbox of the parsers."""

_SEARCH = """`make bench-search DATA=folder`: SciFact of BEIR (5,183 abstracts, 300 claims), and 20 contracts of CUAD as
PDF with the questions of LegalBench-RAG. What can be chosen was chosen by the training part of SciFact and by one half
of the contracts; only how many words are enough without meanings was chosen by all questions and claims. bm25s, MiniLM
and ONNX Runtime run in the same process. The corpus of the latency has copies of the
abstracts' passages; the user sees a tenth of its documents. What was found by words
alone is of 76162e02 (2026-12-01), all else of a02130c3 (2026-11-24)."""

_RECOMMENDER = """`python -m benchmarks.recommender DATA`: 20 contracts of CUAD. For each type of clause with twelve
clauses in five contracts, contracts are drawn until they have ten examples, four times; the recommender suggests
sentences in the others. A suggestion is right if it overlaps an annotated clause. Parameters were chosen by every other
type, and nothing by the types that are kept aside. Both use all contracts: of half of them, too few would remain."""

_PRODUCTION = """`make production-test`: the services of `production.yml` on this machine, without Docker; see
`docs/testing.md`. `make bench-scale DATA=folder`: generated documents with ten passages each, one web process, requests
one at a time; and worker hosts in network namespaces, whose jobs sleep for 50 ms. What `make production-test` and
`--only hosts` measure is of 808d47ea (2026-11-24), and what `--only size` measures is of c1b05766 (2026-11-26)."""

_HOUSE = """`make bench-code`: the code itself. “Before” is 9050eeb4. The product is what is committed without tests,
benchmarks, migrations and the client. `benchmarks/codebase` says how each figure is counted. “Others” are wagtail,
procrastinate, paperless-ngx and pydantic-ai."""


@dataclass(frozen=True, slots=True)
class Section:
    """A file of results, and how it is shown."""

    file: str
    heading: str
    text: str
    goals: Mapping[str, Goal] = field(default_factory=dict)


SECTIONS = (
    Section("main", "Main tasks", _MAIN),
    Section("jobs", "Job runtime", _JOBS),
    Section("streams", "Event streams", _STREAMS),
    Section("api", "API", _API),
    Section("formats", "Formats", _FORMATS),
    Section("extract", "Extraction", _EXTRACT),
    Section("agents", "Questions and conversations", _ASK),
    Section("ui", "User interface", _UI, ui.GOALS),
    Section("grid", "Grid", _GRID),
    Section("chaos", "Job runtime under faults", _CHAOS),
    Section("resilience", "Slow and failing services", _RESILIENCE, RESILIENCE_GOALS),
    Section("search", "Search", _SEARCH),
    Section("recommender", "Suggested passages", _RECOMMENDER),
    Section("security", "Security", _SECURITY),
    Section("production", "Production", _PRODUCTION),
    Section("house", "Code base", _HOUSE, CODE_GOALS),
)


def write() -> None:
    """Generate the page."""
    lines = ["# Benchmarks", "", _INTRODUCTION, "", f"Machine: {_machine()}.", ""]
    for section in SECTIONS:
        path = RESULTS / f"{section.file}.json"
        if path.exists():
            lines += _lines(section, path)
    PAGE.write_text("\n".join(lines))


def table(file: str, figures: Mapping[str, Any]) -> str:
    """Return these figures as the table of their section, with their goals."""
    section = next(section for section in SECTIONS if section.file == file)
    return "\n".join(_table(_rows(section, figures)))


def update(path: Path, figures: Mapping[str, float]) -> None:
    """Change these figures of a file of results and keep those of other commands."""
    known = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps({**known, **figures}, indent=1) + "\n")


def undescribed() -> list[str]:
    """Return the figures that have no description."""
    names = (name for section in SECTIONS for name in _read(RESULTS / f"{section.file}.json"))
    return sorted({name for name in names if not _is_before(name) and describe(name) is None})


def _lines(section: Section, path: Path) -> list[str]:
    figures = _read(path)
    tables = [line for name, value in figures.items() if isinstance(value, dict) for line in _nested(name, value)]
    intro = [f"## {section.heading}", "", f"{section.text} Measured {_measured(path)}.", ""]
    return [*intro, *_table(_rows(section, figures)), "", *tables]


def _rows(section: Section, figures: Mapping[str, Any]) -> list[list[str]]:
    has_before = any(_is_before(name) for name in figures)
    of_goals = _goal_columns(section)
    columns = [
        "Figure",
        "Name",
        "Value",
        *(["Before"] if has_before else []),
        *of_goals,
    ]
    rows = [columns, ["---"] * len(columns)]
    for name, value in figures.items():
        if not _is_before(name) and not isinstance(value, dict):
            row = [describe(name) or name.replace("_", " "), f"`{name}`", _format(value)]
            row += [_format(figures.get(_before(name), ""))] if has_before else []
            goal = section.goals.get(name)
            rows.append([*row, *(text(goal, value) if goal else "" for text in of_goals.values())])
    return rows


def _goal_columns(section: Section) -> dict[str, Callable[[Goal, float], str]]:
    """Return the columns in which a goal of this section has something to show."""
    goals = section.goals.values()
    return {name: text for name, text in _GOAL_COLUMNS.items() if any(text(goal, 0) for goal in goals)}


def _nested(name: str, groups: Mapping[str, Mapping[str, object]]) -> list[str]:
    """Return the lines of figures that have the same names in each of several groups."""
    columns = list(next(iter(groups.values()), {}))
    head = ["Name", *(COLUMNS.get(column) or describe(column) or column for column in columns)]
    rows = [[f"`{group}`", *(_format(values[column]) for column in columns)] for group, values in groups.items()]
    return [f"{describe(name) or name}:", "", *_table([head, ["---"] * len(head), *rows]), ""]


def _table(rows: list[list[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in rows]


def _read(path: Path) -> Mapping[str, Any]:
    figures = json.loads(path.read_text()) if path.exists() else {}
    return {name: value for name, value in figures.items() if name not in NOT_FIGURES}


def _measured(path: Path) -> str:
    """Return the date and the name of the commit that has these figures; only the date while they are not committed."""
    if _git("status", "--porcelain", "--", str(path)):
        return f"on {datetime.now(tz=UTC):%Y-%m-%d} with the code beside this page"
    return _git("log", "-1", "--format=on %cs with the code of %h", "--abbrev=8", "--", str(path))


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=RESULTS, capture_output=True, text=True, check=True).stdout.strip()


def _before(name: str) -> str:
    return f"{name}_before"


def _is_before(name: str) -> bool:
    return name.endswith("_before")


def _format(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} cores, {memory:.0f} GiB, Python {platform.python_version()}, {platform.system()}"


if __name__ == "__main__":
    write()
