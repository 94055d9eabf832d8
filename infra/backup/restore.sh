#!/bin/sh
# Restores a backup into an empty database and an empty object storage (docs/operations/backup.md). It reads the same
# variables as back-up.sh:
#
#   restore.sh rows <folder>        run as the database's owner, after postgres/roles.sql
#   restore.sh objects <folder>
#
# Do not start the product until the rows and the objects are restored, because the background process deletes objects
# that no row references.
set -eu
here=$(dirname "$0")
what=${1:-}
folder=${2:-}
[ -n "$folder" ] && [ -s "$folder/rows.dump" ] || {
  echo 'Usage: restore.sh rows|objects <folder of a backup>' >&2
  exit 2
}

case $what in
  rows)
    tables=$(psql --no-psqlrc --tuples-only --no-align --command="
      SELECT count(*) FROM pg_tables WHERE schemaname IN ('gateway', 'billing', 'affiliate')")
    [ "$tables" = 0 ] || {
      echo "The database has $tables tables of the product: restore into an empty one." >&2
      exit 1
    }
    # Run in one transaction. The dump's schemas replace the empty schemas from roles.sql and have the same owners.
    pg_restore --dbname="$PGDATABASE" --clean --if-exists --exit-on-error --single-transaction "$folder/rows.dump"
    psql --no-psqlrc --quiet --command='ANALYZE'
    ;;
  objects)
    [ -s "$folder/objects.done" ] || {
      echo "The objects in $folder are no whole copy: back-up.sh did not finish (objects.done)." >&2
      exit 1
    }
    . "$here/objects.sh"
    copy_objects to-store "$folder"
    ;;
  *)
    echo 'Usage: restore.sh rows|objects <folder of a backup>' >&2
    exit 2
    ;;
esac
