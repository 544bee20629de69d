import { z } from 'zod'

/**
 * Free text of at most `max` characters. NUL is refused: PostgreSQL cannot hold it. Nor can it hold
 * half a sign (an emoji that was cut), of which it is shown that something is missing.
 */
export function text(max = 500) {
  return z
    .string()
    .max(max)
    .overwrite((value) => value.toWellFormed())
    .refine((value) => !value.includes('\u0000'), 'Los caracteres nulos no están permitidos.')
}

/** A number of JSON, or digits, as forms and addresses write it. Nothing else is bent into one. */
const noNumber = 'Introduzca un número entero válido.'
const numberOrDigits = z.union([z.number(), z.string().regex(/^\d{1,10}$/, noNumber)], {
  error: ({ input }) => (input === undefined ? 'Este campo es requerido.' : noNumber),
})
const asNumber = { decode: Number, encode: (value: number) => value }

/** An identifier in a path or a body: a positive integer that fits PostgreSQL's `integer`. */
export const id = z.codec(numberOrDigits, z.int().positive().max(2_147_483_647), asNumber)

/** Where something stands in a list, from 0. */
export const place = z.codec(numberOrDigits, z.int().nonnegative(), asNumber)

/** A calendar date `YYYY-MM-DD`, or '' where accounting has none (spec §3, empty dates). */
export const wireDate = z.string().meta({ description: 'YYYY-MM-DD, o vacío' })

/** An instant in UTC, e.g. `2026-11-20T23:24:13Z`. */
export const instant = z.iso.datetime({ offset: true })
