# Sourced by back-up.sh and restore.sh: copies the images between the object storage and a folder. The storage is set by
#   STORAGE_DIRECTORY                                   a folder
#   S3_BUCKET, and MC_HOST_store as in minio-setup      a bucket, accessed with MinIO's mc
#   S3_BUCKET, S3_ENDPOINT, AWS_* keys                  a bucket, accessed with the AWS CLI
#
# The product keeps running and deletes expired objects every 30 seconds. An object that was deleted before it was
# copied is not an error, but an object that still exists and was not copied is one.

# Copy results first, because they cannot be recreated. Originals are kept for only an hour after processing.
prefixes='results originals'
# Each pass lists the bucket again, so that it skips objects that have been deleted meanwhile.
passes=5

# copy_objects from-store|to-store <folder>: copies both prefixes, even if the first fails; returns 1 if one failed
copy_objects() {
  faults=0
  for prefix in $prefixes; do
    copy_prefix "$1" "$prefix" "$2/objects/$prefix" || {
      echo "Not all of $prefix was copied." >&2
      faults=1
    }
  done
  return "$faults"
}

copy_prefix() {
  mkdir -p "$3" || return
  if [ -n "${STORAGE_DIRECTORY:-}" ]; then
    mkdir -p "$STORAGE_DIRECTORY/$2" || return
    set_way "$1" "$STORAGE_DIRECTORY/$2" "$3"
    case $1 in
      from-store) copy_living ;;
      to-store) cp -R -p "$from/." "$to/." ;;
    esac
  elif [ -n "${MC_HOST_store:-}" ]; then
    set_way "$1" "store/${S3_BUCKET:?}/$2" "$3"
    # Without --skip-errors, mc stops at the first error; with it, mc may report success despite errors.
    pass() { mc mirror --quiet --overwrite --preserve "$@" "$from" "$to"; }
    in_passes --skip-errors
  else
    set_way "$1" "s3://${S3_BUCKET:?set STORAGE_DIRECTORY or S3_BUCKET}/$2" "$3"
    pass() { aws ${S3_ENDPOINT:+--endpoint-url "$S3_ENDPOINT"} s3 sync --only-show-errors "$from" "$to"; }
    in_passes
  fi
}

set_way() {
  case $1 in
    from-store) from=$2 to=$3 ;;
    to-store) from=$3 to=$2 ;;
  esac
}

# in_passes [<option to continue after errors>]: runs passes until one copies everything without error
in_passes() {
  tried=1
  until pass; do
    [ "$tried" -lt "$passes" ] || return 1
    tried=$((tried + 1))
    [ $# -eq 0 ] || pass "$@" || true
  done
}

# Copies a folder whose files may be deleted at any time. Ignores errors that `find` reports for folders that are
# deleted while it reads their parent folder.
copy_living() {
  status=0
  said=$(LC_ALL=C find "$from" -type f -exec sh -c '
    from=$1 to=$2
    shift 2
    for file; do
      copy=$to/${file#"$from"/}
      [ -d "${copy%/*}" ] || mkdir -p "${copy%/*}"
      why=$(cp -p "$file" "$copy" 2>&1) && continue
      rm -f "$copy"
      [ ! -e "$file" ] || echo "$file: $why"
    done' sh "$from" "$to" {} + 2>&1) || status=$?
  wrong=$(printf '%s' "$said" | grep -v '^find: .*: No such file or directory$') || true
  if [ -z "$wrong" ]; then
    # Fails if find failed without a message, for example because it was killed.
    [ "$status" -eq 0 ] || [ -n "$said" ]
    return
  fi
  printf '%s\n' "$wrong" >&2
  return 1
}
