"""Call the columns of shares `target` and `user`."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("documents", "0010_read_by"),
        ("users", "0007_team_membership_user"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="documentshare", name="documentshare_reaches_one"),
        migrations.RemoveConstraint(model_name="documentshare", name="documentshare_person_once"),
        migrations.RemoveConstraint(model_name="documentshare", name="documentshare_team_once"),
        migrations.RenameField(model_name="documentshare", old_name="thing", new_name="target"),
        migrations.RenameField(model_name="documentshare", old_name="person", new_name="user"),
        migrations.AddConstraint(
            model_name="documentshare",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("team__isnull", True), ("token_hash__isnull", True), ("user__isnull", False)),
                    models.Q(("team__isnull", False), ("token_hash__isnull", True), ("user__isnull", True)),
                    models.Q(("team__isnull", True), ("token_hash__isnull", False), ("user__isnull", True)),
                    _connector="OR",
                ),
                name="documentshare_has_one_grantee",
            ),
        ),
        migrations.AddConstraint(
            model_name="documentshare",
            constraint=models.UniqueConstraint(fields=("target", "user"), name="documentshare_user_once"),
        ),
        migrations.AddConstraint(
            model_name="documentshare",
            constraint=models.UniqueConstraint(fields=("target", "team"), name="documentshare_team_once"),
        ),
    ]
