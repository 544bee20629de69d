import { isValidEmail } from '@carpeta/domain/access/login-rules'
import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'
import { canonicalRut } from '@carpeta/domain/people/rut'

const names = {
  bank: 'PAYMENT_BANK',
  accountType: 'PAYMENT_ACCOUNT_TYPE',
  number: 'PAYMENT_ACCOUNT',
  holder: 'PAYMENT_HOLDER',
  rut: 'PAYMENT_RUT',
  email: 'PAYMENT_EMAIL',
} as const satisfies Record<keyof PaymentAccount, string>

type AccountSettings = Partial<Record<(typeof names)[keyof PaymentAccount], string | undefined>>

/** Of the sample cooperative, for local runs without settings. */
export const sampleAccount: PaymentAccount = {
  bank: 'Banco del Biobío',
  accountType: 'Cuenta corriente',
  number: '00-123-45678-09',
  holder: 'Cooperativa Vista al Biobío',
  rut: '65432198-1',
  email: 'pagos@vistaalbiobio.example',
}

const ONE_LINE = /^[^\p{C}]{1,100}$/u
const ACCOUNT_NUMBER = /^\d[\d -]{2,28}\d$/

/** The settings of the account that are not set; the sample's account counts as none. */
export function missingAccountSettings({
  paymentAccount,
}: {
  paymentAccount: PaymentAccount | null
}): string[] {
  return paymentAccount && paymentAccount !== sampleAccount ? [] : Object.values(names)
}

/** Null without any of the settings. @returns a sentence for the operator when they are wrong */
export function readPaymentAccount(set: AccountSettings): PaymentAccount | null | string {
  const given = Object.fromEntries(
    Object.entries(names).map(([field, name]) => [field, set[name]?.trim() ?? '']),
  ) as Record<keyof PaymentAccount, string>
  const missing = fieldsOf(given).filter((field) => given[field] === '')
  if (missing.length === Object.keys(names).length) return null
  if (missing.length > 0) {
    const list = missing.map((field) => names[field]).join(', ')
    return `${missing.length === 1 ? 'Falta' : 'Faltan'} ${list}: la cuenta a la que transfieren los socios se dice entera, o no se dice.`
  }
  const rut = canonicalRut(given.rut)
  const wrong = fieldsOf(given).filter((field) => !isValid(field, given[field]))
  if (rut === null || wrong.length > 0) {
    const list = wrong.map((field) => names[field]).join(', ')
    return `${wrong.length === 1 ? 'No es válida' : 'No son válidas'} ${list}: los socios transferirían a una cuenta equivocada. Ver docs/operations.md.`
  }
  return { ...given, rut }
}

function fieldsOf(given: Record<keyof PaymentAccount, string>): (keyof PaymentAccount)[] {
  return Object.keys(given) as (keyof PaymentAccount)[]
}

function isValid(field: keyof PaymentAccount, value: string): boolean {
  if (field === 'rut') return canonicalRut(value) !== null
  if (field === 'email') return isValidEmail(value)
  if (field === 'number') return ACCOUNT_NUMBER.test(value)
  return ONE_LINE.test(value)
}
