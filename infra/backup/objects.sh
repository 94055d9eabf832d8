# Sourced by back-up.sh and restore.sh: copies the pictures between the store and a folder, whatever the store is.
#   STORAGE_DIRECTORY                                  a folder
#   S3_BUCKET, and MC_HOST_store as minio-setup has it  a bucket, by MinIO's mc
#   S3_BUCKET, S3_ENDPOINT, AWS_* keys                  a bucket, by the AWS command line

prefixes='originals results'

# copy_objects from-store|to-store <folder>
copy_objects() {
  for prefix in $prefixes; do
    folder=$2/objects/$prefix
    mkdir -p "$folder"
    if [ -n "${STORAGE_DIRECTORY:-}" ]; then
      mkdir -p "$STORAGE_DIRECTORY/$prefix"
      store=$STORAGE_DIRECTORY/$prefix/.
      set_way "$1" "$store" "$folder/."
      cp -R -p "$from" "$to"
    elif [ -n "${MC_HOST_store:-}" ]; then
      set_way "$1" "store/${S3_BUCKET:?}/$prefix" "$folder"
      mc mirror --quiet --overwrite --preserve "$from" "$to"
    else
      set_way "$1" "s3://${S3_BUCKET:?set STORAGE_DIRECTORY or S3_BUCKET}/$prefix" "$folder"
      aws ${S3_ENDPOINT:+--endpoint-url "$S3_ENDPOINT"} s3 sync --only-show-errors "$from" "$to"
    fi
  done
}

set_way() {
  case $1 in
    from-store) from=$2 to=$3 ;;
    to-store) from=$3 to=$2 ;;
  esac
}
