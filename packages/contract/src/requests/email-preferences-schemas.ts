import { z } from 'zod'
import type { Definition } from '../endpoint.ts'

/** The emails that a user can switch off; those about security are always sent. */
export const preferencesSchema = z.object({
  request_letters: z.boolean(),
  announcement_emails: z.boolean(),
  /** News of the member's sales, by kind. */
  deed_emails: z.boolean(),
  payment_emails: z.boolean(),
  due_emails: z.boolean(),
})

export const definitions = {
  getPreferences: {
    access: 'user',
    inView: true,
    summary: 'Qué correos quiero recibir',
    answer: preferencesSchema,
  },
  changePreferences: {
    access: 'user',
    summary: 'Elegir qué correos quiero recibir',
    body: preferencesSchema.partial(),
    answer: preferencesSchema,
  },
} as const satisfies Record<string, Definition>
