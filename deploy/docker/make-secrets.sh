#!/bin/sh
# make-secrets.sh: random passwords for compose.yaml, once. The folder, not each file, keeps others out:
# a container's user reads the files.
set -eu
umask 022
cd "$(dirname "$0")"
mkdir -m 700 secrets
random() {
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}
database=$(random)
bucket=$(random)
printf %s "$database" > secrets/database-password
printf %s "$bucket" > secrets/bucket-password
printf %s "postgres://carpeta:$database@database/carpeta" > secrets/DATABASE_URL
printf %s "s3://documents?region=us-east-1&endpoint=http%3A%2F%2Fstorage%3A7070&key=carpeta&secret=$bucket" > secrets/DOCUMENTS_URL
printf %s "$(random)$(random)" > secrets/SECRET_KEY
printf %s 'smtp://user:password@mail.cooperativa.example:587' > secrets/SMTP_URL
echo 'secrets/SMTP_URL: write the address of your mail server. Keep a copy of secrets/SECRET_KEY elsewhere.'
