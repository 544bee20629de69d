import { z } from 'zod'

/**
 * Free text of at most `max` characters. PostgreSQL stores neither NUL, which is refused, nor half of a
 * surrogate pair (an emoji that was cut), which becomes U+FFFD.
 */
export function text(max = 500) {
  return z
    .string()
    .max(max)
    .overwrite((value) => value.toWellFormed())
    .refine((value) => !value.includes('\u0000'), 'Los caracteres nulos no están permitidos.')
}

/** A JSON number, or digits, as forms and paths send them. Nothing else is converted. */
const noNumber = 'Introduzca un número entero válido.'
const numberOrDigits = z.union([z.number(), z.string().regex(/^\d{1,10}$/, noNumber)], {
  error: ({ input }) => (input === undefined ? 'Este campo es requerido.' : noNumber),
})
const asNumber = { decode: Number, encode: (value: number) => value }

/** An identifier in a path or a body: a positive integer that fits PostgreSQL's `integer`. */
export const id = z.codec(numberOrDigits, z.int().positive().max(2_147_483_647), asNumber)

/** An index, from 0. */
export const position = z.codec(numberOrDigits, z.int().nonnegative(), asNumber)

/** A calendar date `YYYY-MM-DD`, or '' when accounting has none (docs/specification.md §3.19). */
export const wireDate = z.string().meta({ description: 'YYYY-MM-DD, o vacío' })

/** An instant in UTC, e.g. `2026-11-20T23:24:13Z`. */
export const instant = z.iso.datetime({ offset: true })
