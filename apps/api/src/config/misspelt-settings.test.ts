import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['ENVIROMENT', 'ENVIRONMENT'],
  ['ENVIORNMENT', 'ENVIRONMENT'],
  ['Environment', 'ENVIRONMENT'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SECRET_KEYS', 'SECRET_KEY'],
  ['SECRET_KEY_PREVIUS', 'SECRET_KEY_PREVIOUS'],
  ['DATADIR', 'DATA_DIR'],
  ['SMPT_URL', 'SMTP_URL'],
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['RETAIN_DRAFTS_DAYS', 'RETAIN_DRAFT_DAYS'],
  ['PROT', 'PORT'],
  ['HSOT', 'HOST'],
])('%s is refused in every environment: %s was meant (security 12.30)', (name, setting) => {
  const start = () => readConfig({ SECRET_KEY: 'x', [name]: 'algo' })
  expect(start).toThrow(`La variable ${name} no existe: ¿quiso decir ${setting}?`)
  expect(start).not.toThrow('algo')
})

test('variables of the system and of other programs are left alone (security 12.30)', () => {
  const others = [
    ...['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'PWD', 'USER', 'LANG', 'TERM', 'SHELL', 'MAIL'],
    ...['NODE_ENV', 'NODE_OPTIONS', 'npm_config_host', 'npm_package_name', 'CI', 'TZ', 'EDITOR'],
    ...['PGHOST', 'PGPORT', 'PGDATABASE', 'DB_HOST', 'REDIS_URL', 'POSTGRES_PORT', 'PORTS'],
    ...['XDG_DATA_DIRS', 'AWS_REGION', 'AWS_SECRET_ACCESS_KEY', 'KUBERNETES_SERVICE_HOST'],
    ...['PORTAL_PORT', 'PUBLIC_IP', 'HTTP_PROXY', 'NO_PROXY', 'SSH_CLIENT', 'DOCKER_HOST'],
    ...['OTEL_SERVICE_NAME', 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT', 'OTEL_METRICS_EXPORTER'],
    ...['OTEL_LOGS_EXPORTER', 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_METRICS_EXEMPLAR_FILTER'],
    ...['MAILTO', 'MAILFROM', 'INVOCATION_ID', 'JOURNAL_STREAM', 'DATABASE_PUBLIC_URL'],
    ...['LOGNAME', 'COMPANY_ID', 'SECRET_KEY_BASE', 'E2E_PORT', 'E2E_DATA_DIR', 'INIT_CWD'],
  ]
  const env = Object.fromEntries(others.map((name) => [name, 'algo']))
  expect(() => readConfig({ SECRET_KEY: 'x', ...env })).not.toThrow()
})
