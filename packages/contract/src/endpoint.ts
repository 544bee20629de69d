import type { Permission } from '@carpeta/domain/access/permissions'
import { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Method and path; in the path a param is `:name`. */
type EndpointKey = `${Method} /${string}`

/** The endpoints of a module. */
export type EndpointTable = Record<EndpointKey, Definition>

/** `user` is anyone logged in, `client` a member (`profile.is_client`), `import_token` a program. */
export type Access = 'public' | 'import_token' | 'user' | 'client' | 'superuser' | Permission

/** What an account may have to do before any other call (docs/decisions/accounts.md, docs/decisions/sessions.md). */
export type PendingStep = 'password_change' | 'second_factor_enrollment'

/** An endpoint, besides its method and path. */
export interface Definition {
  access: Access
  /** Users may call it without the permission when the id in the path (`:id`) is their own. */
  orSelf?: boolean
  /** Answers without looking for a session, and so without the database. Public calls only. */
  withoutSession?: boolean
  /** Works in a view as a member (docs/decisions/sessions.md). */
  inView?: boolean
  /** Works although these are pending; all other calls that need a session answer 403. */
  allowedBefore?: readonly PendingStep[]
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Fields beside the file of a multipart body; the handler reads them with the file. */
  upload?: z.ZodObject
  /** An invalid body is answered with sentences by field, for a form. */
  fieldErrors?: boolean
  /** 200 by default. */
  status?: 201 | 202
  answer: z.ZodType
  /** Media type, when the answer is a file. */
  file?: string
  /** Further error answers, by status. */
  errors?: Record<number, z.ZodType>
}

/** The input of a schema, which the caller sends. */
export type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined

/** The output of a schema, which the handler gets. */
export type Received<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** The types of a definition. */
export interface Shape {
  params: unknown
  query: unknown
  body: unknown
  takesFile: boolean
  answer: unknown
}

/** Conditional, so that two definitions with the same shape have the same type. */
export type ShapeOf<D extends Definition> = D extends Definition
  ? {
      params: Sent<D['params']>
      query: Sent<D['query']>
      body: Sent<D['body']>
      takesFile: D['upload'] extends object ? true : false
      answer: z.output<D['answer']>
    }
  : never

/** `{}`: the call succeeded and has nothing to answer. */
export const empty = z.object({})

/** The content of a file. */
export const binary = z.string().meta({ format: 'binary' })

/** A sentence for the user. */
export const sentence = z.string().max(499)

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

/** The query of every list (docs/specification.md §11.21 to §11.23 for invalid values). */
export const pageQuery = z.object({
  page: z.string().optional(),
  pageSize: z.string().optional(),
  orderBy: z.string().optional(),
  orderDesc: z.string().optional(),
})

export const DEFAULT_PAGE_SIZE = 10

/** A page of a list. Pages count from 1 (docs/specification.md §3.15). */
export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    results: z.array(row),
    current: z.number().int().positive(),
    lastPage: z.number().int().positive(),
  })
}
