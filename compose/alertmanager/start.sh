#!/bin/sh
# Writes the configuration in memory, because Alertmanager reads no variables. Alerts go to ALERT_EMAIL, to
# ALERT_WEBHOOK_URL, or to both.
set -eu
quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }
if [ -z "${ALERT_EMAIL:-}${ALERT_WEBHOOK_URL:-}" ]; then
    echo "Set ALERT_EMAIL (and ALERT_SMTP_HOST) or ALERT_WEBHOOK_URL: alerts would reach no one." >&2
    exit 1
fi
umask 077
{
    echo "route: {receiver: operators, group_by: [alertname], group_wait: 30s, repeat_interval: 12h}"
    echo "receivers:"
    echo "  - name: operators"
    if [ -n "${ALERT_EMAIL:-}" ]; then
        echo "    email_configs:"
        echo "      - to: $(quoted "$ALERT_EMAIL")"
        echo "        from: $(quoted "${ALERT_FROM:-$ALERT_EMAIL}")"
        echo "        smarthost: $(quoted "${ALERT_SMTP_HOST:?of the mail server: host:587}")"
        echo "        auth_username: $(quoted "${ALERT_SMTP_USER:-}")"
        echo "        auth_password: $(quoted "${ALERT_SMTP_PASSWORD:-}")"
    fi
    if [ -n "${ALERT_WEBHOOK_URL:-}" ]; then
        echo "    webhook_configs:"
        echo "      - url: $(quoted "$ALERT_WEBHOOK_URL")"
    fi
} >/tmp/alertmanager.yml
exec alertmanager --config.file=/tmp/alertmanager.yml --storage.path=/alertmanager "$@"
