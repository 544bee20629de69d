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
