"""Refuses passwords that are easy to guess in this installation: its name with a year, `Cartulary-2027!`."""

import re
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError

from users.models import User

_MIN_WORD_LENGTH: Final = 4
_MIN_REST_LENGTH: Final = 4
_NO_LETTER: Final = re.compile(r"[\W\d_]")


class PasswordWordsValidator:
    """A validator of Django: a password needs more than the words of `PASSWORD_WORDS` and digits."""

    def validate(self, password: str, user: User | None = None) -> None:
        text = rest = _NO_LETTER.sub("", password.casefold())
        for word in sorted(settings.PASSWORD_WORDS, key=len, reverse=True):
            if len(word) >= _MIN_WORD_LENGTH:
                rest = rest.replace(word.casefold(), "")
        if rest != text and len(rest) < _MIN_REST_LENGTH:
            raise ValidationError(self.get_help_text(), code="password_words")

    def get_help_text(self) -> str:
        return "Your password can\u2019t consist of the name of this service and other words that are common in it."
