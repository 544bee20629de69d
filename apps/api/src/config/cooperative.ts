import { sampleCooperative } from '@carpeta/contract/default-environments'
import type { Config } from './config.ts'

export type Cooperative = Record<keyof typeof sampleCooperative, string>

/** The cooperative's details from the settings, with the sample's as defaults. */
export function cooperativeOf({ company }: Pick<Config, 'company'>): Cooperative {
  return {
    company: company.company || sampleCooperative.company,
    contact_email: company.contact_email || sampleCooperative.contact_email,
    contact_phone: company.contact_phone || sampleCooperative.contact_phone,
    office_address: company.office_address || sampleCooperative.office_address,
  }
}
