#!/bin/sh
# prepare-image.sh ROOT USER: removes what installs packages, and makes the folders that the user writes.
set -eu
root=${1%/}
user=$2
rm -rf "$root"/usr/local/lib/node_modules "$root"/opt/yarn-* "$root"/usr/local/include/node
for program in npm npx yarn yarnpkg corepack; do
  rm -f "$root/usr/local/bin/$program"
done
for folder in "$root/var/lib/carpeta-virtual" "$root/var/backups/carpeta-virtual"; do
  mkdir -p "$folder"
  chown "$user" "$folder"
  chmod 700 "$folder"
done
