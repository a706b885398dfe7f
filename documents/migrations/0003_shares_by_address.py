"""Share with e-mail addresses that no account has confirmed yet."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0002_bin"),
        ("users", "0002_user_names_without_at"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="documentshare",
            name="documentshare_has_one_grantee",
        ),
        migrations.RemoveConstraint(
            model_name="documentshare",
            name="documentshare_user_once",
        ),
        migrations.AddField(
            model_name="documentshare",
            name="email",
            field=models.CharField(
                blank=True, db_default="", default="", help_text="The address that this is shared with.", max_length=254
            ),
        ),
        migrations.AddConstraint(
            model_name="documentshare",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("email", ""), ("team__isnull", True), ("token_hash__isnull", True), ("user__isnull", False)
                    ),
                    models.Q(
                        models.Q(("email", ""), _negated=True), ("team__isnull", True), ("token_hash__isnull", True)
                    ),
                    models.Q(
                        ("email", ""), ("team__isnull", False), ("token_hash__isnull", True), ("user__isnull", True)
                    ),
                    models.Q(
                        ("email", ""), ("team__isnull", True), ("token_hash__isnull", False), ("user__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="documentshare_has_one_grantee",
            ),
        ),
        migrations.AddConstraint(
            model_name="documentshare",
            constraint=models.UniqueConstraint(
                condition=models.Q(("email", "")), fields=("target", "user"), name="documentshare_user_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="documentshare",
            constraint=models.UniqueConstraint(
                condition=models.Q(("email", ""), _negated=True),
                fields=("target", "email"),
                name="documentshare_email_once",
            ),
        ),
    ]
