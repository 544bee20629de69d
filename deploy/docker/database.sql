-- Of a new volume: the portal's login, which is no superuser, and its database. As on Debian
-- (docs/operations.md, Install on Debian, step 4).
\set password `cat /run/secrets/database-password`
create role carpeta login password :'password';
create role carpeta_app;
grant carpeta_app to carpeta;
create database carpeta owner carpeta encoding 'UTF8' template template0;
-- Began with the same password: from here on only `docker compose exec database psql -U postgres`.
alter role postgres password null;
\connect carpeta
create extension pg_trgm;
