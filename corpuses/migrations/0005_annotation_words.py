"""Index the words of annotations for search."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("corpuses", "0004_modified")]

    operations = [
        migrations.AddIndex(
            model_name="annotation",
            index=GinIndex(SearchVector("quote", "note", config="simple"), name="annotation_words"),
        ),
    ]
