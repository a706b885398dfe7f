"""Give passages BM25 weights and a header, and keep the vectors of several embedders beside them.

Passages that exist keep their text and vectors; `manage.py index_documents` indexes them again.
"""

import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
import pgvector.django
from django.db import migrations, models
from django.db.models.functions import Cast

DIMENSIONS = 1_000_000_000

_VECTORS = """
insert into corpuses_passagevector (passage_id, revision_id, embedder, vector)
select id, revision_id, embedder, vector::halfvec from corpuses_passage
"""
_VECTORS_BACK = """
update corpuses_passage p set vector = v.vector::vector
from corpuses_passagevector v where v.passage_id = p.id and v.embedder = 'minilm-l6-v2';
delete from corpuses_passage where vector is null;
alter table corpuses_passage alter column vector set not null
"""
_ONE_EMBEDDER = """
delete from corpuses_passage p using corpuses_passage other
where other.revision_id = p.revision_id and other."order" = p."order" and other.id < p.id
"""
_WORDS_BACK = """
alter table corpuses_passage drop column words;
alter table corpuses_passage add column words tsvector
generated always as (to_tsvector('simple'::regconfig, coalesce(text, ''))) stored
"""
# Searching by words reads the weights of every visible passage: they stay in the row, long texts do not.
_STORAGE = """
alter table corpuses_passage alter column weights set storage main;
alter table corpuses_passage set (toast_tuple_target = 1024)
"""


class Migration(migrations.Migration):
    dependencies = [("corpuses", "0005_annotation_words"), ("documents", "0004_modified")]

    operations = [
        migrations.RemoveConstraint(model_name="passage", name="passage_once"),
        migrations.RemoveIndex(model_name="passage", name="passage_minilm_hnsw"),
        migrations.RemoveIndex(model_name="passage", name="passage_words"),
        migrations.RunSQL(_ONE_EMBEDDER, migrations.RunSQL.noop),
        migrations.AddField("passage", "header", models.TextField(blank=True, default=""), preserve_default=False),
        migrations.AlterField(
            "passage",
            "header",
            models.TextField(blank=True, help_text="title, parties and section, which are embedded before the text"),
        ),
        migrations.AddField(
            "passage", "language", models.CharField(blank=True, default="", max_length=16), preserve_default=False
        ),
        migrations.AddField(
            "passage",
            "digest",
            models.CharField(default="", help_text="SHA-256 of the header and the text", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            "passage",
            "weights",
            pgvector.django.SparseVectorField(
                default=pgvector.SparseVector({}, DIMENSIONS),
                dimensions=DIMENSIONS,
                help_text="BM25 weights of the terms",
            ),
            preserve_default=False,
        ),
        migrations.SeparateDatabaseAndState(
            [migrations.RunSQL("alter table corpuses_passage alter column words drop expression", _WORDS_BACK)],
            [
                migrations.RemoveField("passage", "words"),
                migrations.AddField(
                    "passage",
                    "words",
                    django.contrib.postgres.search.SearchVectorField(
                        default="", help_text="words and their positions, for phrases"
                    ),
                    preserve_default=False,
                ),
            ],
        ),
        migrations.RunSQL("alter table corpuses_passage alter column words set not null", migrations.RunSQL.noop),
        migrations.CreateModel(
            name="PassageVector",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("embedder", models.CharField(max_length=100)),
                ("vector", pgvector.django.HalfVectorField()),
                (
                    "passage",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vectors",
                        to="corpuses.passage",
                    ),
                ),
                (
                    "revision",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="documents.documentrevision",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(_VECTORS, _VECTORS_BACK),
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL(
                    "alter table corpuses_passage drop column vector",
                    "alter table corpuses_passage add column vector vector(384)",
                ),
                migrations.RunSQL(
                    "alter table corpuses_passage drop column embedder",
                    "alter table corpuses_passage add column embedder varchar(50) not null default 'minilm-l6-v2';"
                    "alter table corpuses_passage alter column embedder drop default",
                ),
            ],
            [migrations.RemoveField("passage", "vector"), migrations.RemoveField("passage", "embedder")],
        ),
        migrations.AlterField(
            "passage",
            "revision",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="passages",
                to="documents.documentrevision",
            ),
        ),
        migrations.AddConstraint(
            "passage",
            models.UniqueConstraint(fields=("revision", "order"), include=("language",), name="passage_once"),
        ),
        migrations.AddIndex(
            "passage", django.contrib.postgres.indexes.GinIndex(fields=["words"], name="passage_words")
        ),
        migrations.AddConstraint(
            "passagevector", models.UniqueConstraint(fields=("passage", "embedder"), name="passage_embedded_once")
        ),
        migrations.AddIndex("passagevector", models.Index(fields=["revision", "embedder"], name="vector_of_revision")),
        migrations.AddIndex(
            "passagevector",
            pgvector.django.HnswIndex(
                django.contrib.postgres.indexes.OpClass(
                    Cast("vector", pgvector.django.HalfVectorField(dimensions=384)), name="halfvec_cosine_ops"
                ),
                condition=models.Q(("embedder", "minilm-l6-v2")),
                name="vector_minilm_hnsw",
            ),
        ),
        migrations.RunSQL(
            _STORAGE,
            "alter table corpuses_passage reset (toast_tuple_target)",
        ),
    ]
