"""Users, groups, external identities and tenants in Django's admin.

Staff who are no superusers cannot extend their rights here: anyone who changes all accounts could become another
administrator.
"""

from typing import TYPE_CHECKING, Any

from allauth.account import admin as _addresses  # noqa: F401  # registers what is unregistered below
from allauth.socialaccount.admin import SocialAccountAdmin as _Identities
from allauth.socialaccount.models import SocialAccount
from django.apps import apps
from django.contrib import admin
from django.contrib.admin import ModelAdmin, TabularInline
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.admin import GroupAdmin as _Groups
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse

from core.access import require_user
from core.api.throttling import address_of
from core.errors import InvalidCredentials
from users.accounts import second_factors
from users.accounts.authentication import authenticate_user
from users.accounts.deactivation import deactivate
from users.accounts.errors import SecondFactorNeeded, TooManyAttempts
from users.accounts.token_pairs import revoke_all_sessions
from users.models import Tenant, TenantMembership, User
from users.secrets import end_secrets


class SignInForm(AdminAuthenticationForm):
    """The sign-in form of the admin, with the same rate limits as the API."""

    def clean(self) -> dict[str, Any]:
        request, data = self.request, self.cleaned_data
        try:
            if request is not None and data.get("username") and data.get("password"):
                self.user_cache = authenticate_user(
                    request, name=data["username"], password=data["password"], address=address_of(request)
                )
                self.confirm_login_allowed(self.user_cache)
        except TooManyAttempts as error:
            raise ValidationError(error.message, code=error.code) from None
        except SecondFactorNeeded:
            message = "This account has a second factor. Sign in on the start page, then open this page again."
            raise ValidationError(message, code=SecondFactorNeeded.code) from None
        except InvalidCredentials:
            raise self.get_invalid_login_error() from None
        return data


admin.site.login_form = SignInForm

_UNUSED = ("account.EmailAddress", "socialaccount.SocialApp", "socialaccount.SocialToken")

# Django's admin classes accept type arguments only in their stubs.
if TYPE_CHECKING:
    _Tenants = ModelAdmin[Tenant]
    _Users = DjangoUserAdmin[User]
    _Members = TabularInline[TenantMembership, Tenant]
else:
    _Tenants, _Users, _Members = ModelAdmin, DjangoUserAdmin, TabularInline

# The library's own addresses and provider keys are not used; a row of them could add another way to sign in.
admin.site.unregister([apps.get_model(name) for name in _UNUSED])
admin.site.unregister([Group, SocialAccount])


def is_superuser(request: HttpRequest) -> bool:
    """Check whether the request is one of a superuser."""
    return bool(getattr(request.user, "is_superuser", False))


def may_change_account(request: HttpRequest, user: User | None) -> bool:
    """Check whether an account is one of those that the request's user may take over: not one of staff."""
    return user is None or is_superuser(request) or not (user.is_staff or user.is_superuser)


@admin.register(User)
class UserAdmin(_Users):
    """Users. The personal tenant is created with the user. Superusers only change accounts of staff, and rights."""

    actions = ["sign_out_everywhere", "remove_second_factors"]
    list_display = ["username", "email", "is_active", "is_staff", "service_team", "tenant", "date_joined", "last_login"]
    list_select_related = ["tenant", "service_team"]
    list_filter = ["is_staff", "is_superuser", "is_active", "is_service_account"]
    search_fields = ["username", "email", "name", "id"]
    ordering = ["username"]
    show_full_result_count = False
    readonly_fields = ["tenant", "is_service_account", "service_team", "last_login", "date_joined"]
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        ("Profile", {"fields": ["name", "email", "email_confirmed", "language", "time_zone"]}),
        ("Permissions", {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]}),
        ("Dates", {"fields": ["last_login", "date_joined"]}),
        ("Tenant", {"fields": ["tenant"]}),
        ("Service account", {"fields": ["is_service_account", "service_team"]}),
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> list[str]:
        """Keep what would let a service account sign in; the database refuses it, too."""
        fixed = ["password", "email", "is_staff", "is_superuser"] if obj and obj.is_service_account else []
        rights = [] if is_superuser(request) else ["is_staff", "is_superuser", "groups", "user_permissions"]
        return [*self.readonly_fields, *fixed, *rights]

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return may_change_account(request, obj) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return may_change_account(request, obj) and super().has_delete_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: Any) -> None:
        """Save; end the sessions and secrets of a user who is deactivated."""
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data and not obj.is_active and not obj.is_service_account:
            deactivate(obj, actor=require_user(request.user))

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        end_secrets(obj)  # the cascade would leave links that belong to no one
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            end_secrets(user)
        super().delete_queryset(request, queryset)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002  # Django's name
        """Refuse to set the password of a service account."""
        if User.objects.filter(pk=id, is_service_account=True).exists():
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    @admin.action(description="Sign out everywhere", permissions=["change"])
    def sign_out_everywhere(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """End all sessions and tokens of the selected users; API tokens stay valid."""
        for user in users:
            if may_change_account(request, user):
                revoke_all_sessions(user)

    @admin.action(description="Remove the second factor", permissions=["change"])
    def remove_second_factors(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Let selected users who have lost their authenticator app and recovery codes sign in with the password."""
        for user in users:
            if may_change_account(request, user):
                second_factors.remove(user, actor=require_user(request.user))


@admin.register(Group)
class GroupAdmin(_Groups):
    """Groups. Superusers only change them: a member could give it any permission."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return is_superuser(request)

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return is_superuser(request)

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return is_superuser(request)


@admin.register(SocialAccount)
class IdentityAdmin(_Identities):  # type: ignore[misc]  # the library has no types
    """Identities of an OpenID provider. They are connected by signing in only, and can be removed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: SocialAccount | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: SocialAccount | None = None) -> bool:
        return may_change_account(request, obj and obj.user) and bool(super().has_delete_permission(request, obj))


class MembershipInline(_Members):
    """Members of a tenant other than the user whose personal tenant it is."""

    model = TenantMembership
    autocomplete_fields = ["user"]
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[TenantMembership]:
        return super().get_queryset(request).select_related("user")


@admin.register(Tenant)
class TenantAdmin(_Tenants):
    """Tenants and their members."""

    list_display = ["name", "kind", "members", "created"]
    list_filter = ["kind"]
    search_fields = ["name", "id"]
    show_full_result_count = False
    inlines = [MembershipInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tenant]:
        return super().get_queryset(request).annotate(size=Count("memberships"))

    @admin.display(description="members", ordering="size")
    def members(self, tenant: Tenant) -> int:
        size: int = getattr(tenant, "size", 0)
        return size
