import { describe, expect, test } from 'vitest'
import { productionSettings } from '../../test/test-config.ts'
import { readConfig } from './config.ts'
import { integrationCredentials } from './payment-settings.ts'

const own = { WEBPAY_COMMERCE_CODE: '597012345678', WEBPAY_API_KEY: 'k'.repeat(64) }
const webpay = { ONLINE_PAYMENTS: 'webpay', ...own }
const problem = (env: NodeJS.ProcessEnv) => {
  try {
    readConfig(env)
    return null
  } catch (error) {
    return String(error)
  }
}

describe('payments online are', () => {
  test('off unless they are set, and then go to Transbank', () => {
    expect(readConfig({}).webpay).toBeNull()
    const { webpay: found } = readConfig({
      ...productionSettings,
      ...webpay,
      WEBPAY_ENVIRONMENT: 'production',
    })
    expect(found).toMatchObject({ commerceCode: own.WEBPAY_COMMERCE_CODE, isSimulated: false })
    expect(found?.baseUrl.href).toBe('https://webpay3g.transbank.cl/')
  })

  test.each([
    ['simulated', { ONLINE_PAYMENTS: 'simulator' }, 'ONLINE_PAYMENTS=simulator'],
    ['in the environment for tests', webpay, 'credenciales de integración'],
    [
      'with the code for tests',
      {
        ...webpay,
        WEBPAY_ENVIRONMENT: 'production',
        WEBPAY_COMMERCE_CODE: integrationCredentials.commerceCode,
      },
      'credenciales de integración',
    ],
    [
      'with the code for tests at another address',
      {
        ...webpay,
        WEBPAY_COMMERCE_CODE: integrationCredentials.commerceCode,
        WEBPAY_URL: 'https://pagos.example',
      },
      'credenciales de integración',
    ],
    [
      'with the code for tests of another product of Transbank',
      { ...webpay, WEBPAY_ENVIRONMENT: 'production', WEBPAY_COMMERCE_CODE: '597055555540' },
      'credenciales de integración',
    ],
    [
      'with the key for tests at another address',
      {
        ...webpay,
        WEBPAY_API_KEY: integrationCredentials.apiKey,
        WEBPAY_URL: 'https://webpay3g.transbank.cl',
      },
      'credenciales de integración',
    ],
    [
      'at the address for tests, however it is written',
      {
        ...webpay,
        WEBPAY_ENVIRONMENT: 'production',
        WEBPAY_URL: 'https://WEBPAY3GINT.transbank.cl.:443/x',
      },
      'credenciales de integración',
    ],
    [
      'unencrypted',
      { ...webpay, WEBPAY_ENVIRONMENT: 'production', WEBPAY_URL: 'http://pagos.example' },
      'WEBPAY_URL empieza con http://',
    ],
  ])('refused in production: %s (security 12.31)', (_, env, sentence) => {
    expect(problem({ ...productionSettings, ...env })).toContain(sentence)
  })

  test('accepted in production with the cooperative’s own credentials at an address that charges (security 12.31)', () => {
    for (const WEBPAY_URL of ['https://webpay3g.transbank.cl', 'https://pasarela.example']) {
      expect(problem({ ...productionSettings, ...webpay, WEBPAY_URL })).toBeNull()
    }
  })

  test.each([
    [{ ONLINE_PAYMENTS: 'webpay' }, 'necesita WEBPAY_COMMERCE_CODE y WEBPAY_API_KEY'],
    [{ ...webpay, WEBPAY_COMMERCE_CODE: '123' }, 'WEBPAY_COMMERCE_CODE no es válido'],
    [{ ONLINE_PAYMENTS: 'khipu' }, 'ONLINE_PAYMENTS'],
  ])('refused everywhere: %j', (env, sentence) => {
    expect(problem(env)).toContain(sentence)
  })
})
