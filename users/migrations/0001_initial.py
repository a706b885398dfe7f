"""Create users, tenants, teams, tokens and sessions."""

import django.contrib.auth.models
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import core.db.ids
import users.identifiers


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tenant',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('name', models.CharField(max_length=200)),
                ('kind', models.CharField(choices=[('personal', 'Personal'), ('group', 'Group'), ('system', 'System')], default='group', max_length=16)),
                ('quota_bytes', models.PositiveBigIntegerField(blank=True, help_text='Size of all its files. Empty: the default; 0: no limit.', null=True)),
                ('quota_documents', models.PositiveIntegerField(blank=True, help_text='Empty: the default; 0: no limit.', null=True)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('username', models.CharField(error_messages={'unique': 'This user name is taken.'}, help_text='Alphabetic characters, digits and . + - _ only.', max_length=150, unique=True, validators=[users.identifiers.UsernameValidator()])),
                ('name', models.CharField(blank=True, db_default='', max_length=150)),
                ('language', models.CharField(blank=True, db_default='', help_text='Empty: the language of the browser.', max_length=16)),
                ('time_zone', models.CharField(blank=True, db_default='', help_text='Empty: the time zone of the browser.', max_length=64)),
                ('email_confirmed', models.BooleanField(db_default=True, default=True)),
                ('pending_email', models.EmailField(blank=True, db_default='', help_text='Replaces `email` once it is confirmed.', max_length=254)),
                ('generation', models.PositiveIntegerField(db_default=0, default=0, editable=False, help_text='Incremented to revoke all sessions and tokens.')),
                ('is_service_account', models.BooleanField(db_default=False, default=False, editable=False)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('name', models.CharField(max_length=100)),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=16), size=None)),
                ('corpora', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), db_default=[], default=list, size=None)),
                ('teams', django.contrib.postgres.fields.ArrayField(base_field=models.UUIDField(), db_default=[], default=list, size=None)),
                ('start', models.CharField(help_text='The first characters, so that its owner recognizes it.', max_length=12)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('expires', models.DateTimeField(null=True)),
                ('last_used', models.DateTimeField(help_text='Accurate to the minute.', null=True)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='BrowserSession',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('session_auth_hash', models.CharField(help_text='`User.get_session_auth_hash()` at the sign-in.', max_length=64)),
                ('address', models.GenericIPAddressField(null=True)),
                ('user_agent', models.CharField(blank=True, db_default='', max_length=200)),
                ('session', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('email', models.EmailField(max_length=254)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('expires', models.DateTimeField()),
                ('accepted', models.DateTimeField(null=True)),
                ('accepted_by', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='RefreshFamily',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('session_auth_hash', models.CharField(help_text='`User.get_session_auth_hash()` at the sign-in.', max_length=64)),
                ('address', models.GenericIPAddressField(null=True)),
                ('user_agent', models.CharField(blank=True, db_default='', max_length=200)),
                ('began', models.DateTimeField()),
                ('revoked', models.DateTimeField(null=True)),
                ('expires', models.DateTimeField(db_index=True, help_text='When its newest token expires.')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='RefreshToken',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('issued', models.DateTimeField()),
                ('expires', models.DateTimeField()),
                ('used', models.DateTimeField(null=True)),
                ('family', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='users.refreshfamily')),
                ('successor', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='users.refreshtoken')),
            ],
            options={
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('name', models.CharField(max_length=200)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='team_has_name')],
            },
        ),
        migrations.AddField(
            model_name='user',
            name='service_team',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='service_accounts', to='users.team'),
        ),
        migrations.CreateModel(
            name='TeamInvitation',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('email', models.CharField(db_default='', default='', max_length=254)),
                ('role', models.CharField(choices=[('admin', 'Admin'), ('member', 'Member')], default='member', max_length=8)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='users.team')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('email', '')), fields=('team', 'user'), name='team_invitation_user_once'), models.UniqueConstraint(condition=models.Q(('email', ''), _negated=True), fields=('team', 'email'), name='team_invitation_email_once'), models.CheckConstraint(condition=models.Q(('user__isnull', False), models.Q(('email', ''), _negated=True), _connector='OR'), name='team_invitation_has_grantee'), models.CheckConstraint(condition=models.Q(('role__in', ['admin', 'member'])), name='team_invitation_role_known')],
            },
        ),
        migrations.CreateModel(
            name='TeamMembership',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('role', models.CharField(choices=[('admin', 'Admin'), ('member', 'Member')], default='member', max_length=8)),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='users.team')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='team_memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('team', 'user'), name='team_member_once_each'), models.CheckConstraint(condition=models.Q(('role__in', ['admin', 'member'])), name='team_role_known')],
            },
        ),
        migrations.AddField(
            model_name='user',
            name='tenant',
            field=models.ForeignKey(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='users', to='users.tenant'),
        ),
        migrations.CreateModel(
            name='TenantMembership',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='users.tenant')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tenant_memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tenant', 'user'), name='tenant_member_once')],
            },
        ),
        migrations.CreateModel(
            name='IdempotencyKey',
            fields=[
                ('id', models.UUIDField(default=core.db.ids.uuid7, editable=False, primary_key=True, serialize=False)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('key', models.CharField(max_length=255)),
                ('route', models.CharField(db_default='', max_length=200)),
                ('fingerprint', models.CharField(db_default='', help_text='SHA-256 of the route and the whole request.', max_length=64)),
                ('object_id', models.UUIDField(help_text='The created object; null only within its transaction.', null=True)),
                ('expires', models.DateTimeField(db_index=True)),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('owner', 'key'), name='one_request_per_key')],
            },
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('email_confirmed', True), models.Q(('email', ''), _negated=True)), name='confirmed_email_once'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('username__contains', '@'), _negated=True), name='username_is_no_address'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('is_service_account', False), ('service_team', None)), models.Q(('email', ''), ('is_service_account', True), ('is_staff', False), ('is_superuser', False), ('password__startswith', '!'), ('pending_email', '')), _connector='OR'), name='service_account_cannot_sign_in'),
        ),
    ]
