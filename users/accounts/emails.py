"""Transactional e-mail: text and HTML from `templates/emails`.

Secrets of links are in the fragment (`#`), which browsers do not send: they appear in no log and no referrer.
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

# In the background: responses do not wait, and their time does not show whether an e-mail was sent.
_executor = ThreadPoolExecutor(max_workers=2, thread_name_prefix="emails")


@dataclass(frozen=True, slots=True)
class Site:
    """The origin of links in e-mails: `PUBLIC_URL` if it is set, else the origin of the request."""

    origin: str

    def link(self, path: str, secret: str) -> str:
        """Return the URL of a page that reads the secret from the fragment."""
        return f"{settings.PUBLIC_URL or self.origin}{path}#{secret}"


def send(template: str, *, to: str, subject: str, **context: object) -> None:
    """Send `emails/<template>.txt` and `.html` after the transaction has committed."""
    variables = {"subject": subject, **context}
    message = EmailMultiAlternatives(
        subject=subject, body=render_to_string(f"emails/{template}.txt", variables), to=[to]
    )
    message.attach_alternative(render_to_string(f"emails/{template}.html", variables), "text/html")
    transaction.on_commit(lambda: _submit(template, message))


def _submit(template: str, message: EmailMultiAlternatives) -> None:
    if settings.MAIL_IN_BACKGROUND:
        _executor.submit(_deliver, template, message)
    else:
        _deliver(template, message)


def _deliver(template: str, message: EmailMultiAlternatives) -> None:
    try:
        message.send()
    except (OSError, SMTPException):  # the user can request another one
        logger.exception("email.failed", extra={"template": template})
        return
    logger.info("email.sent", extra={"template": template})
