"""Profiles, confirmed addresses, refresh tokens, API tokens, invitations."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import core.db.ids

NAMES = "UPDATE users_user SET name = left(trim(first_name || ' ' || last_name), 150)"
# Of several accounts with one address, the oldest is believed.
ADDRESSES = """
UPDATE users_user AS person SET email_confirmed = false
WHERE email <> '' AND EXISTS (
    SELECT FROM users_user AS older WHERE lower(older.email) = lower(person.email) AND older.id < person.id
)
"""


def key():
    return ("id", models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False))


def created():
    return ("created", models.DateTimeField(auto_now_add=True))


def person(related_name="+"):
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name=related_name, to=settings.AUTH_USER_MODEL
    )


class Migration(migrations.Migration):
    dependencies = [("users", "0004_shares")]

    operations = [
        migrations.AddField("user", "name", models.CharField(blank=True, db_default="", max_length=150)),
        migrations.AddField(
            "user",
            "language",
            models.CharField(blank=True, db_default="", help_text="Empty: as the browser wishes.", max_length=16),
        ),
        migrations.AddField(
            "user",
            "time_zone",
            models.CharField(blank=True, db_default="", help_text="Empty: as the browser says.", max_length=64),
        ),
        migrations.AddField("user", "email_confirmed", models.BooleanField(db_default=True, default=True)),
        migrations.AddField(
            "user",
            "pending_email",
            models.EmailField(
                blank=True, db_default="", help_text="Takes the place of the other if answered.", max_length=254
            ),
        ),
        migrations.AddField(
            "user",
            "generation",
            models.PositiveIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="Grows when everything that was given out has to end.",
            ),
        ),
        migrations.RunSQL(NAMES, migrations.RunSQL.noop),
        migrations.RunSQL(ADDRESSES, migrations.RunSQL.noop),
        migrations.RemoveField("user", "first_name"),
        migrations.RemoveField("user", "last_name"),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                key(),
                created(),
                ("name", models.CharField(max_length=100)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=16), size=None),
                ),
                (
                    "start",
                    models.CharField(
                        help_text="How the token begins, so that its owner knows it again.", max_length=12
                    ),
                ),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires", models.DateTimeField(null=True)),
                ("last_used", models.DateTimeField(help_text="To the minute.", null=True)),
                ("owner", person("api_tokens")),
            ],
            options={"ordering": ["-id"]},
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                key(),
                created(),
                ("email", models.EmailField(max_length=254)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("expires", models.DateTimeField()),
                ("accepted", models.DateTimeField(null=True)),
                (
                    "accepted_by",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("invited_by", person()),
            ],
            options={"ordering": ["-id"]},
        ),
        migrations.CreateModel(
            name="RefreshFamily",
            fields=[
                key(),
                created(),
                (
                    "stamp",
                    models.CharField(help_text="The person's stamp at the sign-in (`User.stamp`).", max_length=64),
                ),
                ("began", models.DateTimeField()),
                ("revoked", models.DateTimeField(null=True)),
                ("expires", models.DateTimeField(db_index=True, help_text="When its newest token expires.")),
                ("user", person()),
            ],
            options={"abstract": False},
        ),
        migrations.CreateModel(
            name="RefreshToken",
            fields=[
                key(),
                created(),
                ("issued", models.DateTimeField()),
                ("expires", models.DateTimeField()),
                ("used", models.DateTimeField(null=True)),
                (
                    "family",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to="users.refreshfamily"
                    ),
                ),
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
            options={"abstract": False},
        ),
    ]
