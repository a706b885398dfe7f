from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("corpuses", "0055_edits_of_corpora")]

    operations = [
        migrations.AddIndex(
            model_name="proposal",
            index=models.Index(condition=models.Q(("state", "pending")), fields=["message"], name="proposal_pending"),
        ),
    ]
