import { z } from 'zod'

/** Free text of at most `max` characters. NUL is refused: PostgreSQL cannot hold it. */
export function text(max = 500) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), 'Los caracteres nulos no están permitidos.')
}

/** An identifier in a path or a body: a positive integer that fits PostgreSQL's `integer`. */
export const id = z.coerce.number().int().positive().max(2_147_483_647)

/** A calendar date `YYYY-MM-DD`, or '' where accounting has none (spec §3, empty dates). */
export const wireDate = z.string().meta({ description: 'YYYY-MM-DD, o vacío' })

/** An instant in UTC, e.g. `2026-11-20T23:24:13Z`. */
export const instant = z.iso.datetime({ offset: true })
