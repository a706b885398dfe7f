#!/bin/sh
# Runs once, when the volume of the database is empty. The application is an ordinary role that owns its database; only a
# superuser may create the extension. Afterwards, the superuser has no password: it connects inside this container only.
set -eu
: "${POSTGRES_PASSWORD:?Set POSTGRES_PASSWORD}"
psql --set ON_ERROR_STOP=1 --username postgres --dbname cartulary --set password="$POSTGRES_PASSWORD" <<'SQL'
create role cartulary login password :'password';
alter database cartulary owner to cartulary;
create extension vector;
alter role postgres password null;
SQL
