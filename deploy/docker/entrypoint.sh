#!/bin/sh
# entrypoint.sh COMMAND…: each file of /run/secrets that is named like a setting becomes this setting.
set -eu
for file in "${SECRETS_FOLDER:-/run/secrets}"/*; do
  name=${file##*/}
  case $name in
    *[!A-Z_]*) continue ;;
  esac
  [ -s "$file" ] || continue
  export "$name=$(cat "$file")"
done
exec "$@"
