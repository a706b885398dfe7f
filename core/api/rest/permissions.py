"""DRF permission classes. Permissions on objects are checked by `core.access.permissions`."""

from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from core.access import require_no_token, require_staff


class IsAuthenticated(BasePermission):
    """For signed-in users. Anonymous requests get 401, also with a share link (X-19)."""

    def has_permission(self, request: Request, view: object) -> bool:
        if not request.user.is_authenticated:
            raise exceptions.NotAuthenticated
        return True


class IsAuthenticatedOrReadOnly(IsAuthenticated):
    """Anyone may read what is visible to them: users, holders of links, everyone for public objects."""

    def has_permission(self, request: Request, view: object) -> bool:
        return request.method in SAFE_METHODS or super().has_permission(request, view)


class HasNoToken(IsAuthenticated):
    """For users who are signed in themselves: programs do not change the security of accounts."""

    def has_permission(self, request: Request, view: object) -> bool:
        super().has_permission(request, view)
        require_no_token(request.user)
        return True


class IsStaff(IsAuthenticated):
    """For members of staff, signed in or with a token of the `admin` scope."""

    def has_permission(self, request: Request, view: object) -> bool:
        super().has_permission(request, view)
        require_staff(request.user)
        return True
