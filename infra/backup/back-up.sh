#!/bin/sh
# Copies what cannot be made again (docs/operations/backup.md):
#
#   PGHOST=… PGUSER=… PGPASSWORD=… PGDATABASE=gossamer back-up.sh rows <folder>
#   STORAGE_DIRECTORY=… | S3_BUCKET=… …                back-up.sh objects <folder>
#
# Rows first. An object is there before its row and stays as long as it is named, so every row of the dump finds its
# objects in a copy that began later; the other way round, what came in between would have rows and no images.
set -eu
umask 077
here=$(dirname "$0")
what=${1:-}
folder=${2:-}
[ -n "$folder" ] || {
  echo 'Usage: back-up.sh rows|objects <folder>' >&2
  exit 2
}

case $what in
  rows)
    mkdir -p "$folder"
    [ ! -e "$folder/rows.dump" ] || {
      echo "$folder holds a backup already." >&2
      exit 1
    }
    # One snapshot of all three schemas. Roles and passwords are not in it: postgres/roles.sql makes them.
    pg_dump --format=custom --schema=gateway --schema=billing --schema=affiliate --file="$folder/rows.dump.part"
    pg_restore --list "$folder/rows.dump.part" >"$folder/rows.list"
    mv "$folder/rows.dump.part" "$folder/rows.dump"
    ;;
  objects)
    [ -s "$folder/rows.dump" ] || {
      echo "There is no rows.dump in $folder: rows come first." >&2
      exit 1
    }
    . "$here/objects.sh"
    rm -f "$folder/objects.done"
    copy_objects from-store "$folder"
    # A copy that broke off looks like a whole one; restore.sh wants this.
    date -u +%Y-%m-%dT%H:%M:%SZ >"$folder/objects.done"
    ;;
  *)
    echo 'Usage: back-up.sh rows|objects <folder>' >&2
    exit 2
    ;;
esac
