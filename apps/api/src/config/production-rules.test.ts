import { describe, expect, test } from 'vitest'
import { productionSettings } from '../../test/test-config.ts'
import { readConfig } from './config.ts'
import { startWarnings } from './production-rules.ts'

const FORMER_KEY = 'Hq8s2LmV5xNw7TbR3cKz9YpD4fGj1AeUo6'

function startWith(env: NodeJS.ProcessEnv) {
  return () => readConfig({ ...productionSettings, ...env })
}

test('production starts with what it requires', () => {
  expect(startWith({})).not.toThrow()
})

describe('production does not start, and one sentence says why (security 10.63, security 12.13, security 12.20, security 12.29)', () => {
  test.each([
    [{ PUBLIC_URL: undefined }, /^Falta PUBLIC_URL/],
    [{ PUBLIC_URL: 'http://portal.cooperativa.example' }, /^PUBLIC_URL empieza con http:/],
    [{ SECRET_KEY: undefined }, /^Falta SECRET_KEY/],
    [{ SECRET_KEY: '' }, /^Falta SECRET_KEY/],
    [{ SECRET_KEY: 'corta' }, /^SECRET_KEY no es segura/],
    [{ SECRET_KEY: 'changeme-changeme-changeme-changeme' }, /^SECRET_KEY no es segura/],
    [{ SECRET_KEY: 'a'.repeat(64) }, /^SECRET_KEY no es segura/],
    [{ SECRET_KEY_PREVIOUS: 'corta' }, /^SECRET_KEY_PREVIOUS tiene una clave insegura/],
    [{ SECRET_KEY_PREVIOUS: `${FORMER_KEY},secret` }, /^SECRET_KEY_PREVIOUS tiene una clave/],
    [{ SECRET_KEY_PREVIOUS: productionSettings.SECRET_KEY }, /^SECRET_KEY también está en/],
    [{ DATABASE_URL: undefined }, /^Falta DATABASE_URL/],
    [{ EMBEDDED_DATABASE: 'true' }, /^DATABASE_URL y EMBEDDED_DATABASE=true se contradicen/],
    [{ SMTP_URL: undefined }, /^Falta SMTP_URL/],
    [{ MAIL_FROM: undefined }, /^Falta MAIL_FROM/],
    [{ COMPANY_NAME: undefined }, /^Falta COMPANY_NAME: /],
    [{ CONTACT_EMAIL: undefined }, /^Falta CONTACT_EMAIL: /],
    [{ CONTACT_PHONE: '  ' }, /^Falta CONTACT_PHONE: /],
    [{ OFFICE_ADDRESS: undefined }, /^Falta OFFICE_ADDRESS: /],
    [{ COMPANY_NAME: '', CONTACT_EMAIL: '' }, /^Faltan COMPANY_NAME, CONTACT_EMAIL: /],
    [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY=true confía/],
    [{ CMF_URL: 'http://cmf.example/api' }, /^CMF_URL empieza con http:/],
    [{ MINDICADOR_URL: 'http://uf.example' }, /^MINDICADOR_URL empieza con http:/],
  ])('%j', (env, sentence) => {
    const start = startWith(env)
    expect(start).toThrow(sentence)
    expect(start).not.toThrow('\n')
  })
})

describe('production questions what would open it, and one sentence says why (security 12.110)', () => {
  const portal = 'portal.cooperativa.example'
  const open: Record<string, string[]> = {
    PUBLIC_URL: [
      `https://${portal}/socios`,
      `https://${portal}/?a=b`,
      `https://${portal}/#a`,
      `https://ana:secreta@${portal}`,
    ],
    COOKIE_DOMAIN: ['otra.example', 'tal.cooperativa.example', 'example'],
    TRUST_PROXY: ['0.0.0.0/0', '10.0.0.7, 0.0.0.0/1, 128.0.0.0/1', '::/0', '2000::/3', '::/64'],
    SESSION_MAX_HOURS: ['1e9', '169'],
    SESSION_IDLE_MINUTES: ['1e9', '1441'],
    FRAME_ANCESTORS: ['*', 'https:', 'https://*', 'https://*.cl', "'self', *", 'http://a.example'],
    WEB_ORIGINS: ['http://web.cooperativa.example'],
  }
  test.each(Object.entries(open).flatMap(([name, values]) => values.map((value) => [name, value])))(
    '%s=%s',
    (name = '', value) => {
      const start = startWith({ [name]: value })
      expect(start).toThrow(new RegExp(`^${name} `))
      expect(start).not.toThrow('\n')
      expect(start).not.toThrow('secreta')
    },
  )
})

test('of several missing settings each has its line', () => {
  const start = () => readConfig({ ENVIRONMENT: 'production' })
  expect(start).toThrow(
    /^Falta PUBLIC_URL.*\nFalta SECRET_KEY.*\nFalta DATABASE_URL.*\nFalta SMTP_URL.*\nFaltan COMPANY_NAME.*$/,
  )
})

describe('production starts when the operator says so (security 12.29)', () => {
  test.each([
    { PUBLIC_URL: 'http://portal.cooperativa.example', ALLOW_HTTP: 'true' },
    { DATABASE_URL: undefined, EMBEDDED_DATABASE: 'true' },
    { TRUST_PROXY: 'true', HOST: '127.0.0.1' },
    { TRUST_PROXY: 'true', HOST: '0.0.0.0' },
    { TRUST_PROXY: '10.0.0.7' },
    { TRUST_PROXY: 'loopback, 10.0.0.0/8, 172.16.0.0/12, fc00::/7, 2606:4700::/32' },
    { SESSION_MAX_HOURS: '168', SESSION_IDLE_MINUTES: '1440' },
    { PUBLIC_URL: 'https://portal.cooperativa.example/', COOKIE_DOMAIN: 'cooperativa.example' },
    { FRAME_ANCESTORS: "'self', https://cooperativa.example, https://*.cooperativa.example:8443" },
    { FRAME_ANCESTORS: "'none'" },
    { WEB_ORIGINS: 'https://web.cooperativa.example, https://otra.example:8443/' },
    {
      PUBLIC_URL: 'http://portal.interno',
      ALLOW_HTTP: 'true',
      WEB_ORIGINS: 'http://web.interno',
      FRAME_ANCESTORS: 'http://web.interno',
    },
    { SECRET_KEY_PREVIOUS: FORMER_KEY },
  ])('%j', (env) => {
    expect(startWith(env)).not.toThrow()
  })
})

test('local and test runs need none of it', () => {
  for (const ENVIRONMENT of ['local', 'test']) {
    expect(() => readConfig({ ENVIRONMENT, SECRET_KEY: 'x', TRUST_PROXY: 'true' })).not.toThrow()
  }
})

test('that nobody is asked for the password again is told at each start (§12.1011)', () => {
  const warnings = startWarnings(
    readConfig({
      ...productionSettings,
      CLAMD_URL: 'tcp://clamd:3310',
      SMTP_URL: 'smtps://correo.cooperativa.example',
      RECENT_LOGIN_MINUTES: '0',
    }),
  )
  expect(warnings).toEqual([expect.stringContaining('RECENT_LOGIN_MINUTES=0')])
})

test('a mail server whose certificate may be anybody’s, or without encryption, is told at each start (security 12.21, security 12.110)', () => {
  const warningsOf = (SMTP_URL: string) =>
    startWarnings(readConfig({ ...productionSettings, CLAMD_URL: 'tcp://clamd:3310', SMTP_URL }))
  expect(warningsOf('smtps://correo.cooperativa.example')).toEqual([])
  for (const scheme of ['smtp', 'smtps']) {
    const url = `${scheme}://correo.cooperativa.example?tls.rejectUnauthorized=false`
    expect(warningsOf(url)).toEqual([expect.stringContaining('tls.rejectUnauthorized=false')])
  }
  for (const no of ['false', '0', '']) {
    const url = `smtp://correo.cooperativa.example?requireTLS=${no}`
    expect(warningsOf(url)).toEqual([expect.stringContaining('requireTLS=false')])
  }
})
