#!/bin/sh
# PostgreSQL writes JSON into files only, so this one is a pipe to the output of the container. It is open for reading and
# writing: PostgreSQL does not wait for a reader, and `cat` does not end when the server that fills a new volume ends.
set -eu
install -d -o postgres /tmp/log
mkfifo -m 622 /tmp/log/postgresql.json
cat <>/tmp/log/postgresql.json &
exec docker-entrypoint.sh "$@" -c logging_collector=on -c log_destination=jsonlog -c log_directory=/tmp/log \
    -c log_filename=postgresql.log -c log_rotation_age=0 -c log_rotation_size=0
