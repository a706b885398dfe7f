"""Service accounts: users of a team without a password, which share the tenant of their creator."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("users", "0004_token_limits"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_service_account",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name="user",
            name="service_team",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="service_accounts",
                to="users.team",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="tenant",
            field=models.ForeignKey(
                editable=False, on_delete=django.db.models.deletion.PROTECT, related_name="users", to="users.tenant"
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("is_service_account", False), ("service_team", None)),
                    models.Q(
                        ("email", ""),
                        ("is_service_account", True),
                        ("is_staff", False),
                        ("is_superuser", False),
                        ("password__startswith", "!"),
                        ("pending_email", ""),
                    ),
                    _connector="OR",
                ),
                name="service_account_cannot_sign_in",
            ),
        ),
    ]
