#!/bin/sh
# build-release.sh FOLDER: installs, builds the web and packs a release into the folder.
set -eu
output=$1
cd "$(dirname "$0")/../.."
node scripts/release/release.mjs "$output"
cd "$output"
sha256sum --check --quiet SHA256SUMS
