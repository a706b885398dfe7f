"""Words around a date or a duration that make it a deadline, and its kind. English and German. Pure."""

import re
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """The kinds of deadlines, and the labels of their findings."""

    START = "Effective date"
    TERM_END = "Term end"
    RENEWAL = "Renewal"
    NOTICE = "Notice period"
    PAYMENT = "Payment due"
    DELIVERY = "Delivery due"
    OTHER = "Deadline"


_GAP: Final = r"(?:\s+(?:the|a|an|an\s+initial|any|its|each|such|der|dem|den|einer|eines))?[\s(]*$"
_PERIOD_OF: Final = r"(?:\s+a\s+(?:minimum\s+)?period\s+of)?"

# Before a date.
ENDS_ON: Final = re.compile(
    r"(?<!\w)(?:expir(?:e|es|ing|y|ation(?:\s+date)?)|terminat(?:e|es|ing|ion(?:\s+date)?)|ends?|ending|until|through"
    r"|endet|enden|befristet\s+bis|läuft(?:\s+\w+){0,3}\s+bis|laufzeit\s+bis)"
    r"(?:\s+(?:on|is|at|be|midnight|midnight\s+on|automatically|and\s+including|am|zum|mit|mit\s+ablauf\s+des))*"
    + _GAP,
    re.IGNORECASE,
)
DUE_BY: Final = re.compile(
    r"(?<!\w)(?:by(?:\s+no\s+later\s+than)?|on\s+or\s+(?:before|prior\s+to)|no\s+later\s+than|not\s+later\s+than"
    r"|(?:is|are|be|falls?)\s+due(?:\s+and\s+payable)?\s+on|due(?:\s+date)?(?:\s+on|:|\s+is)|deadline(?:\s+is|:)?"
    r"|spätestens(?:\s+(?:am|bis|zum|bis\s+zum))?|bis\s+(?:zum|spätestens|spätestens\s+zum)|fällig\s+(?:am|zum))"
    r"(?:\s+close\s+of\s+business\s+on|\s+\d\d?:\d\d\s*(?:[ap]\.?m\.?)?\s+on)?" + _GAP,
    re.IGNORECASE,
)
STARTS_ON: Final = re.compile(
    r"(?<!\w)(?:effective(?:\s+date)?|effective\s+date\W{1,3}(?:of\s+this\s+agreement\s+)?(?:means|shall\s+be|is)"
    r"|commenc\w+|begins?|takes?\s+effect|tritt|beginnt)"
    r"(?:\s+(?:as|of|on|from|date|is|shall\s+be|am|zum|mit\s+wirkung\s+zum))*\W{0,3}" + _GAP,
    re.IGNORECASE,
)
NAMED_START: Final = re.compile(
    r"[\s,]*\([^()\"\u201c]{0,40}[\"\u201c](?:effective|commencement)\s+date", re.IGNORECASE
)

# Before a duration.
WITHIN: Final = re.compile(
    r"(?<!\w)(?:within|no\s+later\s+than|not\s+later\s+than|not\s+more\s+than|no\s+more\s+than|innerhalb(?:\s+von)?"
    r"|binnen|spätestens|net)" + _PERIOD_OF + r"[\s(]*$",  # "within the 30 day period" is about another deadline
    re.IGNORECASE,
)
AT_LEAST: Final = re.compile(
    r"(?<!\w)(?:at\s+least|not?\s+(?:less|fewer)\s+than|upon|on|with|by|giving|provid\w+|of|mindestens|wenigstens"
    r"|mit\s+einer\s+(?:\w+\s+)?frist\s+von|frist\s+von)" + _PERIOD_OF + _GAP,
    re.IGNORECASE,
)
GIVEN: Final = re.compile(  # "must be given in writing 90 days prior to …"
    r"(?<!\w)(?:must|shall|should|will|may|is|are|to|muss|kann|ist)\s+(?:[\w-]+\s+){0,4}$", re.IGNORECASE
)
TERM_OF: Final = re.compile(
    r"(?<!\w)(?:(?:term|duration|laufzeit|vertragsdauer)(?:\s+of\s+this\s+agreement)?(?:\s+(?:shall\s+be|is|will\s+be))?"
    r"(?:\s+for)?(?:\s+(?:of|von))?:?|(?:for|period|continue|effect|effect\s+for)(?:\s+(?:a|an|the))?"
    r"(?:\s+(?:initial\s+)?(?:term|period)\s+of)|(?:continue|remain)\w*(?:\s+[\w,]+){0,10}?\s+for|gilt\s+für"
    r"|auf\s+die\s+dauer\s+von)" + _GAP,
    re.IGNORECASE,
)
RENEWS_FOR: Final = re.compile(
    r"(?<!\w)(?:renew\w*|extend\w*|verlänger\w*)[^.;]{0,120}?(?<!\w)(?:for|by|of|um|jeweils(?:\s+um)?)"
    r"(?:\s+(?:an?|up\s+to|successive|additional|further|consecutive|subsequent|terms?|periods?|of|ein|eine|weitere[nsr]?"
    r"|jeweils))*" + _GAP,
    re.IGNORECASE,
)
_SUBJECT_OF_TERM: Final = re.compile(
    r"(?<!\w)(?:(?:this|the)\s+(?:\w+\s+)?(?:agreement|contract|lease|licen[cs]e)|(?:initial|the|its)\s+term|term(?=:|\s+of\s+this)"
    r"|vertrag\w*|\w*laufzeit|mietverhältnis)(?!\w)",
    re.IGNORECASE,
)
_LASTS: Final = re.compile(
    r"(?<!\w)(?:commenc\w+|begin\w*|in\s+(?:full\s+)?(?:force|effect)|term|effective|expir\w+|terminat\w+|ends?|laufzeit"
    r"|endet|läuft|gilt|geschlossen|befristet)(?!\w)",
    re.IGNORECASE,
)
_AFTERMATH: Final = re.compile(
    r"(?<!\w)(?:surviv\w*|confidential\w*|and\s+thereafter\s+for|(?:after|following|upon)\s+(?:the\s+)?(?:expiration|termination|closing)"
    r"|date\s+of\s+termination|uncured|cure|default|breach|geheim\w*|verjähr\w*)(?!\w)",
    re.IGNORECASE,
)

RENEWAL_WORD: Final = re.compile(r"(?<!\w)(?:renew|exten[ds]|successive|additional|verlänger)\w*", re.IGNORECASE)

# After a duration.
NOTICE_AFTER: Final = re.compile(
    r"[\s'\u2019)-]*(?:(?:calendar|business|working)\s+days?[\s'\u2019)]*)?(?:(?:prior|advance|advanced|written|in)\s+)*"
    r"(?:notice|notification)(?!\w)",
    re.IGNORECASE,
)
AFTER_EVENT: Final = re.compile(
    r"[\s),]*(?:(?:immediately\s+)?(?:after|following|from(?:\s+and\s+after)?|of|nach|ab|seit)|(?:to\s+)?commencing\s+(?:on|from)"
    r"|beginning\s+(?:on|from)|thereafter)(?!\w)\s*",
    re.IGNORECASE,
)
BEFORE_EVENT: Final = re.compile(
    r"[\s),]*(?:(?:immediately\s+)?(?:before|prior\s+to|preceding)|vor|zum)(?!\w)\s*", re.IGNORECASE
)
EVENT_END: Final = re.compile(
    r"[.;:](?=\s|$)|,(?!\s*\d{4}(?!\d))|\n\s*\n|\s(?=(?:or|and|unless|provided|oder|und|sofern)\s)|\)"
)

# Terms of payment.
NET: Final = re.compile(
    r"(?<!\w)net[\s-]+(?:7|10|14|15|20|21|25|30|45|60|75|90|120)(?![\w,.]*\d|\w|\s*(?:%|days?(?!\w)|percent|million))",
    re.IGNORECASE,
)

_WORDS: Final = {
    Kind.RENEWAL: r"renew\w*|extension|verlänger\w*",
    Kind.NOTICE: r"(?:prior\s+)?notices?|notif\w+|terminate|cancel\w*|cancellation|kündig\w*|gekündigt|mitteil\w*",
    Kind.PAYMENT: r"pay|pays|paid|payments?|payable|invoices?|fees?|remit\w*|reimburse\w*|refund\w*|rent|zahl\w*"
    r"|bezahl\w*|rechnung\w*|vergütung|miete|überweis\w*",
    Kind.DELIVERY: r"deliver\w*|ship|ships|shipped|shipments?|furnish\w*|suppl(?:y|ied|ies)|liefer\w*|geliefert",
}
_KIND_WORDS: Final = {kind: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) for kind, words in _WORDS.items()}
_REACH: Final = 150


def nearest_kind(sentence: str, start: int, end: int) -> Kind:
    """Return the kind whose words are nearest to a part of a sentence, `OTHER` if none is near."""
    found: list[tuple[int, Kind]] = []
    for kind, pattern in _KIND_WORDS.items():
        words = pattern.finditer(sentence, max(0, start - _REACH), end + _REACH)
        found += [(max(0, start - word.end(), word.start() - end), kind) for word in words]
    return min(found)[1] if found else Kind.OTHER


def kind_before(sentence: str, start: int, end: int) -> Kind:
    """Return the kind of a time limit. What it is counted from, often a notice, does not decide it."""
    kind = nearest_kind(sentence, start, end)
    return kind if kind != Kind.NOTICE else nearest_kind(sentence[:start], start, start)


def is_about_term(sentence: str) -> bool:
    """Check whether a sentence is about the term of the whole agreement, so that its end is a term end."""
    return bool(_SUBJECT_OF_TERM.search(sentence) and _LASTS.search(sentence) and not _AFTERMATH.search(sentence))
