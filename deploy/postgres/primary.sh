#!/bin/bash
# The first start of the primary: the roles, and from the next start on a standby to wait for.
set -euo pipefail

secret() { cat "${SECRETS:-/run/secrets}/$1"; }

psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username postgres --dbname marque \
    --set marque="$(secret marque_password)" \
    --set replication="$(secret replication_password)" <<'SQL'
CREATE ROLE marque LOGIN PASSWORD :'marque';
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'replication';
ALTER DATABASE marque OWNER TO marque;
SELECT pg_create_physical_replication_slot('standby');
-- Written to a file, and read at the next start: nothing waits for a standby until then.
ALTER SYSTEM SET synchronous_standby_names = 'standby';
ALTER SYSTEM SET synchronous_commit = 'on';
ALTER SYSTEM SET max_slot_wal_keep_size = '8GB';
ALTER SYSTEM SET wal_log_hints = 'on';
ALTER SYSTEM SET wal_retrieve_retry_interval = '500ms';
SQL

echo "host replication replication all scram-sha-256" >>"$PGDATA/pg_hba.conf"
