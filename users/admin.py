"""Users and tenants in Django's admin."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin import ModelAdmin, TabularInline
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse

from core.access.actors import require_user
from core.api.throttling import address_of
from core.errors import InvalidCredentials
from users.accounts import second_factors
from users.accounts.authentication import authenticate_user
from users.accounts.errors import SecondFactorNeeded, TooManyAttempts
from users.accounts.token_pairs import revoke_all_sessions
from users.models import Tenant, TenantMembership, User


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

# Django's admin classes accept type arguments only in their stubs.
if TYPE_CHECKING:
    _Tenants = ModelAdmin[Tenant]
    _Users = DjangoUserAdmin[User]
    _Members = TabularInline[TenantMembership, Tenant]
else:
    _Tenants, _Users, _Members = ModelAdmin, DjangoUserAdmin, TabularInline


@admin.register(User)
class UserAdmin(_Users):
    """Users. The personal tenant is created with the user."""

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
        return [*self.readonly_fields, *fixed]

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002  # Django's name
        """Refuse to set the password of a service account."""
        if User.objects.filter(pk=id, is_service_account=True).exists():
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)

    @admin.action(description="Sign out everywhere", permissions=["change"])
    def sign_out_everywhere(self, _request: HttpRequest, users: QuerySet[User]) -> None:
        """End all sessions and tokens of the selected users; API tokens stay valid."""
        for user in users:
            revoke_all_sessions(user)

    @admin.action(description="Remove the second factor", permissions=["change"])
    def remove_second_factors(self, request: HttpRequest, users: QuerySet[User]) -> None:
        """Let selected users who have lost their authenticator app and recovery codes sign in with the password."""
        for user in users:
            second_factors.remove(user, actor=require_user(request.user))


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
