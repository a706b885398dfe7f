"""Call the columns of shares `target` and `user`."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0003_shares"),
        ("users", "0007_team_membership_user"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="corpusshare", name="corpusshare_reaches_one"),
        migrations.RemoveConstraint(model_name="corpusshare", name="corpusshare_person_once"),
        migrations.RemoveConstraint(model_name="corpusshare", name="corpusshare_team_once"),
        migrations.RenameField(model_name="corpusshare", old_name="thing", new_name="target"),
        migrations.RenameField(model_name="corpusshare", old_name="person", new_name="user"),
        migrations.AddConstraint(
            model_name="corpusshare",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("team__isnull", True), ("token_hash__isnull", True), ("user__isnull", False)),
                    models.Q(("team__isnull", False), ("token_hash__isnull", True), ("user__isnull", True)),
                    models.Q(("team__isnull", True), ("token_hash__isnull", False), ("user__isnull", True)),
                    _connector="OR",
                ),
                name="corpusshare_has_one_grantee",
            ),
        ),
        migrations.AddConstraint(
            model_name="corpusshare",
            constraint=models.UniqueConstraint(fields=("target", "user"), name="corpusshare_user_once"),
        ),
        migrations.AddConstraint(
            model_name="corpusshare",
            constraint=models.UniqueConstraint(fields=("target", "team"), name="corpusshare_team_once"),
        ),
    ]
