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

// Digits only: as a number a space would be 0, and delete everything or take any port.
export const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.number().min(from).max(to))

export const period = (from: number, to: number, given: number) =>
  wholeNumber(from, to).default(given)

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

/** `https://host:port`, of which a browser's `Origin` header has this very spelling; a slash may stand behind it. */
export const origin = z
  .url({ protocol: /^https?$/, hostname: /^[a-z\d.-]+$/i })
  .transform((text) => new URL(text))
  .refine(isOriginAlone)
  .transform(({ origin }) => origin)

/** Whether an address has neither path, query and fragment nor a login. */
export function isOriginAlone({ href, origin }: URL): boolean {
  return href === `${origin}/`
}

/** A source of `frame-ancestors`; what would end the directive or add another is none. */
export const frameSource = z
  .string()
  .regex(/^('self'|'none'|\*|https?:|(https?:\/\/[\w*-]+|[\w*-]+\.)[\w.-]*(:\d{1,5})?)$/i)

export const cookieDomain = z.string().regex(/^(\.?[a-z\d-]+(\.[a-z\d-]+)*)?$/i)
