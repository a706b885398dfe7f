"""Find words that the field has a better term for, in names, prose and screen texts.

`python -m tests.meta.plain_words [path …]` prints the findings; `test_plain_words.py` fails on any.
"""

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SUFFIXES = {".py", ".ts", ".tsx", ".md", ".html", ".txt", ".sql", ".graphql", ".css", ".in", ".cfg", ".yml", ".toml"}
# Files whose words are not ours: documents, generated or copied texts, this list.
SKIPPED = (
    "*/migrations/*",
    "requirements/*",
    "LICENSE",
    "*LICENCES*",
    "*OFL.txt",
    "frontend/package*",
    "tests/meta/*",
    "benchmarks/data/*",
    "docs/behaviours.md",
    "corpuses/first_steps/demo/*",
    "*/fixtures/*",
    "*/samples/*",
)

# Word (a regular expression) and what to write instead. Also checked inside snake_case and camelCase.
WORDS = {
    "tells?|told|telling": "record, report, notify, return",
    "hearers?|hears?|heard": "recipient, receive",
    "whoever|whomever": "anyone who, callers that",
    "nobody|somebody": "no one, another user, the name of the role",
    "things?": "object, row, or its name",
    "sight": "visibility, visible",
    "lent|lend|lends|lending": "inherited access, shared through",
    "vanish|vanishe[sd]|vanishing": "deleted",
    "doors?": "API, entry point",
    "strangers?": "anonymous user, link holder",
    "knocks?": "request",
    "put away": "dismissed",
    "(?:gave|give|gives|given) up": "aborted, skipped",
    "persons?|people": "user, users",
    "letters?": "e-mail, character, dead letter",
    "wish(?:es)?": "request, selection, option",
    "ladder|climbs?": "escalation, escalate",
    "bur(?:y|ied|ies)": "dead-letter",
    "keepers?": "store, monitor",
    "parcels?": "upload",
    "fates?": "status",
    "patience": "timeout",
    "complaints?": "validation errors",
    "chores?": "setup steps",
    "asker": "user",
    "lanes?": "queue",
}
# A word that is the right term somewhere: files in which it may stand.
ALLOWED = {
    "things?": ("*.txt",),
    "nobody|somebody": ("config/stack/*", "tests/stack/test_engines.py"),  # the Unix user nobody
    "letters?": ("documents/pipeline/*", "frontend/src/features/viewer/*", "corpuses/search/*", "*.css"),
    "lanes?": ("corpuses/analyzers/persons.py",),  # a street
    # On screens and in the manual "people" share with people; in code a person is a user.
    "persons?|people": (
        "corpuses/analyzers/*",
        "*.md",
        "*.html",
        "templates/*",
        "frontend/src/*",
        "config/settings/*",
        "tests/e2e/*",
        "corpuses/exports/annotations.py",  # a type of the Web Annotation model
        "corpuses/exports/relations.py",
        "tests/api/test_annotation_exports.py",
    ),
}
# Compounds of the field, and names that other projects gave.
COMPOUNDS = re.compile(
    r"dead[ _-]?letters?|letter[ _-]?spacing|letter[ _-]?case|[a-z]*_?first[ _-]letters?|capital[ _-]letters?"
    r"|(?:any|every|some|no)thing|for people|letterhead|news ?letters?"
    r"|\.tell\(\)|def tell\(self\)",  # of Python's files
    re.IGNORECASE,
)
OPENERS = re.compile(
    r"(What|Who|Whom|Whose|Whoever|Whatever|How|Where|Which|When|Why|Whether|Gives?|Tells?|Nobody|Somebody)\b"
)
DOCSTRING = re.compile(r'^\s*(?:r?"""|/\*\*\s)(?P<text>.*)')


def _pattern(word: str) -> re.Pattern[str]:
    # A part of a name counts as a word: `tell_team`, `tellTeam`, `TellTeam`.
    capitalized = "|".join(part[:1].upper() + part[1:] if part[:1].isalpha() else part for part in word.split("|"))
    return re.compile(rf"(?<![A-Za-z])(?:{word})(?![a-z])|(?:(?<=[a-z_\W\d])|^)(?:{capitalized})(?![a-z])")


PATTERNS = {word: _pattern(word) for word in WORDS}
# Most lines have none of them, not even inside another word; it is much faster than all patterns.
ANY_WORD = re.compile("|".join(WORDS))


class Finding(NamedTuple):
    """A word that should be another, and where it stands."""

    path: str
    line: int
    word: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.word!r} -> {self.advice}"


def find(paths: Iterable[str] = ()) -> list[Finding]:
    """Return the findings in all files of the project, or in those below `paths`."""
    return [finding for path in _files(list(paths)) for finding in _check(path)]


def _check(path: str) -> Iterator[Finding]:
    patterns = [(PATTERNS[word], advice) for word, advice in WORDS.items() if not _is_allowed(word, path)]
    has_docstrings = not path.endswith(".graphql")
    for number, text in enumerate([path, *(ROOT / path).read_text(errors="replace").splitlines()]):
        if ANY_WORD.search(text.lower()):
            line = COMPOUNDS.sub("", text)
            for pattern, advice in patterns:
                for match in pattern.finditer(line):
                    yield Finding(path, number, match[0], advice)
        docstring = DOCSTRING.match(text) if number and has_docstrings else None
        if docstring and (opener := OPENERS.match(docstring["text"])):
            yield Finding(path, number, opener[0], "a verb (Return …, Check whether …) or a plain noun")


def _is_allowed(word: str, path: str) -> bool:
    return any(fnmatch(path, pattern) for pattern in ALLOWED.get(word, ()))


def _files(prefixes: list[str]) -> Iterator[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *prefixes]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for path in listed.stdout.splitlines():
        is_text = Path(path).suffix in SUFFIXES or Path(path).name in {"Makefile", "run"}
        if is_text and not any(fnmatch(path, pattern) for pattern in SKIPPED) and (ROOT / path).is_file():
            yield path


if __name__ == "__main__":
    found = find(sys.argv[1:])
    for each in found:
        print(each)  # noqa: T201  # a command line program
    print(f"{len(found)} found")  # noqa: T201  # a command line program
    sys.exit(bool(found))
