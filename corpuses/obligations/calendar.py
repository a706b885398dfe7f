"""Obligations as an iCalendar file (RFC 5545), and the signatures of calendar feeds."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Final

from django.utils import timezone
from icalendar import Calendar, Event

from core import signatures
from corpuses.obligations.models import CalendarFeed, Obligation

MEDIA_TYPE: Final = "text/calendar"
_SALT: Final = "corpuses.obligations.calendar"
_END: Final = b"END:VCALENDAR\r\n"

Link = Callable[[Obligation], str]


def calendar_of(name: str, obligations: Iterable[Obligation], *, link: Link, host: str) -> Iterator[bytes]:
    """Yield a calendar file with an all-day event for each obligation that has a date."""
    calendar = Calendar()
    calendar.add("prodid", "-//Cartulary//Obligations//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)
    yield calendar.to_ical().removesuffix(_END)
    for obligation in obligations:
        if obligation.due is not None:
            yield _event(obligation, obligation.due, link=link, host=host).to_ical()
    yield _END


def sign(feed: CalendarFeed) -> str:
    """Return the signature in the address of a feed."""
    return signatures.sign(_SALT, _signed_text(feed))


def is_signed(feed: CalendarFeed, signature: str) -> bool:
    """Verify the signature in the address of a feed."""
    return signatures.is_signed(_SALT, _signed_text(feed), signature)


def _signed_text(feed: CalendarFeed) -> str:
    return f"{feed.pk}:{feed.owner_id}"


def _event(obligation: Obligation, due: date, *, link: Link, host: str) -> Event:
    """Return the event of an obligation. Its sequence number is larger after each change, as time has passed."""
    annotation = obligation.annotation
    event = Event()
    event.add("uid", f"{obligation.pk}@{host}")
    event.add("dtstamp", timezone.now())  # of the file, as it has a method (RFC 5545, 3.8.7.2)
    modified = max(obligation.modified, annotation.modified, obligation.document.modified)
    event.add("last-modified", modified)
    event.add("sequence", int((modified - obligation.created).total_seconds()))
    event.add("dtstart", due)  # without an end, a date is one day (RFC 5545, 3.6.1): 31 December 9999 has no next one
    event.add("summary", f"{obligation.get_kind_display()}: {obligation.document.title}")
    quote = " ".join(annotation.quote.split())
    event.add("description", f"{quote}\n{link(obligation)}")
    event.add("url", link(obligation))
    event.add("transp", "TRANSPARENT")
    if obligation.done is not None:
        event.add("categories", ["Done"])
    return event
