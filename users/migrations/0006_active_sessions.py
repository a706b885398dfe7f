"""The sessions of users, of browsers and of programs, with the address and user agent of the sign-in."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import core.db.ids


class Migration(migrations.Migration):
    dependencies = [
        ("sessions", "0001_initial"),
        ("users", "0005_service_accounts"),
    ]

    operations = [
        migrations.AddField(
            model_name="refreshfamily",
            name="address",
            field=models.GenericIPAddressField(null=True),
        ),
        migrations.AddField(
            model_name="refreshfamily",
            name="user_agent",
            field=models.CharField(blank=True, db_default="", max_length=200),
        ),
        migrations.CreateModel(
            name="BrowserSession",
            fields=[
                (
                    "id",
                    models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "session_auth_hash",
                    models.CharField(help_text="`User.get_session_auth_hash()` at the sign-in.", max_length=64),
                ),
                ("address", models.GenericIPAddressField(null=True)),
                ("user_agent", models.CharField(blank=True, db_default="", max_length=200)),
                (
                    "session",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="sessions.session",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={"abstract": False},
        ),
    ]
