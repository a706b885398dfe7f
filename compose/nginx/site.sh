#!/bin/sh
# Prints the template for an nginx of the host, before the web server of compose/systemd:
# sh compose/nginx/site.sh cartulary.example.org >/etc/nginx/conf.d/cartulary.conf
set -eu
name=${1:?of the server, such as cartulary.example.org}
minor=$(nginx -v 2>&1 | sed -n 's|.*nginx/1\.\([0-9]*\).*|\1|p')
# Before 1.25.1, HTTP/2 was a word of `listen`.
[ "${minor:-25}" -ge 25 ] && http2= || http2='/^    http2 on;$/d; s|^    listen 443 ssl;$|    listen 443 ssl http2;|'
sed -e "s|\${SERVER_NAME}|$name|g" \
    -e "/^# Docker's DNS/d; /^resolver /d; s|server web:8000 resolve |server 127.0.0.1:8000 |" \
    -e 's|/srv/static/|/var/lib/cartulary/static/|' \
    -e "$http2" "$(dirname "$0")/nginx.conf.template"
