import { environmentDefaults } from '@carpeta/contract/default-environments'
import { PRODUCTION_INACTIVITY_MS } from '@carpeta/domain/access/session-rules'
import { retentionDefaults } from '@carpeta/domain/personal-data/retention'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readHostSettings } from './environment.ts'

const whole = { ...environmentDefaults('production'), retention: retentionDefaults }

const strict = {
  environment: 'production',
  api: '',
  debug: false,
  max_inactivity: PRODUCTION_INACTIVITY_MS,
  link_home: '/',
  company: '',
  contact_email: '',
  contact_phone: '',
  office_address: '',
}

test('a whole row is used as it is', () => {
  expect(readHostSettings(whole)).toEqual({ settings: whole, problems: [] })
})

test('a row with nothing but the API’s address has production’s limit and no contact (§10.76)', () => {
  const { settings, problems } = readHostSettings({ api: 'https://api.example' })
  expect(settings).toMatchObject({ ...strict, api: 'https://api.example' })
  expect(problems).toEqual([
    'falta environment',
    'falta debug',
    'falta max_inactivity',
    'falta link_home',
    'falta app_version',
    'falta company',
  ])
})

test('a row with the seven settings of the specification lacks nothing', () => {
  const { contact_email, contact_phone, office_address, ...seven } =
    environmentDefaults('production')
  expect(readHostSettings(seven).problems).toEqual([])
})

test('a local row without a limit has none', () => {
  const { max_inactivity: _, ...local } = environmentDefaults('local')
  expect(readHostSettings(local).settings.max_inactivity).toBe(0)
})

test('a retention period that is not valid is left to the default', () => {
  const retention = { draftDays: 7, deviceDays: '30' }
  const { settings, problems } = readHostSettings({ ...whole, retention })
  expect(settings.retention).toEqual({ draftDays: 7 })
  expect(problems).toEqual(['retention no es válido'])
})

describe('a value of another kind is replaced and named', () => {
  test.each([
    ['environment', 'prod', 'production'],
    ['api', 8010, ''],
    ['debug', 'false', false],
    ['max_inactivity', '3600000', PRODUCTION_INACTIVITY_MS],
    ['max_inactivity', -1, PRODUCTION_INACTIVITY_MS],
    ['max_inactivity', null, PRODUCTION_INACTIVITY_MS],
    ['contact_phone', 56410000000, ''],
    ['office_address', null, ''],
  ])('%s: %j', (name, value, used) => {
    const { settings, problems } = readHostSettings({ ...whole, [name]: value })
    expect(settings).toMatchObject({ [name]: used })
    expect(problems).toEqual([`${name} no es válido`])
  })
})

test('an unknown field is named and changes nothing', () => {
  const { settings, problems } = readHostSettings({ ...whole, color: 'azul' })
  expect(settings).toMatchObject(whole)
  expect(problems).toEqual(['color no se conoce'])
})

test('any row gives settings that a page can use (§10.98)', () => {
  const value = fc.oneof(fc.anything(), fc.constantFrom('local', 'https://x.example', 0))
  const row = fc.oneof(
    fc.anything(),
    fc.record(Object.fromEntries(Object.keys(whole).map((name) => [name, value])), {
      requiredKeys: [],
    }),
  )
  fc.assert(
    fc.property(row, (given) => {
      const { settings } = readHostSettings(given)
      for (const [name, usual] of Object.entries(strict)) {
        expect(typeof settings[name as keyof typeof strict]).toBe(typeof usual)
      }
      expect(settings.max_inactivity).toBeGreaterThanOrEqual(0)
      for (const period of Object.values(settings.retention ?? {})) {
        expect(Number.isInteger(period)).toBe(true)
      }
    }),
  )
})
