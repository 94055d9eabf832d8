#!/bin/sh
# Backs up the database and the images (docs/operations/backup.md):
#
#   PGHOST=… PGUSER=… PGPASSWORD=… PGDATABASE=gossamer back-up.sh rows <folder>
#   STORAGE_DIRECTORY=… | S3_BUCKET=… …                back-up.sh objects <folder>
#
# Back up the rows first. An object is stored before its row and kept as long as the row references it, so a later copy
# of the objects contains every object that the dump references. In the reverse order, newer images would be missing.
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
    # One snapshot of all three schemas, without roles and passwords, which postgres/roles.sql creates.
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
    # Marks the copy as complete; restore.sh requires it.
    date -u +%Y-%m-%dT%H:%M:%SZ >"$folder/objects.done"
    ;;
  *)
    echo 'Usage: back-up.sh rows|objects <folder>' >&2
    exit 2
    ;;
esac
