"""Who may enter views of operators, in the framework's words."""

from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from core.permissions import require_staff


class IsOperator(BasePermission):
    """People who run the place, themselves or by a token that they made for that."""

    def has_permission(self, request: Request, view: object) -> bool:
        if not request.user.is_authenticated:
            return False  # the framework says how to sign in
        require_staff(request.user)
        return True
