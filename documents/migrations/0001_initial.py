"""Create blobs, documents with their revisions and pages, uploads and shares."""

import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import core.db.ids
from core.db.schema_file import sql_of


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('events', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Document',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('deleted_at', models.DateTimeField(editable=False, null=True)),
                ('is_public', models.BooleanField(default=False)),
                ('lineage', models.UUIDField(db_index=True, default=core.db.ids.uuid7, editable=False, help_text='the same for all versions')),
                ('version_number', models.PositiveIntegerField(db_default=1, default=1, editable=False)),
                ('title', models.CharField(max_length=300)),
                ('title_source', models.CharField(choices=[('filename', 'the file name'), ('document', 'the document itself'), ('user', 'a user')], db_default='filename', default='filename', editable=False, max_length=8)),
                ('filename', models.CharField(max_length=255)),
                ('mime_type', models.CharField(max_length=127)),
                ('state', models.CharField(choices=[('processing', 'Processing'), ('ready', 'Ready'), ('partial', 'partly ready'), ('failed', 'Failed')], default='processing', max_length=16)),
                ('scan', models.CharField(choices=[('unscanned', 'not scanned'), ('pending', 'waiting for the scanner'), ('clean', 'Clean'), ('infected', 'Infected')], db_default='unscanned', default='unscanned', max_length=16)),
                ('backend_lock', models.BooleanField(default=True)),
                ('processing_started', models.DateTimeField(blank=True, null=True)),
                ('processing_finished', models.DateTimeField(blank=True, null=True)),
                ('failure_code', models.CharField(blank=True, max_length=64)),
                ('failure_message', models.TextField(blank=True)),
                ('path', models.CharField(blank=True, db_default='', help_text='of an attachment, in the parent', max_length=600)),
                ('requested_parser', models.CharField(blank=True, db_default='', help_text='blank: the default one', max_length=100)),
                ('page_count', models.PositiveIntegerField(default=0)),
                ('language', models.CharField(blank=True, max_length=16)),
                ('modified', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now, editable=False, help_text='set by a trigger at every change')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='ParserChoice',
            fields=[
                ('mime_type', models.CharField(max_length=127, primary_key=True, serialize=False)),
                ('parser', models.CharField(max_length=100)),
            ],
        ),
        migrations.CreateModel(
            name='Blob',
            fields=[
                ('sha256', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('size', models.BigIntegerField()),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('checked', models.DateTimeField(editable=False, help_text='when the content was last compared with the hash', null=True)),
                ('damage', models.CharField(blank=True, choices=[('missing', 'not in the store'), ('changed', 'content has changed')], db_default='', default='', editable=False, max_length=8)),
            ],
            options={
                'indexes': [models.Index(models.OrderBy(models.F('checked'), nulls_first=True), name='blob_checked'), models.Index(condition=models.Q(('damage', ''), _negated=True), fields=['damage'], name='blob_damaged')],
                'constraints': [models.CheckConstraint(condition=models.Q(('sha256__regex', '^[0-9a-f]{64}$')), name='blob_key_is_sha256'), models.CheckConstraint(condition=models.Q(('damage__in', ['', 'missing', 'changed'])), name='blob_damage_known')],
            },
        ),
        migrations.CreateModel(
            name='DocumentPassword',
            fields=[
                ('document', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='documents.document')),
                ('encrypted', models.BinaryField(help_text='see documents.services.passwords')),
            ],
        ),
        migrations.AddField(
            model_name='document',
            name='blob',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='documents.blob'),
        ),
        migrations.AddField(
            model_name='document',
            name='deleted_by',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='document',
            name='owner',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='document',
            name='parent',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='attachments', to='documents.document'),
        ),
        migrations.AddField(
            model_name='document',
            name='superseded_by',
            field=models.ForeignKey(db_index=False, editable=False, help_text='the newest version, of an older one', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='older_versions', to='documents.document'),
        ),
        migrations.AddField(
            model_name='document',
            name='tenant',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='users.tenant'),
        ),
        migrations.AddField(
            model_name='document',
            name='thumbnail',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='documents.blob'),
        ),
        migrations.AddField(
            model_name='document',
            name='uploaded_by',
            field=models.ForeignKey(editable=False, help_text='of a new version; others are uploaded by their owners', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='DocumentRevision',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('number', models.PositiveIntegerField()),
                ('parser', models.CharField(max_length=100)),
                ('parser_version', models.CharField(max_length=50)),
                ('options_hash', models.CharField(max_length=64)),
                ('text', models.TextField(blank=True)),
                ('language', models.CharField(blank=True, max_length=16)),
                ('page_count', models.PositiveIntegerField(default=0)),
                ('warnings', models.JSONField(blank=True, default=list)),
                ('properties', models.JSONField(blank=True, db_default={}, default=dict, help_text='metadata of the file')),
                ('outline', models.JSONField(blank=True, db_default=[], default=list, help_text='[title, level, page] of bookmarks')),
                ('links', models.JSONField(blank=True, db_default=[], default=list, help_text='[page, [x0, y0, x1, y1], target]')),
                ('ocr_page_count', models.PositiveIntegerField(db_default=0, default=0, help_text='pages with recognized text')),
                ('ocr_engines', models.CharField(blank=True, db_default='', default='', max_length=100)),
                ('confidence', models.FloatField(blank=True, help_text='mean of the recognized words, 0 to 1', null=True)),
                ('published', models.DateTimeField(blank=True, null=True)),
                ('docling', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='documents.blob')),
                ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='revisions', to='documents.document')),
                ('rendition', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='documents.blob')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('document', 'number'), name='revision_number_once')],
            },
        ),
        migrations.AddField(
            model_name='document',
            name='revision',
            field=models.ForeignKey(blank=True, help_text='published', null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='documents.documentrevision'),
        ),
        migrations.CreateModel(
            name='DocumentShare',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('role', models.CharField(choices=[('viewer', 'viewer'), ('reviewer', 'reviewer'), ('annotator', 'annotator'), ('editor', 'editor')], max_length=16)),
                ('email', models.CharField(blank=True, db_default='', default='', help_text='The address that this is shared with.', max_length=254)),
                ('token_hash', models.CharField(blank=True, editable=False, help_text="SHA-256 of a link's token", max_length=64, null=True, unique=True)),
                ('expires', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('target', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='documents.document')),
                ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='users.team')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['id'],
                'abstract': False,
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('email', ''), ('team__isnull', True), ('token_hash__isnull', True), ('user__isnull', False)), models.Q(models.Q(('email', ''), _negated=True), ('team__isnull', True), ('token_hash__isnull', True)), models.Q(('email', ''), ('team__isnull', False), ('token_hash__isnull', True), ('user__isnull', True)), models.Q(('email', ''), ('team__isnull', True), ('token_hash__isnull', False), ('user__isnull', True)), _connector='OR'), name='documentshare_has_one_grantee'), models.CheckConstraint(condition=models.Q(('role__in', ['viewer', 'reviewer', 'annotator', 'editor'])), name='documentshare_role_known'), models.UniqueConstraint(condition=models.Q(('email', '')), fields=('target', 'user'), name='documentshare_user_once'), models.UniqueConstraint(condition=models.Q(('email', ''), _negated=True), fields=('target', 'email'), name='documentshare_email_once'), models.UniqueConstraint(fields=('target', 'team'), name='documentshare_team_once')],
            },
        ),
        migrations.CreateModel(
            name='FileStore',
            fields=[
                ('id', models.SmallIntegerField(db_default=1, default=1, primary_key=True, serialize=False)),
                ('key', models.UUIDField(default=uuid.uuid4)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_file_store')],
            },
        ),
        migrations.CreateModel(
            name='OcrPage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(help_text='hash of the parser, its version and options', max_length=64)),
                ('number', models.PositiveIntegerField()),
                ('data', models.BinaryField(help_text='in a format of the parser')),
                ('document', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='documents.document')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('document', 'number'), name='page_read_once')],
            },
        ),
        migrations.CreateModel(
            name='Page',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('label', models.CharField(blank=True, db_default='', default='', help_text='of the source: iv, A-3', max_length=100)),
                ('width', models.FloatField(help_text='points')),
                ('height', models.FloatField(help_text='points')),
                ('text_start', models.PositiveIntegerField()),
                ('text_end', models.PositiveIntegerField()),
                ('token_count', models.PositiveIntegerField()),
                ('tokens', models.BinaryField(help_text='binary token page (documents.pipeline.tokens), gzip')),
                ('revision', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pages', to='documents.documentrevision')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('revision', 'number'), name='page_number_once'), models.CheckConstraint(condition=models.Q(('text_start__lte', models.F('text_end'))), name='page_text_runs_forward')],
            },
        ),
        migrations.CreateModel(
            name='StructureItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveIntegerField()),
                ('kind', models.CharField(choices=[('title', 'title'), ('heading', 'heading'), ('paragraph', 'paragraph'), ('list_item', 'list item'), ('table', 'table'), ('figure', 'figure'), ('caption', 'caption'), ('footnote', 'footnote'), ('page_header', 'page header'), ('page_footer', 'page footer'), ('code', 'code'), ('formula', 'formula')], max_length=16)),
                ('level', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('page', models.PositiveIntegerField()),
                ('x0', models.FloatField()),
                ('y0', models.FloatField()),
                ('x1', models.FloatField()),
                ('y1', models.FloatField()),
                ('start', models.PositiveIntegerField(help_text="code points, in the revision's text")),
                ('end', models.PositiveIntegerField()),
                ('table', models.JSONField(blank=True, null=True)),
                ('marks', models.JSONField(blank=True, help_text="start, end, style, link; offsets in the item's text", null=True)),
                ('continues', models.BooleanField(db_default=False, default=False, help_text='the rest of the previous item')),
                ('alt', models.TextField(blank=True, db_default='', default='', help_text='text instead of a picture')),
                ('revision', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='documents.documentrevision')),
            ],
            options={
                'indexes': [models.Index(fields=['revision', 'page'], name='item_of_page')],
                'constraints': [models.UniqueConstraint(fields=('revision', 'order'), name='item_order_once')],
            },
        ),
        migrations.CreateModel(
            name='Upload',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('filename', models.CharField(max_length=255)),
                ('length', models.PositiveBigIntegerField(help_text='bytes, of the whole file')),
                ('received', models.PositiveBigIntegerField(default=0)),
                ('parts', models.JSONField(default=list, help_text='the lengths of the parts, in order')),
                ('sha256', models.CharField(blank=True, help_text='announced by the client', max_length=64)),
                ('options', models.JSONField(default=dict, help_text='of the document or archive to create')),
                ('state', models.CharField(choices=[('receiving', 'Receiving'), ('held', 'used by a job'), ('done', 'Done'), ('refused', 'Refused')], default='receiving', max_length=16)),
                ('result', models.UUIDField(help_text='the document or archive that was created', null=True)),
                ('error_code', models.CharField(blank=True, max_length=64)),
                ('error_message', models.TextField(blank=True)),
                ('error_data', models.JSONField(default=dict)),
                ('expires', models.DateTimeField(db_index=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='users.tenant')),
            ],
            options={
                'indexes': [models.Index(fields=['owner', '-id'], name='upload_of_owner')],
                'constraints': [models.CheckConstraint(condition=models.Q(('received__lte', models.F('length'))), name='upload_within_its_length'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'refused'), models.Q(('error_code', ''), _negated=True)), models.Q(models.Q(('state', 'refused'), _negated=True), ('error_code', '')), _connector='OR'), name='upload_refused_has_reason')],
            },
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(fields=['owner', '-id'], name='document_of_owner'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(django.db.models.functions.text.Lower('title'), models.F('id'), name='document_title_order'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(condition=models.Q(('is_public', True)), fields=['id'], name='document_public'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(condition=models.Q(('deleted_at__isnull', False)), fields=['deleted_at'], name='document_bin'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(condition=models.Q(('superseded_by__isnull', False)), fields=['superseded_by'], name='document_superseded'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('backend_lock', True), ('state', 'processing')), models.Q(models.Q(('state', 'processing'), _negated=True), ('backend_lock', False)), _connector='OR'), name='document_locked_only_while_processing'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'failed'), models.Q(('failure_code', ''), _negated=True)), models.Q(models.Q(('state', 'failed'), _negated=True), ('failure_code', '')), _connector='OR'), name='document_failed_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ['ready', 'partial']), _negated=True), ('revision__isnull', False), _connector='OR'), name='document_ready_has_revision'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.UniqueConstraint(condition=models.Q(('parent__isnull', False)), fields=('parent', 'path'), name='document_once_in_its_parent'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.UniqueConstraint(fields=('lineage', 'version_number'), name='document_version_once'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.UniqueConstraint(condition=models.Q(('deleted_at__isnull', True), ('superseded_by__isnull', True)), fields=('lineage',), name='document_has_one_newest_version'),
        ),
        # SQL 8f20d001ec48
        migrations.RunSQL(sql_of("documents"), migrations.RunSQL.noop),
    ]
