import { countedOutcomes } from '@carpeta/domain/system/mail-failures'
import { z } from 'zod'
import { type EndpointTable, empty, id, instant, sentence } from './endpoint.ts'

const access = 'superuser'
const count = z.number().int().nonnegative()

/** What a check found, in the words of `carpeta doctor`. */
const findings = z.array(
  z.object({
    name: z.string(),
    state: z.enum(['ok', 'warning', 'failure']),
    text: z.string(),
  }),
)

/** A job whose last attempt failed, without what it was to do. */
const failingJob = z.object({
  id,
  task: z.string(),
  /** Whether no attempt is left. */
  has_failed: z.boolean(),
  created_at: instant,
  tried_at: instant,
  next_at: instant,
  attempts: count,
  /** A sentence, without a word of the error's own text. */
  failure: z.string(),
})

/** `figures` are null where they did not come in time. */
const systemSchema = z.object({
  version: z.string(),
  /** Whether a newer one is published; empty where nobody is asked. */
  updates: z.object({ findings }),
  database: z.object({
    findings,
    figures: z.object({ bytes: count, analysed_at: instant.nullable() }).nullable(),
  }),
  documents: z.object({ findings }),
  backups: z.object({
    findings,
    figures: z.object({ bytes: count }).nullable(),
  }),
  mail: z.object({
    findings,
    figures: z
      .object({
        /** Emails that wait, by the job that sends them. */
        waiting: z.array(z.object({ task: z.string(), emails: count })),
        /** Of the last day, newest first; hours without emails are left out. */
        hours: z.array(z.object({ hour: instant, sent: count, failed: count })),
        /** Of the last day. */
        failures: z.array(z.object({ outcome: z.enum(countedOutcomes), emails: count })),
      })
      .nullable(),
  }),
  jobs: z.object({
    findings,
    figures: z
      .object({
        kinds: z.array(
          z.object({ task: z.string(), waiting: count, running: count, failed: count }),
        ),
        /** The first of them. */
        failing: z.array(failingJob),
      })
      .nullable(),
  }),
  audit: z.object({ findings }),
  data: z.object({ findings }),
  processes: z.object({ findings }),
})

export type System = z.infer<typeof systemSchema>
export type Findings = z.infer<typeof findings>
export type FailingJob = z.infer<typeof failingJob>

export const endpoints = {
  'GET /api/system/': {
    access,
    summary: 'Cómo está el portal: base de datos, respaldos, correo, trabajos y procesos',
    answer: systemSchema,
  },
  'POST /api/system/jobs/:id/retry/': {
    access,
    summary: 'Intentar de nuevo, ahora, un trabajo que falla',
    params: z.object({ id }),
    errors: { 409: sentence },
    answer: empty,
  },
  'POST /api/system/jobs/:id/discard/': {
    access,
    summary: 'Borrar un trabajo que falló y no se intenta más, con lo que iba a enviar',
    params: z.object({ id }),
    errors: { 409: sentence },
    answer: empty,
  },
} as const satisfies EndpointTable
