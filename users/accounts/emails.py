"""Transactional e-mail, in the language of its recipient: `templates/emails/<language>`, and the same text as HTML.

Secrets of links are in the fragment (`#`), which browsers do not send: they appear in no log and no referrer.
"""

import hashlib
import logging
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from smtplib import SMTPException
from typing import Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template.loader import render_to_string
from redis import RedisError

from core.api import rate_limiter
from core.api.rate_limiter import RateLimit
from core.language import choose_language
from users.identifiers import address_key

logger = logging.getLogger(__name__)

LANGUAGES: Final = frozenset({"en", "de"})

# Sent for what only the user themselves can do. An attacker must not be able to suppress them.
_NOTICES: Final = frozenset(
    {"password_changed", "address_changed", "second_factor_added", "second_factor_removed", "passkey_added"}
)

# In the background: responses do not wait, and their time does not show whether an e-mail was sent.
_executor = ThreadPoolExecutor(max_workers=2, thread_name_prefix="emails")


@dataclass(frozen=True, slots=True)
class Site:
    """The origin of links: `PUBLIC_URL` if it is set, else that of this server (see `site_of`)."""

    origin: str

    def url(self, path: str) -> str:
        """Return the URL of a page."""
        return f"{settings.PUBLIC_URL or self.origin}{path}"

    def link(self, path: str, secret: str) -> str:
        """Return the URL of a page that reads the secret from the fragment."""
        return f"{self.url(path)}#{secret}"


def send(template: str, *, to: str, language: str = "", **context: object) -> None:
    """Send `emails/<language>/<template>.txt` after the transaction has committed; its first line is the subject.

    `language` is that of the recipient's account; if it is empty, that of the request is used. E-mails that anybody can
    request are limited per recipient; what exceeds the limit is not sent, which the caller does not learn.
    """
    chosen = choose_language(LANGUAGES, preferred=language)
    transaction.on_commit(lambda: _submit(template, to, {"language": chosen, "link": "", **context}))


def _submit(template: str, recipient: str, variables: dict[str, object]) -> None:
    if settings.MAIL_IN_BACKGROUND:
        _executor.submit(_deliver, template, recipient, variables).add_done_callback(_log_bug)
    else:
        _deliver(template, recipient, variables)


def _log_bug(future: Future[None]) -> None:
    if error := future.exception():
        logger.error("email.failed", exc_info=error)


def _deliver(template: str, recipient: str, variables: dict[str, object]) -> None:
    if template not in _NOTICES and not _within_limit(template, recipient):
        logger.warning("email.too_many", extra={"template": template})
        return
    text = render_to_string(f"emails/{variables['language']}/{template}.txt", variables)
    subject, _, body = text.partition("\n\n")
    message = EmailMultiAlternatives(subject=subject, body=body, to=[recipient])
    message.attach_alternative(_html(subject, body.strip(), variables), "text/html")
    try:
        message.send()
    except (OSError, SMTPException):  # the user can request another one
        logger.exception("email.failed", extra={"template": template})
        return
    logger.info("email.sent", extra={"template": template})


def _html(subject: str, body: str, variables: dict[str, object]) -> str:
    """Return the text with its link, which the last lines name, as a button."""
    paragraphs = body.split("\n\n")
    action = paragraphs.pop().partition(":\n")[0] if variables["link"] else ""
    return render_to_string(
        "emails/layout.html", variables | {"subject": subject, "paragraphs": paragraphs, "action": action}
    )


def _within_limit(template: str, recipient: str) -> bool:
    configured = settings.RATE_LIMITS.get("email", {}).get("recipient")
    if configured is None:
        return True
    maximum, seconds = configured
    key = hashlib.sha256(address_key(recipient).encode()).hexdigest()
    try:
        # Per template: the limit of one is used up only by sending the recipient just these e-mails.
        return rate_limiter.hit([RateLimit(key=f"email:{template}:{key}", maximum=maximum, seconds=seconds)]).is_allowed
    except RedisError as error:
        logger.warning("email.limits_unavailable", extra={"reason": str(error)})
        return True
