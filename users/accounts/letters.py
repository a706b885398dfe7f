"""Letters to people: text and HTML from `templates/emails`, with links whose secret stands behind the `#`.

What stands there is never sent to a server by following the link, so it is in no log and no referrer.
"""

import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string

logger = logging.getLogger(__name__)

# Whoever asks for a letter does not wait for it, nor learn from the time whether one was written.
_post = ThreadPoolExecutor(max_workers=2, thread_name_prefix="letters")


@dataclass(frozen=True, slots=True)
class Site:
    """Where links lead: `https://host`, as the operator says or as it was asked."""

    origin: str

    def link(self, path: str, secret: str) -> str:
        """Give the address of a page that reads the secret."""
        return f"{settings.PUBLIC_URL or self.origin}{path}#{secret}"


def send(letter: str, *, to: str, subject: str, **facts: object) -> None:
    """Send `emails/<letter>.txt` and `.html` once the transaction is there to stay."""
    context = {"subject": subject, **facts}
    message = EmailMultiAlternatives(subject=subject, body=render_to_string(f"emails/{letter}.txt", context), to=[to])
    message.attach_alternative(render_to_string(f"emails/{letter}.html", context), "text/html")
    transaction.on_commit(lambda: _hand_over(letter, message))


def _hand_over(letter: str, message: EmailMultiAlternatives) -> None:
    if settings.MAIL_IN_BACKGROUND:
        _post.submit(_deliver, letter, message)
    else:
        _deliver(letter, message)


def _deliver(letter: str, message: EmailMultiAlternatives) -> None:
    try:
        message.send()
    except (OSError, SMTPException):  # the person can ask again
        logger.exception("letter.failed", extra={"letter": letter})
        return
    logger.info("letter.sent", extra={"letter": letter})
