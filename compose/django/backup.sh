#!/bin/sh
# Backs up every day at a time of UTC; a backup that fails is tried again after an hour, twice. Words behind the time are
# those of the command: sh compose/django/backup.sh 02:15 /backups --keep-days 30
set -u
time=${1:?such as 02:15}
shift
trap 'kill $! 2>/dev/null; exit 0' TERM INT
run() { "$@" & wait $!; }
while true; do
    now=$(date +%s)
    next=$(date --utc --date "$time" +%s) || exit 1
    [ "$next" -gt "$now" ] || next=$((next + 86400))
    run sleep $((next - now))
    for pause in 3600 3600 0; do
        run python manage.py backup "$@" && break
        run sleep "$pause"
    done
done
