#!/bin/sh
# Deploy hook of certbot. Its files are links that leave the folder which nginx sees, so they are copied; then the command that
# follows the folder reloads nginx: certbot-hook.sh /srv/cartulary/tls systemctl reload nginx
set -eu
folder=${1:?that nginx sees}
shift
install -m 644 "$RENEWED_LINEAGE/fullchain.pem" "$folder/fullchain.pem.new"
install -m 600 "$RENEWED_LINEAGE/privkey.pem" "$folder/privkey.pem.new"
mv "$folder/privkey.pem.new" "$folder/privkey.pem"
mv "$folder/fullchain.pem.new" "$folder/fullchain.pem"
exec "$@"
