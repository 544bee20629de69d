import { sampleCooperative } from '@carpeta/contract/default-environments'
import type { Config } from '../config.ts'
import type { Sender } from './letter.ts'

/** The cooperative as letters sign. */
export function senderOf({ company }: Pick<Config, 'company'>): Sender {
  return {
    company: company.company ?? sampleCooperative.company,
    contactEmail: company.contact_email ?? sampleCooperative.contact_email,
    contactPhone: company.contact_phone ?? sampleCooperative.contact_phone,
  }
}
