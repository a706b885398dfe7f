"""Names of persons: a network says how likely each word is a part of a name, rules say what is marked.

Precision comes first. A word alone is marked if the network is sure, or if the words beside it say that a name is
there: a salutation, a title, a closing formula, an address of e-mail. What is followed by the form of a company
anywhere in the text is no person.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from corpuses.analyzers.patterns import EMAIL
from corpuses.analyzers.protocol import Finding
from corpuses.llm.name_model import WINDOW, NameModel, get_name_model

LABEL: Final = "Person"

# The least likelihood of a name, the mean of its words.
_OF_SEVERAL: Final = 0.6
_ALONE: Final = 0.85
_HINTED: Final = 0.2  # the words beside it say that a name is there
_IN_MAILBOX: Final = 0.08  # the address of e-mail behind it contains a part of it
_TITLED: Final = 0.02  # it follows a title

_NEVER: Final = 1.1

_LOOK_BACK: Final = 40  # characters before a name in which such words are
_MOST_WORDS: Final = 6

_WORD: Final = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_BEGIN, _END = re.compile(r"(?<!\w)"), re.compile(r"(?!\w)")  # of a word
_LONG_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_CANDIDATE: Final = re.compile(r"(?<![^\W_])[^\W\d_a-z][^\W\d_]{2}")  # a text without such a word has no names
_BREAKS: Final = (  # the end of a line, of a sentence but not after an initial, of a word that is no name, of a word
    re.compile(r"\n"),
    re.compile(r"(?<!\W[A-Z])(?<!\b[DJMS]r)(?<!Mrs)[.!?;:]\s"),
    re.compile(r"[^\W\dA-Z_]\s(?=[a-z])"),
    re.compile(r"\s"),
)
# Between the words of a name; a point is that of an initial, behind which another one may follow at once.
_BETWEEN: Final = re.compile(r"\.?[ \u00a0]{1,2}|(?<=[ .\u00a0]\w)\.")
_PARTICLE: Final = re.compile(r"von|van|vom|zu|zur|der|den|de|del|della|di|da|dos|du|la|le|ten|ter|bin|ibn|al|y")
_WEB_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)

_TITLE: Final = re.compile(
    r"(?<!\w)(?:mr|mrs|ms|dr|prof|mme|monsieur|madame|herrn?|frau|signora?|se\u00f1ora?)\.?[ \u00a0]$", re.IGNORECASE
)
_HINT: Final = re.compile(
    r"""(?<!\w)(?:
        (?:dear|hi|hello|hey|hallo|lieber?|guten[ ](?:tag|morgen|abend))[ \u00a0]
      | (?:name|by|attn|attention|signed|gez|unterzeichnet|ansprechpartner(?:in)?|i\.[ ]?[av])[.:]\s{0,2}(?:/s/\s)?
      | (?:(?:best|kind|warm|many)[ ]\w+|regards|sincerely|yours|best|thanks|cheers|gr\u00fc(?:\u00df|ss)en?|gru\u00df
        |dank)[,.!]?\s{0,2}\n\s{0,4}
    )$""",
    re.IGNORECASE | re.VERBOSE,
)
_MAILBOX: Final = re.compile(r"[\"']?\s<[^\s<>@]+@")
_MAILBOX_NAME: Final = re.compile(  # two or three words before an address, one of which may be a name
    r"(?:(?<=[:,;][ ])|(?<=[\"'\n])|\A)"
    r"(?P<name>[A-Z\u00c0-\u00de][^\W\d_]+(?:[ ][A-Z\u00c0-\u00de][\w.'\u2019-]+){1,2})[\"']?[ ]"
    r"<(?P<mailbox>[^\s<>@]+)@"
)
_NO_PERSON_BEFORE: Final = re.compile(r"(?:&\s|[@/\\_.#]|\w[-\u2019'])$")
_COMPANY: Final = (
    r"(?-i:(?=[A-Z]))(?:inc|incorporated|corp|corporation|company|co|llc|llp|lp|ltd|limited|plc|gmbh|ag|kg|kgaa|ohg|se|"
    r"sa|nv|bv|spa|bank|bancorp|group|gruppe|holdings?|partners|associates|capital|trust|fund|foundation|stiftung|"
    r"institute?|university|universit\u00e4t|college|hospital|street|road|avenue|ave|lane|drive|stra\u00dfe|platz|allee|"
    r"weg|county|city|court|act|agreement|team|department|prize|preis|award)(?!\w)"
)
_NO_PERSON_AFTER: Final = re.compile(rf"[,.]?[ \u00a0](?:&|{_COMPANY})|[&@/_\\]", re.IGNORECASE)
_COMPANY_FORM: Final = re.compile(_COMPANY, re.IGNORECASE)
_WITH_LEGAL_FORM: Final = re.compile(
    r"(?<![\w'\u2019-])(?P<words>(?:[A-Z\u00c0-\u00de][\w'\u2019-]{0,40},?[ ](?:(?:&|and)[ ])?){1,5})"
    r"(?:Inc|INC|Incorporated|Corp|CORP|Corporation|Co\.|LLC|L\.L\.C|LLP|LP|L\.P|Ltd|LTD|Limited|LIMITED|PLC|plc|"
    r"P\.C|GmbH|AG|KG|SE|S\.A|N\.V|B\.V|S\.p\.A|s\.r\.l|S\.r\.l|JSC)(?!\w)"
)
_DEFINED_TERM: Final = re.compile(
    r"\([^()\"\u201c\u201d\n]{0,60}[\"\u201c](?P<term>[^\"\u201c\u201d\n]{2,60})[\"\u201d]"
)
_NO_NAMES: Final = re.compile(
    r"the|this|that|all|team|seller|buyer|purchaser|licensee|licensor|party|parties|agent|customer|client|sir|madam|"
    r"everyone|everybody|damen|herren|kunde|kundin|alle|zusammen|anlage|vertrag|k\u00e4ufer|verk\u00e4ufer|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"januar|februar|m\u00e4rz|mai|juni|juli|oktober|dezember",
    re.IGNORECASE,
)


class _Word(NamedTuple):
    start: int
    end: int
    likelihood: float


class _Names(NamedTuple):
    """The names in a text: of persons; of companies; and the words that are terms of a contract or begin such names."""

    persons: list[Finding]
    companies: set[str]
    terms: set[str]


def persons(text: str) -> Iterator[Finding]:
    """Yield the names in a text. Those of several words are marked wherever they are repeated."""
    found = _read(text)
    by_start = {each.start: each for each in found.persons}
    names = {each.value for each in found.persons if each.value and " " in each.value}
    for each in _repetitions(text, names):
        if each.start not in by_start or by_start[each.start].end < each.end:
            by_start[each.start] = each
    closed = _addresses(text)
    last = 0
    for start, finding in sorted(by_start.items()):
        if start >= last and finding.value not in found.companies and not any(closed[start : finding.end]):
            last = finding.end
            yield finding


def _repetitions(text: str, names: Iterable[str]) -> Iterator[Finding]:
    """Yield the places of these names, in one pass over the text."""
    by_word: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        for first in _WORD.findall(name)[:1]:
            by_word[first].append(name)
    for word in _WORD.finditer(text) if by_word else ():
        start = word.start()
        for name in by_word.get(word[0], ()):
            if text.startswith(name, start) and _BEGIN.match(text, start) and _END.match(text, start + len(name)):
                yield Finding(start, start + len(name), LABEL, value=name)


def _addresses(text: str) -> bytearray:
    """Return for each character whether it belongs to an address of e-mail or of the web."""
    closed = bytearray(len(text))
    for pattern in (EMAIL, _WEB_ADDRESS):
        for match in pattern.finditer(text):
            closed[match.start() : match.end()] = b"\1" * (match.end() - match.start())
    return closed


def _read(text: str) -> _Names:
    """Let the network read the text, window by window."""
    found = _Names([], set(), _terms(text))
    model: NameModel | None = None
    for begin, end in _windows(text):
        if _CANDIDATE.search(text, begin, end):
            model = model or get_name_model()
            words = _words(model, text, begin, end)
            for group in _groups(text, words):
                for name in _split(text, group):
                    _add(found, text, _trimmed(text, name))
            found.persons.extend(_mailbox_names(text, words, begin, end))
    return found


def _terms(text: str) -> set[str]:
    """Return the terms that a contract defines, and the first words of names with a legal form."""
    terms = {each["term"].strip(" ,.") for each in _DEFINED_TERM.finditer(text)}
    for match in _WITH_LEGAL_FORM.finditer(text):
        words = match["words"].replace(",", "").split()
        terms.update(" ".join(words[:count]) for count in range(1, len(words) + 1))
    return terms


def _windows(text: str) -> Iterator[tuple[int, int]]:
    """Cut a text where a line, a sentence or a word ends."""
    begin = 0
    while begin < len(text):
        end = min(begin + WINDOW, len(text))
        if end < len(text):
            end = next((at for each in _BREAKS if (at := _last(each, text, begin + WINDOW // 2, end))), end)
        yield begin, end
        begin = end


def _last(pattern: re.Pattern[str], text: str, begin: int, end: int) -> int:
    return max((match.end() for match in pattern.finditer(text, begin, end)), default=0)


def _words(model: NameModel, text: str, begin: int, end: int) -> list[_Word]:
    """Return the words of a window with the mean likelihood of their characters."""
    likelihoods = [0.0] * (end - begin)
    for piece in model.read(text[begin:end]):
        likelihoods[piece.start : piece.end] = [piece.likelihood] * (piece.end - piece.start)
    matches = _WORD.finditer(text, begin, end)
    return [_Word(*each.span(), _mean(likelihoods[each.start() - begin : each.end() - begin])) for each in matches]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _groups(text: str, words: Sequence[_Word]) -> Iterator[list[_Word]]:
    """Yield words that follow each other and may be a name, initials and particles among them."""
    group: list[_Word] = []
    for word in words:
        is_next = not group or _BETWEEN.fullmatch(text, group[-1].end, word.start) is not None
        is_part = _may_be_part(text, word)
        if group and not (is_next and is_part):
            yield group
            group = []
        if is_part:
            group.append(word)
    if group:
        yield group


def _split(text: str, words: list[_Word]) -> Iterator[list[_Word]]:
    """Separate names that follow each other: the first word comes again, or both have an initial."""
    begin = 0
    for at in range(2, len(words)):
        name = words[begin:at]
        comes_again = len(name) > 1 and _spelling(text, words[at]) == _spelling(text, name[0])
        if comes_again or (_has_initial(text, name) and _has_initial(text, words[at : at + 3])):
            yield name
            begin = at
    yield words[begin:]


def _has_initial(text: str, words: Sequence[_Word]) -> bool:
    """Return whether the last three words are a name with an initial in the middle."""
    return [_is_full(text, each) for each in words[-3:]] == [True, False, True]


def _spelling(text: str, word: _Word) -> str:
    return text[word.start : word.end]


def _may_be_part(text: str, word: _Word) -> bool:
    part = _spelling(text, word)
    if len(part) == 1:
        return part.isupper()
    if _PARTICLE.fullmatch(part):
        return True
    return part[0].isupper() and not _NO_NAMES.fullmatch(part) and word.likelihood >= _TITLED


def _trimmed(text: str, words: list[_Word]) -> list[_Word]:
    """Leave out initials and particles at the end, particles at the start, and what is before the end of a sentence."""
    while words and not _is_full(text, words[-1]):
        words = words[:-1]
    while words and text[words[0].start].islower():
        words = words[1:]
    ended = [
        number for number, (one, _) in enumerate(pairwise(words), 1) if text[one.end] == "." and _is_full(text, one)
    ]
    return words[ended[-1] :] if ended else words


def _is_full(text: str, word: _Word) -> bool:
    return word.end - word.start > 1 and text[word.start].isupper()


def _add(found: _Names, text: str, words: Sequence[_Word]) -> None:
    """Add what these words are, if anything."""
    words = _likely(text, words)
    if not words or len(words) > _MOST_WORDS:
        return
    start, end = words[0].start, words[-1].end
    value = " ".join(text[start:end].split())
    if _NO_PERSON_AFTER.match(text, end) or _COMPANY_FORM.match(text, words[-1].start):
        found.companies.add(value)
    elif not _NO_PERSON_BEFORE.search(text[max(0, start - 2) : start]):
        likelihood = _likelihood(text, words)
        if likelihood >= _least(text, words, found.terms):
            found.persons.append(Finding(start, end, LABEL, value=value, confidence=round(min(likelihood, 1.0), 3)))


def _likely(text: str, words: Sequence[_Word]) -> Sequence[_Word]:
    """Leave out unlikely words at both ends, but for what follows a title."""
    if words and _TITLE.search(text[max(0, words[0].start - _LOOK_BACK) : words[0].start]):
        return words
    while words and _is_full(text, words[0]) and words[0].likelihood < _HINTED:
        words = words[1:]
    while words and (not _is_full(text, words[-1]) or words[-1].likelihood < _HINTED):
        words = words[:-1]
    return _trimmed(text, list(words))


def _likelihood(text: str, words: Sequence[_Word]) -> float:
    return _mean([word.likelihood for word in words if _is_full(text, word)])


def _least(text: str, words: Sequence[_Word], terms: Collection[str]) -> float:
    """Return the likelihood from which these words are marked."""
    start, end = words[0].start, words[-1].end
    before = text[max(0, start - _LOOK_BACK) : start]
    if _TITLE.search(before):
        return _TITLED
    if _HINT.search(before) or _MAILBOX.match(text, end):
        return _HINTED
    name = text[next(each.start for each in words if _is_full(text, each)) : end]
    if name in terms:
        return _NEVER
    if len(words) > 1:
        return _OF_SEVERAL
    return _NEVER if name.isupper() else _ALONE  # a word in capitals alone is rarely a name


def _mailbox_names(text: str, words: Sequence[_Word], begin: int, end: int) -> Iterator[Finding]:
    """Yield the names before addresses of e-mail, also those of which the network knows one word only."""
    for match in _MAILBOX_NAME.finditer(text, begin, end):
        start, stop = match.span("name")
        likelihood = max((each.likelihood for each in words if start <= each.start < stop), default=0.0)
        least = _IN_MAILBOX if _is_in_mailbox(match) else _HINTED
        if likelihood >= least and not _COMPANY_FORM.search(match["name"]):
            yield Finding(start, stop, LABEL, value=match["name"], confidence=round(min(likelihood, 1.0), 3))


def _is_in_mailbox(match: re.Match[str]) -> bool:
    """Return whether an address of e-mail contains a word of the name before it."""
    mailbox = match["mailbox"].casefold()
    return any(each in mailbox for each in _LONG_WORD.findall(match["name"].casefold()))
