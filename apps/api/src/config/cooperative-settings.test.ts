import { expect, test } from 'vitest'
import { productionSettings, testConfig } from '../../test/test-config.ts'
import { readConfig } from './config.ts'

const account = {
  PAYMENT_BANK: 'Banco Estado',
  PAYMENT_ACCOUNT_TYPE: 'Cuenta vista',
  PAYMENT_ACCOUNT: '12 345 678-9',
  PAYMENT_HOLDER: 'Cooperativa Andalién',
  PAYMENT_RUT: '12.345.678-5',
  PAYMENT_EMAIL: 'pagos@andalien.example',
}

test('the account to pay to is all six settings, its rut in one form', () => {
  expect(testConfig(account).paymentAccount).toEqual({
    bank: 'Banco Estado',
    accountType: 'Cuenta vista',
    number: '12 345 678-9',
    holder: 'Cooperativa Andalién',
    rut: '12345678-5',
    email: 'pagos@andalien.example',
  })
})

test('without them there is none in production, and the sample’s in a local run', () => {
  expect(readConfig(productionSettings).paymentAccount).toBeNull()
  expect(testConfig().paymentAccount?.holder).toBe('Cooperativa Vista al Biobío')
})

test.each([
  [{ PAYMENT_RUT: '' }, 'Falta PAYMENT_RUT'],
  [{ PAYMENT_RUT: undefined, PAYMENT_BANK: ' ' }, 'Faltan PAYMENT_BANK, PAYMENT_RUT'],
  [{ PAYMENT_RUT: '12.345.678-6' }, 'No es válida PAYMENT_RUT'],
  [{ PAYMENT_EMAIL: 'pagos' }, 'No es válida PAYMENT_EMAIL'],
  [{ PAYMENT_ACCOUNT: 'la de siempre' }, 'No es válida PAYMENT_ACCOUNT'],
  [
    { PAYMENT_HOLDER: 'Dos\nlíneas', PAYMENT_BANK: 'x'.repeat(101) },
    'No son válidas PAYMENT_BANK, PAYMENT_HOLDER',
  ],
])('with %o the portal does not start (§12.164, security 9.25)', (changed, sentence) => {
  expect(() => testConfig({ ...account, ...changed })).toThrow(sentence)
})
