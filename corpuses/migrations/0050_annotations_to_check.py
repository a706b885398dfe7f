from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("corpuses", "0049_answers_on_failed_documents")]

    operations = [
        migrations.AddIndex(
            model_name="annotation",
            index=models.Index(
                condition=models.Q(("confidence__lt", 1)), fields=["corpus", "document"], name="annotation_to_check"
            ),
        ),
    ]
