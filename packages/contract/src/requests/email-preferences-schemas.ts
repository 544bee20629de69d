import { z } from 'zod'
import type { Definition } from '../endpoint.ts'

/** Which e-mails a user wants besides those about security. */
export const preferencesSchema = z.object({ request_letters: z.boolean() })

export const definitions = {
  getPreferences: {
    access: 'user',
    inView: true,
    summary: 'Qué cartas quiero recibir',
    answer: preferencesSchema,
  },
  changePreferences: {
    access: 'user',
    summary: 'Elegir qué cartas quiero recibir',
    body: preferencesSchema.partial(),
    answer: preferencesSchema,
  },
} as const satisfies Record<string, Definition>
