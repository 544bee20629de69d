import type { PaymentAccount } from '@carpeta/domain/payments/payment-account'
import { z } from 'zod'
import { readPaymentAccount, sampleAccount } from '../payment-account.ts'
import { ConfigError } from '../usage-error.ts'
import type { ServerConfig } from './server-settings.ts'

/** The cooperative's details, for the footer, emails and transfers. */
export const cooperativeSettings = {
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
