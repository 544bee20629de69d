import { changeKinds, loadStates } from '@carpeta/domain/imports/import-rules'
import { z } from 'zod'
import { id, instant } from '../text.ts'

const count = z.number().int().nonnegative()

/** Parts of the sample cooperative, as the domain's `ReplacedSample`. */
export const replacedSampleSchema = z.object({
  sales: count,
  requests: count,
  procedures: count,
  documents: count,
  reports: count.meta({ description: 'Pagos informados' }),
  announcements: count.meta({ description: 'Avisos' }),
  values: count.meta({ description: 'Valores de la UF' }),
})

/** A load of accounting's export: applied, refused, undone, or a dry run (`tried`). */
export const loadSchema = z.object({
  id,
  state: z.enum(loadStates),
  file: z.string(),
  at: instant,
  by: z.string().meta({ description: 'Vacío si fue un comando o un programa' }),
  cutoff: instant.nullable(),
  announced: count.nullable(),
  added: count,
  changed: count,
  unchanged: count,
  withdrawn: count,
  rejected: count.meta({ description: 'Ventas malas; cada una puede romper varias reglas' }),
  broken_rules: count,
  findings: count.meta({ description: 'Contradicciones en las cifras de las ventas cargadas' }),
  new_accounts: count,
  replaced_sample: replacedSampleSchema
    .nullable()
    .meta({ description: 'Lo que la primera carga real quita de la cooperativa de ejemplo' }),
  refusal: z.string().nullable(),
  refusal_code: z.string().nullable().meta({ description: 'Estable, a diferencia de la frase' }),
  undone_at: instant.nullable(),
  undone_by: z.string(),
})

export const loadChangeSchema = z.object({
  sale: z.string(),
  kind: z.enum(changeKinds),
  is_comparable: z.boolean().meta({ description: 'Si se guardan sus cifras para compararlas' }),
})

export const loadRejectSchema = z.object({
  file: z.string().meta({ description: 'De una carpeta de CSV; si no, vacío' }),
  line: count,
  sale: z.string().nullable(),
  field: z.string(),
  value: z.string(),
  reason: z.string(),
})

export const loadFindingSchema = z.object({
  sale: z.string(),
  code: z.string(),
  stated: z.string().meta({ description: 'Lo que dice contabilidad' }),
  computed: z.string().meta({ description: 'Lo que dicen las demás cifras' }),
})

export const figureSchema = z.object({
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  is_changed: z.boolean(),
})
