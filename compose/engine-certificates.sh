#!/bin/sh
# Makes a certificate for PostgreSQL and Valkey, and that of its authority (ca.pem) for the workers on other hosts:
# sh compose/engine-certificates.sh /srv/cartulary/engines 10.0.0.2
set -eu
folder=${1:?for the files} address=${2:?by which workers reach the engines}
case $address in *[!0-9.]*) kind=DNS ;; *) kind=IP ;; esac
umask 077
mkdir -p "$folder"
cd "$folder"
cat >settings.cnf <<END
[req]
distinguished_name = name
prompt = no
[name]
CN = Cartulary engines
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
[server]
basicConstraints = CA:FALSE
keyUsage = digitalSignature
extendedKeyUsage = serverAuth
subjectAltName = $kind:$address
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
END
key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -config settings.cnf"
# shellcheck disable=SC2086  # several words
openssl req -x509 $key -extensions authority -days 3650 -keyout ca.key -out ca.pem
# shellcheck disable=SC2086
openssl req $key -keyout server.key -out server.csr
openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 3650 -extfile settings.cnf \
    -extensions server -out server.pem
# The authority signs no others: who could read its key could pretend to be an engine.
rm -f ca.key ca.srl server.csr settings.cnf
chmod 755 .
chmod 644 ca.pem server.pem
# The user of both images.
[ "$(id -u)" -ne 0 ] || chown 999 server.key
