"""Create the audit log, and the triggers that keep it append-only."""

from django.db import migrations, models

import core.db.ids
from core.db.schema_file import sql_of


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('users', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('action', models.CharField(max_length=40)),
                ('outcome', models.CharField(choices=[('success', 'success'), ('failure', 'failure')], max_length=8)),
                ('reason', models.CharField(blank=True, help_text='The code of the error, if it failed.', max_length=50)),
                ('actor_id', models.UUIDField(help_text='A user; empty for the system and for anonymous requests.', null=True)),
                ('interface', models.CharField(choices=[('web', 'web'), ('rest', 'rest'), ('graphql', 'graphql'), ('admin', 'admin'), ('mcp', 'mcp'), ('job', 'job'), ('command', 'command')], max_length=8)),
                ('credential', models.CharField(choices=[('session', 'session'), ('access_token', 'access_token'), ('api_token', 'api_token'), ('link', 'link'), ('none', 'none')], max_length=12)),
                ('credential_id', models.UUIDField(help_text='Of the API token, the job, or the share link.', null=True)),
                ('address', models.GenericIPAddressField(help_text='The IP address of the client.', null=True)),
                ('user_agent', models.CharField(blank=True, max_length=200)),
                ('request_id', models.CharField(blank=True, help_text='As in the logs.', max_length=64)),
                ('object_kind', models.CharField(max_length=16)),
                ('object_id', models.UUIDField(null=True)),
                ('owner_id', models.UUIDField(help_text='The owner of the object at that time, who can see the entry.', null=True)),
                ('corpus_id', models.UUIDField(help_text='The corpus that the object belongs to.', null=True)),
                ('document_id', models.UUIDField(help_text='A document that the change is about.', null=True)),
                ('details', models.JSONField(default=dict, help_text='Ids, names of fields and numbers; no names of users.')),
                ('once', models.UUIDField(editable=False, help_text='Equal for entries of which one counts.', null=True, unique=True)),
            ],
            options={
                'verbose_name_plural': 'audit entries',
                'ordering': ['-id'],
                'indexes': [models.Index(condition=models.Q(('owner_id__isnull', False)), fields=['owner_id', 'id'], name='audit_owner'), models.Index(condition=models.Q(('object_id__isnull', False)), fields=['object_id', 'id'], name='audit_object'), models.Index(condition=models.Q(('actor_id__isnull', False)), fields=['actor_id', 'id'], name='audit_actor'), models.Index(condition=models.Q(('corpus_id__isnull', False)), fields=['corpus_id', 'id'], name='audit_corpus'), models.Index(condition=models.Q(('document_id__isnull', False)), fields=['document_id', 'id'], name='audit_document')],
            },
        ),
        # SQL 4369703907c3
        migrations.RunSQL(sql_of("audit"), "drop trigger if exists audit_erase_account on users_user"),
    ]
