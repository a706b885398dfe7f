"""Create accounts, tenants, teams, tokens and invitations."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import core.db.ids


class Migration(migrations.Migration):
    replaces = [
        ("users", "0001_initial"),
        ("users", "0002_idempotency_keys"),
        ("users", "0003_tenant_quota"),
        ("users", "0004_shares"),
        ("users", "0005_accounts"),
        ("users", "0006_confirmed_addresses"),
        ("users", "0007_team_membership_user"),
        ("users", "0008_session_auth_hash"),
        ("users", "0009_help_texts"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Tenant",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("name", models.CharField(max_length=200)),
                (
                    "kind",
                    models.CharField(
                        choices=[("personal", "Personal"), ("group", "Group"), ("system", "System")],
                        default="group",
                        max_length=16,
                    ),
                ),
                (
                    "quota_bytes",
                    models.PositiveBigIntegerField(
                        blank=True, help_text="Size of all its files. Empty: the default; 0: no limit.", null=True
                    ),
                ),
                (
                    "quota_documents",
                    models.PositiveIntegerField(blank=True, help_text="Empty: the default; 0: no limit.", null=True),
                ),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                (
                    "tenant",
                    models.OneToOneField(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="user",
                        to="users.tenant",
                    ),
                ),
                ("name", models.CharField(blank=True, db_default="", max_length=150)),
                (
                    "language",
                    models.CharField(
                        blank=True, db_default="", help_text="Empty: the language of the browser.", max_length=16
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        blank=True, db_default="", help_text="Empty: the time zone of the browser.", max_length=64
                    ),
                ),
                ("email_confirmed", models.BooleanField(db_default=True, default=True)),
                (
                    "pending_email",
                    models.EmailField(
                        blank=True, db_default="", help_text="Replaces `email` once it is confirmed.", max_length=254
                    ),
                ),
                (
                    "generation",
                    models.PositiveIntegerField(
                        db_default=0,
                        default=0,
                        editable=False,
                        help_text="Incremented to revoke all sessions and tokens.",
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("email"),
                        condition=models.Q(("email_confirmed", True), models.Q(("email", ""), _negated=True)),
                        name="confirmed_email_once",
                    )
                ],
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="TenantMembership",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "tenant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="users.tenant"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tenant_memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("tenant", "user"), name="tenant_member_once")],
            },
        ),
        migrations.CreateModel(
            name="IdempotencyKey",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("key", models.CharField(max_length=255)),
                ("route", models.CharField(db_default="", max_length=200)),
                (
                    "fingerprint",
                    models.CharField(
                        db_default="", help_text="SHA-256 of the route and the whole request.", max_length=64
                    ),
                ),
                (
                    "object_id",
                    models.UUIDField(help_text="The created object; null only within its transaction.", null=True),
                ),
                ("expires", models.DateTimeField(db_index=True)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("owner", "key"), name="one_request_per_key")],
            },
        ),
        migrations.CreateModel(
            name="RefreshFamily",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "session_auth_hash",
                    models.CharField(help_text="`User.get_session_auth_hash()` at the sign-in.", max_length=64),
                ),
                ("began", models.DateTimeField()),
                ("revoked", models.DateTimeField(null=True)),
                ("expires", models.DateTimeField(db_index=True, help_text="When its newest token expires.")),
            ],
        ),
        migrations.CreateModel(
            name="RefreshToken",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "family",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to="users.refreshfamily"
                    ),
                ),
                ("issued", models.DateTimeField()),
                ("expires", models.DateTimeField()),
                ("used", models.DateTimeField(null=True)),
                (
                    "successor",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="users.refreshtoken",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("name", models.CharField(max_length=100)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=16), size=None),
                ),
                (
                    "start",
                    models.CharField(help_text="The first characters, so that its owner recognizes it.", max_length=12),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires", models.DateTimeField(null=True)),
                ("last_used", models.DateTimeField(help_text="Accurate to the minute.", null=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("email", models.EmailField(max_length=254)),
                ("digest", models.CharField(max_length=64, unique=True)),
                (
                    "invited_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                ("expires", models.DateTimeField()),
                (
                    "accepted_by",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("accepted", models.DateTimeField(null=True)),
            ],
            options={
                "ordering": ["-id"],
            },
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("name", models.CharField(max_length=200)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="team_has_name")
                ],
            },
        ),
        migrations.CreateModel(
            name="TeamMembership",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="users.team"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="team_memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("admin", "Admin"), ("member", "Member")], default="member", max_length=8
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("team", "user"), name="team_member_once_each"),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["admin", "member"])), name="team_role_known"
                    ),
                ],
            },
        ),
    ]
