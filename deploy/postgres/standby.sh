#!/bin/bash
# The standby: copied from the primary at its first start, following it from then on.
# PRIMARY, REPLICATION_PASSWORD_FILE and PGDATA are variables of the environment.
set -euo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
    mkdir -p "$PGDATA"
    chmod 0700 "$PGDATA"
    PGPASSWORD=$(cat "$REPLICATION_PASSWORD_FILE")
    export PGPASSWORD
    until pg_basebackup --pgdata="$PGDATA" --slot=standby --checkpoint=fast \
        --write-recovery-conf \
        --dbname="host=$PRIMARY user=replication application_name=standby"; do
        find "$PGDATA" -mindepth 1 -delete
        sleep 1
    done
    unset PGPASSWORD
fi
exec postgres "$@"
