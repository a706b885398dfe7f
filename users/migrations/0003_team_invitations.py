"""Invite users and e-mail addresses to teams."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import core.db.ids


class Migration(migrations.Migration):
    dependencies = [
        ("users", "0002_user_names_without_at"),
    ]

    operations = [
        migrations.CreateModel(
            name="TeamInvitation",
            fields=[
                ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("email", models.CharField(db_default="", default="", max_length=254)),
                (
                    "role",
                    models.CharField(
                        choices=[("admin", "Admin"), ("member", "Member")], default="member", max_length=8
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="users.team"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("email", "")), fields=("team", "user"), name="team_invitation_user_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("email", ""), _negated=True),
                        fields=("team", "email"),
                        name="team_invitation_email_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("user__isnull", False), models.Q(("email", ""), _negated=True), _connector="OR"
                        ),
                        name="team_invitation_has_grantee",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["admin", "member"])), name="team_invitation_role_known"
                    ),
                ],
            },
        ),
    ]
