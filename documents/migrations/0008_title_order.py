import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0007_versions")]

    operations = [
        migrations.AddIndex(
            model_name="document",
            index=models.Index(
                django.db.models.functions.text.Lower("title"), models.F("id"), name="document_title_order"
            ),
        ),
    ]
