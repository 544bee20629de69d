import type { Uf } from '@carpeta/domain/money/money'
import { z } from 'zod'

export const flag = z.stringbool({
  truthy: ['true', '1', 'yes', 'si', 'sí'],
  falsy: ['false', '0', 'no', ''],
})

export const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

export const url = (protocols: RegExp) => z.url({ protocol: protocols })

// Digits only: an empty setting would be 0 as a number, and delete everything or take any port.
export const period = (from: number, to: number, given: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().min(from).max(to))
    .default(given)

export const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .pipe(z.number().max(65_535))

export const days = (given: number) => period(0, 36_500, given)
export const years = (given: number) => period(1, 100, given)

/** An amount in UF, with a decimal point. */
export const ufAmount = (given: Uf) =>
  z
    .string()
    .regex(/^\d{1,4}(\.\d{1,4})?$/)
    .transform((text) => text as Uf)
    .default(given)
