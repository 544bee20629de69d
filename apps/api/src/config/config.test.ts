import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentsSchema } from '@carpeta/contract/environments'
import { describe, expect, test } from 'vitest'
import { productionSettings } from '../../test/test-config.ts'
import { hostTable } from '../pages/page-routes.ts'
import { readConfig, settingNames } from './config.ts'

const production = productionSettings
const FORMER_KEY = 'Hq8s2LmV5xNw7TbR3cKz9YpD4fGj1AeUo6'
const OLDEST_KEY = 'Wd1r6PqX3vMs8ZbL5nCt2YkG7hFj0EaUi4'

describe('a wrong setting stops the start and is named (security 12.111)', () => {
  test.each([
    [{ PORT: 'ocho' }, /PORT/],
    [{ PORT: '99999' }, /PORT/],
    [{ TRUST_PROXY: '2' }, /TRUST_PROXY/],
    [{ TRUST_PROXY: 'nginx' }, /TRUST_PROXY/],
    [{ TRUST_PROXY: '10.0.0.7, 10.0.0.300' }, /TRUST_PROXY/],
    [{ ENVIRONMENT: 'prod' }, /ENVIRONMENT/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [{ DATABASE_OWNER_URL: 'postgres://owner@db.example/carpeta' }, /^Falta DATABASE_URL/],
    [{ PUBLIC_URL: 'portal' }, /PUBLIC_URL/],
    [{ FRAME_ANCESTORS: "'self'; script-src *" }, /FRAME_ANCESTORS/],
    [{ FRAME_ANCESTORS: 'https://a.example https://b.example' }, /FRAME_ANCESTORS/],
    [{ FRAME_ANCESTORS: 'cooperativa' }, /FRAME_ANCESTORS/],
    [{ WEB_ORIGINS: '*' }, /WEB_ORIGINS/],
    [{ WEB_ORIGINS: 'null' }, /WEB_ORIGINS/],
    [{ WEB_ORIGINS: 'http:' }, /WEB_ORIGINS/],
    [{ WEB_ORIGINS: 'https://web.example/socios' }, /WEB_ORIGINS/],
    [{ WEB_ORIGINS: 'https://*.example' }, /WEB_ORIGINS/],
    [{ COOKIE_DOMAIN: 'a.example; Path=/x' }, /COOKIE_DOMAIN/],
    [{ LOG_LEVEL: 'mucho' }, /LOG_LEVEL/],
    [{ METRICS_PORT: 'nueve' }, /METRICS_PORT/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' }, /OTEL_EXPORTER_OTLP_ENDPOINT/],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /OTEL_TRACES_SAMPLER/],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /OTEL_TRACES_SAMPLER_ARG/],
    [{ METRICS_PORT: '8010' }, /^METRICS_PORT es el puerto del portal/],
    [{ RETAIN_DRAFT_DAYS: '-1' }, /RETAIN_DRAFT_DAYS/],
    [{ RETAIN_DRAFT_DAYS: '0' }, /RETAIN_DRAFT_DAYS/],
    [{ RETAIN_DELETED_ACCOUNT_YEARS: '0' }, /RETAIN_DELETED_ACCOUNT_YEARS/],
    [{ RETAIN_LOAD_REJECT_DAYS: 'un año' }, /RETAIN_LOAD_REJECT_DAYS/],
    [{ RETAIN_UNCONFIRMED_DAYS: '1e9' }, /RETAIN_UNCONFIRMED_DAYS/],
    [{ RETAIN_NEWS_DAYS: '90' }, /RETAIN_NEWS_DAYS/],
  ])('%j', (env, name) => {
    expect(() => readConfig(env)).toThrow(name)
  })
})

test.each([
  ['DATABASE_URL', 'mysql://portal:s3cr3t0@db.example/x'],
  ['SMTP_URL', 'http://portal:s3cr3t0@mail.example'],
  ['SECRET_KEY', 's3cr3t0'],
])('the value of a wrong %s is not shown, since it may contain a password', (name, value) => {
  const start = () => readConfig({ ...production, [name]: value })
  expect(start).toThrow(name)
  expect(start).not.toThrow('s3cr3t0')
})

test('the value of another wrong setting is shown', () => {
  expect(() => readConfig({ PUBLIC_URL: 'portal' })).toThrow('PUBLIC_URL (vale «portal»)')
})

test('an origin of another page is the same with a slash behind it', () => {
  const { webOrigins } = readConfig({ SECRET_KEY: 'x', WEB_ORIGINS: 'http://Web.example:80/' })
  expect(webOrigins).toEqual(['http://web.example'])
})

test.each(['', ' '])(
  'a setting with «%s» counts as not set, whichever it is (security 12.191)',
  (empty) => {
    const empties = Object.fromEntries(settingNames.map((name) => [name, empty]))
    expect(readConfig({ ...empties, SECRET_KEY: 'x' })).toEqual(readConfig({ SECRET_KEY: 'x' }))
    expect(() => readConfig({ ...production, SECRET_KEY: empty })).toThrow('SECRET_KEY')
  },
)

test('proxies are addresses, networks, or kinds of networks', () => {
  const proxies = ['10.0.0.7', '172.16.0.0/12', 'fd00::/8', '::1', 'loopback']
  const { trustProxy } = readConfig({ ...production, TRUST_PROXY: proxies.join(', ') })
  expect(trustProxy).toEqual(proxies)
})

test('production has an idle limit that local runs do not have', () => {
  expect(readConfig(production)).toMatchObject({
    sessionIdleMs: 65 * 60_000,
    sessionMaxMs: 12 * 3_600_000,
  })
  expect(readConfig({ SECRET_KEY: 'x' }).sessionIdleMs).toBeNull()
})

test.each([
  [{}, 60 * 60_000],
  [{ SESSION_IDLE_MINUTES: '30' }, 25 * 60_000],
  [{ SESSION_IDLE_MINUTES: '4' }, 2 * 60_000],
])('the browser’s inactivity limit follows the server’s: %j (§10.77)', (set, limit) => {
  const table = hostTable(readConfig({ ...production, ...set }))
  expect(table['portal.cooperativa.example']?.max_inactivity).toBe(limit)
  expect(table.localhost?.max_inactivity).toBe(limit)
})

test('outside production a key is created once and stored', () => {
  const DATA_DIR = join(mkdtempSync(join(tmpdir(), 'carpeta-')), 'data')
  const [secretKey] = readConfig({ DATA_DIR }).secretKeys
  expect(secretKey.length).toBeGreaterThan(60)
  expect(readConfig({ DATA_DIR }).secretKeys).toEqual([secretKey])
})

test('former secret keys follow the present one', () => {
  const { secretKeys } = readConfig({
    ...production,
    SECRET_KEY_PREVIOUS: `${FORMER_KEY}, ${OLDEST_KEY}`,
  })
  expect(secretKeys).toEqual([production.SECRET_KEY, FORMER_KEY, OLDEST_KEY])
})

test('the host table has this portal’s host, with the cooperative’s own details (§9.1, §9.2, §9.3, §9.4, §10.74)', () => {
  const table = hostTable(readConfig({ ...production, COMPANY_NAME: 'Cooperativa Andalién' }))
  expect(table['portal.cooperativa.example']).toMatchObject({
    environment: 'production',
    api: '',
    debug: false,
    max_inactivity: 3_600_000,
    link_home: '/',
    app_version: '2021_09_07',
    company: 'Cooperativa Andalién',
  })
  expect(environmentsSchema.parse(table)).toEqual(table)
  const local = hostTable(readConfig({ SECRET_KEY: 'x' }))
  expect(local.localhost).toMatchObject({ environment: 'local', debug: true, max_inactivity: 0 })
})

test('the host table has this portal’s retention periods for every host', () => {
  const set = { RETAIN_CLOSED_REQUEST_YEARS: '10', RETAIN_DEVICE_DAYS: '30' }
  for (const row of Object.values(hostTable(readConfig({ ...production, ...set })))) {
    expect(row.retention).toMatchObject({ closedRequestYears: 10, deviceDays: 30, draftDays: 30 })
  }
})

test('only production asks for the values of the UF by itself, with a key if there is one', () => {
  const uf = (env: NodeJS.ProcessEnv) => readConfig(env).uf
  expect(uf({ ...productionSettings, UF_FETCH: undefined }).fetch).toBe(true)
  expect(uf({}).fetch).toBe(false)
  expect(uf({ UF_FETCH: 'true', CMF_API_KEY: ' ' })).toMatchObject({
    fetch: true,
    cmfApiKey: undefined,
  })
})

test('accounting’s database has an address, a password, queries and times of day', () => {
  const set = {
    ACCOUNTING_URL: 'mysql://lectura@erp.example/erp',
    ACCOUNTING_PASSWORD: 'S3creta',
    ACCOUNTING_QUERIES: '/srv/queries',
    ACCOUNTING_EVERY: '05:30, 13:00',
  }
  expect(readConfig(set).accounting).toEqual({
    url: set.ACCOUNTING_URL,
    password: 'S3creta',
    queries: '/srv/queries',
    every: ['05:30', '13:00'],
    pausesEmails: false,
  })
  const paused = readConfig({ ...set, ACCOUNTING_PAUSE_EMAILS: 'true' })
  expect(paused.accounting.pausesEmails).toBe(true)
  expect(() => readConfig({ ...set, ACCOUNTING_QUERIES: undefined })).toThrow(
    'ACCOUNTING_EVERY necesita ACCOUNTING_URL y ACCOUNTING_QUERIES',
  )
  expect(() => readConfig({ ...set, ACCOUNTING_EVERY: '25:00' })).toThrow('ACCOUNTING_EVERY')
  const wrong = () => readConfig({ ACCOUNTING_URL: 'postgres://a:S3creta@b/c' })
  expect(wrong).toThrow('ACCOUNTING_URL')
  expect(wrong).not.toThrow('S3creta')
})

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
