"""Addresses in texts of a language model: a document may contain the instruction to put data into them. Pure.

What looks like a link is removed, rather than known spellings of links: programs that show these texts may render
Markdown or HTML, or make links of plain text. A text is compared as such a program reads it: full-width characters,
entities and escaped punctuation as plain characters, invisible characters not at all.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

_REMOVED: Final = "(address removed)"
_MOST_COMPARED: Final = 50  # different addresses of a text; each is looked up in all words
_LONGEST_OPEN: Final = 2_000  # characters after which what began like a link is none

# Quantifiers are possessive or bounded, and begin where a word begins: a text takes time in proportion to its length.
_LINK: Final = re.compile(
    r"""(?:
        (?<=\]\() [\s<]*+ (?= [^\s<>)]{0,500}? (?: [/\\?\#@%:] | \.[^\W\d_] ) )               # [text](target)
      | (?<=\]:) [\s<]*+ (?= [^\W\d_][\w+.-]{0,40}:\S )                                       # [name]: target
      | (?<=<) (?= [^\W\d_][\w+.-]{0,40}:[^\s<>] )                                            # <scheme:target>
      | (?<![\w-]) (?:href|src|srcset|srcdoc|formaction|poster) \s*+=\s*+ ["']? (?= [^\s"'<>] )
      | (?<![\w-]) url\( [\s"']*+ (?= [^\s"')] )
      | (?P<address>
            (?<![\w+.-]) [^\W\d_][\w+.-]*+ : (?: [/\\]{2} | [^\s?]{0,300}+ \? [^\s=]{0,300}+ = )  # any scheme
          | (?<![\w/\\]) [/\\]{2,}+ [\w\[%@]                                                  # //host
          | (?<![^\W_]) (?: https?|ftps?|wss?|mailto|tel|sms|callto|sips?|xmpp|data|javascript|vbscript|blob
                          | magnet|facetime|skype|whatsapp|tg|view-source|webcal|cid|bitcoin
                          | ms-[a-z-]{1,30}|web\+[a-z]{1,30}|itms(?:-[a-z]{1,30})? ) : \S
          | (?<![^\W_]) (?: (?:file|view) : [/\\] | intent : [\#/] | geo : [\d-] )
          | (?<![^\W_]) www\d{0,3} \. [\w-]
          | (?<![\w.+%-]) [\w.+%-]++ @ [\w-]++ \. [^\W_]                                      # e-mail
          | (?<![\w.-]) \d{1,3}(?:\.\d{1,3}){3} (?: :\d{1,5}[/?] | /(?!\d{1,2}(?!\w)) | \?\w )
          | (?<![\w.-]) localhost (?: :\d{1,5} | / )
          | (?<![\w-]) (?<!\w\.) (?<![a-z\d]\u3002) (?:                                        # host and path
                (?:[\w-]++\.)+? xn--[\w-]++
              | [\w-]++ (?: (?:\.|(?<=[a-z\d])\u3002(?=[a-z\d])) [\w-]++ )++ (?<=[^\W\d_]{2})
                (?<!\.(?:pdf|txt|csv|doc|xls|ppt|odt|ods|rtf|jpg|png|tif|gif|xml|htm|eml|msg))
                (?<!\.(?:docx|xlsx|pptx|jpeg|tiff|html|json))                                  # files
            ) \.? (?: :\d{1,5} )? (?: / | [?\#][^\w\s]{0,20}+\w )
        )
    )
    (?P<rest> [^\s<>"`\u201c\u201d\u00ab\u00bb\u3001\u3002\u300c-\u300f]*+ )""",
    re.IGNORECASE | re.VERBOSE,
)
_BEHIND: Final = ".,;:!?)]}'\u2019*_"  # marks that follow an address rather than belong to it
_SPECIAL: Final = re.compile(
    r"""&(?:\#\d{1,7};?|\#x[0-9a-f]{1,6};?|[a-z][a-z\d]{1,31};)  # entities
      | \\(?=[!-.:-@\[\]^-`{-~])                                  # escaped punctuation
      | [\x00-\x08\x0e-\x1f\x7f] | [^\x00-\x7f]""",
    re.IGNORECASE | re.VERBOSE,
)
_OPEN: Final = re.compile(r"\]\([^()]*\Z|\]:\s*\Z|<[a-z!/][^<>]*\Z|=\s*\Z|url\([^()]*\Z", re.IGNORECASE)
_WORD_END: Final = re.compile(r"\s|(?<=[^\x00-\x7f])[\u3001\u3002\uff0c\uff01]")
_IGNORABLE: Final = re.compile(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)


class _Address(NamedTuple):
    """A place that looks like a link, and how it is compared; empty for targets that are no address of their own."""

    start: int
    end: int
    key: str


def without_addresses(text: str, quoted: str) -> str:
    """Return a text without the addresses that the words of documents do not contain, in either case."""
    parts, done, words = [], 0, None
    kept: dict[str, bool] = {}
    for address in _addresses(text):
        if address.key not in kept:
            words = _key(_folded(quoted)) if words is None else words
            kept[address.key] = len(kept) < _MOST_COMPARED and _is_in(address.key, words)
        if not kept[address.key]:
            parts += [text[done : address.start], _REMOVED]
            done = address.end
    return "".join([*parts, text[done:]])


def settled_length(text: str) -> int:
    """Return how much of a text that is still written can be searched for addresses without what follows."""
    first = max(0, len(text) - _LONGEST_OPEN)
    ends = [first, *(each.end() for each in _WORD_END.finditer(text, first))]
    opened = _OPEN.search(text, first, ends[-1])
    if opened is None:
        return ends[-1] if len(ends) > 1 else 0
    return max((end for end in ends if end <= opened.start()), default=0)


def _addresses(text: str) -> Iterator[_Address]:
    folded, places = _folded_with_places(text)
    for found in _LINK.finditer(folded):
        start = found.start("rest") if found["address"] is None else found.start("address")
        written = folded[start : found.end()].rstrip(_BEHIND)
        is_whole = found["address"] is not None or ((target := _LINK.match(written)) and target["address"])
        yield _Address(places[start], places[start + len(written)], _key(written) if is_whole else "")


def _is_in(address: str, words: str) -> bool:
    """Check whether words contain an address, and not only the beginning of another one."""
    return bool(address) and re.search(re.escape(address) + r"(?![\w@%-]|[.:]\w)", words) is not None


def _key(folded: str) -> str:
    return unicodedata.normalize("NFKC", folded).casefold()


def _folded(text: str) -> str:
    return _SPECIAL.sub(lambda match: _plain(match[0]), text)


def _folded_with_places(text: str) -> tuple[str, list[int]]:
    """Return a text as programs read its addresses, and where each of its characters, and its end, was."""
    parts, places, done = [], [], 0
    for special in _SPECIAL.finditer(text):
        plain = _plain(special[0])
        parts += [text[done : special.start()], plain]
        places += [*range(done, special.start()), *[special.start()] * len(plain)]
        done = special.end()
    return "".join([*parts, text[done:]]), [*places, *range(done, len(text) + 1)]


@lru_cache(maxsize=4096)
def _plain(special: str) -> str:
    """Return what an entity, a backslash, or a character that is not ASCII is read as; nothing if it is not seen."""
    if special[0] == "\\":
        return ""
    if special[0] == "&":
        # Programs remove white space from addresses that was an entity.
        return "".join(_plain(each) for each in html.unescape(special) if not each.isspace())
    if special.isascii() and special.isprintable():
        return special
    if unicodedata.category(special) in {"Cf", "Cc"} or _IGNORABLE.match(special):
        return ""
    return unicodedata.normalize("NFKC", special)
