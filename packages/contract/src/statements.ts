import { z } from 'zod'
import { instant, text } from './text.ts'

export const statementParams = z.object({ code: text(500) })

/** `GET /api/sales/{code}/statement.pdf` and `.csv`. */
export const statementFile = z.string().meta({ format: 'binary' })

export const folioParams = z.object({ folio: text(40) })

/** `GET /api/statements/{folio}/`: all that a paper tells whoever holds it. */
export const statementCheckResponse = z.object({
  folio: z.string(),
  issued_at: instant,
  /** Whether accounting's figures are still the ones on the paper. */
  is_current: z.boolean(),
})
