"""Who may knock at all. What they may see or do behind the door is decided by `core.permissions`, row by row."""

from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request


class SignedIn(BasePermission):
    """For people. Whoever is not signed in hears 401, even with a share link in the hand (X-19)."""

    def has_permission(self, request: Request, view: object) -> bool:
        if not request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        return True


class Readers(SignedIn):
    """Whoever asks may look at what they may see: people, strangers with a link, everybody at what is public."""

    def has_permission(self, request: Request, view: object) -> bool:
        return request.method in SAFE_METHODS or super().has_permission(request, view)
