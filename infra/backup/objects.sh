# Sourced by back-up.sh and restore.sh: copies the images between the store and a folder, whatever the store is.
#   STORAGE_DIRECTORY                                  a folder
#   S3_BUCKET, and MC_HOST_store as minio-setup has it  a bucket, by MinIO's mc
#   S3_BUCKET, S3_ENDPOINT, AWS_* keys                  a bucket, by the AWS command line
#
# The product runs on meanwhile and deletes what is over, every half a minute. What is gone when its turn comes is no
# fault; whatever is still there and was not copied is one.

# Results first: nothing makes them again. An original is there for an hour more.
prefixes='results originals'
# A bucket is listed anew in each pass: what was gone in the last one is not asked for any more.
passes=5

# copy_objects from-store|to-store <folder>: both prefixes, whatever becomes of the first; false if one is not whole
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
    # Without --skip-errors it stops at the first fault, with it it may call that a success.
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

# in_passes [<what lets a pass go on after a fault>]: until one finds and copies everything
in_passes() {
  tried=1
  until pass; do
    [ "$tried" -lt "$passes" ] || return 1
    tried=$((tried + 1))
    [ $# -eq 0 ] || pass "$@" || true
  done
}

# A folder whose files go at any time. What find itself misses are folders that went while it read their parent.
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
    # It found fault and said nothing: it was ended, say.
    [ "$status" -eq 0 ] || [ -n "$said" ]
    return
  fi
  printf '%s\n' "$wrong" >&2
  return 1
}
