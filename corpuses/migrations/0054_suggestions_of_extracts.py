from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("corpuses", "0053_labels_set_before_reviews"),
    ]

    operations = [
        migrations.AlterField(
            model_name="annotation",
            name="source",
            field=models.CharField(
                choices=[("human", "Human"), ("analyzer", "Analyzer"), ("agent", "Agent"), ("extract", "Extract")],
                default="human",
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="documentlabel",
            name="source",
            field=models.CharField(
                choices=[("human", "Human"), ("analyzer", "Analyzer"), ("agent", "Agent"), ("extract", "Extract")],
                default="human",
                max_length=16,
            ),
        ),
    ]
