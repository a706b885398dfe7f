from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("corpuses", "0050_document_label_review")]

    operations = [
        migrations.AddIndex(
            model_name="annotation",
            index=models.Index(
                condition=models.Q(("confidence__lt", 1)), fields=["corpus", "document"], name="annotation_to_check"
            ),
        ),
    ]
