import type { Config } from '../config/config.ts'
import { cooperativeOf } from '../config/cooperative.ts'
import type { Sender } from './render-email.ts'

/** The cooperative's details for the signature of emails. */
export function senderOf(config: Pick<Config, 'company'>): Sender {
  const { company, contact_email, contact_phone } = cooperativeOf(config)
  return { company, contactEmail: contact_email, contactPhone: contact_phone }
}
