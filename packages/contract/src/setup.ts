import { mailOutcomes } from '@carpeta/domain/setup/mail-outcomes'
import { setupStates } from '@carpeta/domain/setup/setup-steps'
import { z } from 'zod'
import { type EndpointTable, empty, id, instant, sentence } from './endpoint.ts'

const access = 'users.manage_users'
const count = z.number().int().nonnegative()
const state = z.enum(setupStates)
const outcome = z.enum(mailOutcomes)
/** Names of settings, which the operator sets on the server. */
const missing = z.array(z.string())

const setupSchema = z.object({
  company: z.object({ state, missing }),
  payment_account: z.object({
    state,
    missing,
    /** Members see the account of the sample cooperative. */
    is_sample: z.boolean(),
  }),
  online_payments: z.object({
    state,
    /** Where payments go: integration and the simulator charge nothing. */
    gateway: z.enum(['none', 'simulator', 'integration', 'production']),
  }),
  mail: z.object({
    state,
    /** Null without a mail server. */
    server: z.string().nullable(),
    /** The last test email, by the same settings. */
    test: z.object({ at: instant, outcome }).nullable(),
  }),
  load: z.object({ state, at: instant.nullable() }),
  procedures: z.object({ state, offered: count }),
  second_factor: z.object({
    state,
    staff: count,
    without: z.array(z.object({ id, name: z.string() })),
  }),
  /** Accounts of members. */
  invitations: z.object({
    state,
    members: count,
    /** With an email; without one nobody can be invited. */
    not_invited: count,
    no_email: count,
    invited: count,
  }),
  is_hidden: z.boolean(),
})

export type Setup = z.infer<typeof setupSchema>

export const endpoints = {
  'GET /api/setup/': {
    access,
    summary: 'Qué falta para que el portal esté en marcha',
    answer: setupSchema,
  },
  'POST /api/setup/test-email/': {
    access,
    summary: 'Enviar un correo de prueba a la propia dirección; responde cómo resultó',
    errors: { 409: sentence },
    answer: z.object({ outcome }),
  },
  'POST /api/setup/hide/': {
    access,
    summary: 'Ocultar la puesta en marcha del inicio, cuando no falta nada, o mostrarla de nuevo',
    errors: { 409: sentence },
    body: z.object({ is_hidden: z.boolean() }),
    answer: empty,
  },
} as const satisfies EndpointTable
