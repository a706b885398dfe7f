#!/bin/sh
# Replaces the containers of a service one after the other; a new one is healthy before an old one is stopped:
# sh compose/roll.sh worker && sh compose/roll.sh web
set -eu
service=${1:?web or worker}
cd "$(dirname "$0")/.."
grep -qs '^COMPOSE_FILE=' .env || export COMPOSE_FILE="${COMPOSE_FILE:-production.yml}"
old=$(docker compose ps --quiet "$service")
number=$(printf '%s' "$old" | wc -w)
if [ "$number" -eq 0 ]; then
    echo "No container of $service runs: docker compose up --detach starts some." >&2
    exit 1
fi
for container in $old; do
    # Existing containers are not touched; if the new one does not become healthy, this fails and they go on.
    docker compose up --detach --wait --no-deps --no-recreate --scale "$service=$((number + 1))" "$service"
    sleep "${ROLL_SECONDS:-15}"  # nginx and Prometheus find it within ten and fifteen seconds
    docker stop "$container" >/dev/null
    docker rm "$container" >/dev/null
done
