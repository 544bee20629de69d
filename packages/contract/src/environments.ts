import { retentionDefaults } from '@carpeta/domain/personal-data/retention'
import { z } from 'zod'

const periods = Object.keys(retentionDefaults) as (keyof typeof retentionDefaults)[]

/** A host's row in `/environments.json`, which an operator can edit (docs/specification.md §10.74). */
const environmentSchema = z.object({
  environment: z.enum(['local', 'test', 'production']),
  api: z.string().meta({ description: 'Base address of the API; empty is the page’s own origin' }),
  debug: z.boolean(),
  max_inactivity: z.number().int().nonnegative().meta({ description: 'ms; 0 is no limit' }),
  link_home: z.string(),
  app_version: z.string(),
  company: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  office_address: z.string(),
  /** Periods for the privacy notice; without them it shows the defaults. */
  retention: z.record(z.enum(periods), z.number().int().nonnegative()).optional(),
})

export const environmentsSchema = z.record(z.string(), environmentSchema)

export type Environment = z.infer<typeof environmentSchema>
export type Environments = z.infer<typeof environmentsSchema>
