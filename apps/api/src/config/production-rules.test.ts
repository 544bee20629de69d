import { describe, expect, test } from 'vitest'
import { productionSettings } from '../../test/test-config.ts'
import { readConfig } from './config.ts'

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
