#!/bin/sh
# Makes a certificate that signs itself, with which nginx starts before there is another one; browsers warn of it:
# sh compose/nginx/self-signed.sh /srv/cartulary/tls cartulary.example.org
set -eu
folder=${1:?for the files} name=${2:?of the server}
if [ -e "$folder/fullchain.pem" ]; then
    echo "$folder/fullchain.pem exists." >&2
    exit 1
fi
install -d -m 755 "$folder" "$folder/acme"
umask 077
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 90 -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name" -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem"
chmod 644 "$folder/fullchain.pem"
