import { sampleCooperative } from '@carpeta/contract/default-environments'
import { isValidEmail } from '@carpeta/domain/access/login-rules'
import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'
import { canonicalRut } from '@carpeta/domain/people/rut'
import { z } from 'zod'
import type { ServerConfig } from './server-settings.ts'
import { ConfigError } from './usage-error.ts'

/** The cooperative's details, for the footer, emails and transfers. */
export const cooperativeSettings = {
  /** Who is in the footer and in emails; production requires them. */
  COMPANY_NAME: z.string().optional(),
  CONTACT_EMAIL: z.string().optional(),
  CONTACT_PHONE: z.string().optional(),
  OFFICE_ADDRESS: z.string().optional(),
  /** The account that members transfer to, all six or none; the sample cooperative's in local. */
  PAYMENT_BANK: z.string().optional(),
  PAYMENT_ACCOUNT_TYPE: z.string().optional(),
  PAYMENT_ACCOUNT: z.string().optional(),
  PAYMENT_HOLDER: z.string().optional(),
  PAYMENT_RUT: z.string().optional(),
  PAYMENT_EMAIL: z.string().optional(),
}

const schema = z.object(cooperativeSettings)

export interface CooperativeConfig {
  company: {
    company?: string | undefined
    contact_email?: string | undefined
    contact_phone?: string | undefined
    office_address?: string | undefined
  }
  /** Null where members cannot pay by transfer. */
  paymentAccount: PaymentAccount | null
}

/** The details of the cooperative that are not set, where the sample's are shown instead. */
export function missingCompanySettings({ company }: Pick<CooperativeConfig, 'company'>): string[] {
  const set: Record<string, string | undefined> = {
    COMPANY_NAME: company.company,
    CONTACT_EMAIL: company.contact_email,
    CONTACT_PHONE: company.contact_phone,
    OFFICE_ADDRESS: company.office_address,
  }
  return Object.keys(set).filter((name) => !set[name])
}

/** @throws {ConfigError} */
export function cooperativeConfig(
  set: z.infer<typeof schema>,
  { environment }: Pick<ServerConfig, 'environment'>,
): CooperativeConfig {
  const paymentAccount = readPaymentAccount(set)
  if (typeof paymentAccount === 'string') throw new ConfigError(paymentAccount)
  return {
    company: {
      company: set.COMPANY_NAME,
      contact_email: set.CONTACT_EMAIL,
      contact_phone: set.CONTACT_PHONE,
      office_address: set.OFFICE_ADDRESS,
    },
    paymentAccount: paymentAccount ?? (environment === 'local' ? sampleAccount : null),
  }
}

const accountNames = {
  bank: 'PAYMENT_BANK',
  accountType: 'PAYMENT_ACCOUNT_TYPE',
  number: 'PAYMENT_ACCOUNT',
  holder: 'PAYMENT_HOLDER',
  rut: 'PAYMENT_RUT',
  email: 'PAYMENT_EMAIL',
} as const satisfies Record<keyof PaymentAccount, string>

type AccountSettings = Partial<
  Record<(typeof accountNames)[keyof PaymentAccount], string | undefined>
>

/** The sample cooperative's account, for local runs without settings. */
const sampleAccount: PaymentAccount = {
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
  return paymentAccount && paymentAccount !== sampleAccount ? [] : Object.values(accountNames)
}

/** Null without any of the settings. @returns a sentence for the operator when they are wrong */
function readPaymentAccount(set: AccountSettings): PaymentAccount | null | string {
  const given = Object.fromEntries(
    Object.entries(accountNames).map(([field, name]) => [field, set[name]?.trim() ?? '']),
  ) as Record<keyof PaymentAccount, string>
  const missing = fieldsOf(given).filter((field) => given[field] === '')
  if (missing.length === Object.keys(accountNames).length) return null
  if (missing.length > 0) {
    const list = missing.map((field) => accountNames[field]).join(', ')
    return `${missing.length === 1 ? 'Falta' : 'Faltan'} ${list}: la cuenta a la que transfieren los socios se dice entera, o no se dice.`
  }
  const rut = canonicalRut(given.rut)
  const wrong = fieldsOf(given).filter((field) => !isValid(field, given[field]))
  if (rut === null || wrong.length > 0) {
    const list = wrong.map((field) => accountNames[field]).join(', ')
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

export type Cooperative = Record<keyof typeof sampleCooperative, string>

/** The cooperative's details from the settings, with the sample's as defaults. */
export function cooperativeOf({ company }: Pick<CooperativeConfig, 'company'>): Cooperative {
  return {
    company: company.company || sampleCooperative.company,
    contact_email: company.contact_email || sampleCooperative.contact_email,
    contact_phone: company.contact_phone || sampleCooperative.contact_phone,
    office_address: company.office_address || sampleCooperative.office_address,
  }
}
