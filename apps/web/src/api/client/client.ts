import { getCsrfToken } from '@carpeta/contract/auth/auth-endpoints'
import type { Endpoint, Shape } from '@carpeta/contract/endpoint'
import { errorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError, isCsrfFailure } from './api-error.ts'
import { csrfToken, rememberCsrfToken } from './csrf-token.ts'

/** What the client must know of the session and of the environment; handed in by the application. */
export interface Connection {
  /** Base address of the API; empty is the page's own origin. */
  base(): Promise<string>
  hasUser(): boolean
  /** Whether the inactivity limit has passed. */
  isExpired(): Promise<boolean>
  onExpired(): Promise<void>
  onSuccess(): void
  /** Somebody may no longer do what he could when he logged in. */
  onForbidden(): void
}

/** What carries a call to the server and its answer back, as fetch does. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>

interface CallOptions {
  /** Beside those of every call. */
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** Gets through although the page is being closed. */
  keepalive?: boolean
  /** Instead of fetch, which does not tell how much of an upload has left. */
  transport?: Transport
  /** Reads the answer of a call that succeeded, where it is a file. */
  read?: (response: Response) => Promise<unknown>
  /** Nobody did anything: it does not count as activity. */
  isQuiet?: boolean
  /** The logout after inactivity must itself get through. */
  evenIfExpired?: boolean
}

/** Left out where the endpoint takes none of it, optional where all of it is. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

type NoFields = Record<string, never>

/** JSON or, with `form`, urlencoded; the CSRF field is added to either. */
type Body<S extends Shape> = S['takesFile'] extends true
  ? { body: FormData }
  : [S['body']] extends [undefined]
    ? { body?: NoFields; form?: NoFields }
    : unknown extends S['body']
      ? { body?: unknown; form?: unknown }
      : { body: S['body']; form?: never } | { form: S['body']; body?: never }

/** What a call of the endpoint sends, and how. */
export type Input<S extends Shape> = CallOptions &
  Part<'params', S['params']> &
  Part<'query', S['query']> &
  Body<S>

export type InputArgument<S extends Shape> =
  object extends Input<S> ? [input?: Input<S>] : [input: Input<S>]

type Fields = Record<string, unknown>

/** The same for any endpoint. */
interface AnyInput extends CallOptions {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: Fields | FormData
  form?: Record<string, string>
}

const TOKEN_FIELD = 'csrfmiddlewaretoken'

let connection: Connection | undefined

export function connectApi(to: Connection) {
  connection = to
}

/**
 * The answer read as JSON. Null when the session had expired, while the forced logout runs, and
 * after a 401 without a logged-in user.
 */
export function call<S extends Shape>(
  endpoint: Endpoint<S>,
  ...input: InputArgument<S>
): Promise<S['answer'] | null>
export async function call(endpoint: Endpoint, input: AnyInput = {}): Promise<unknown> {
  const api = connected()
  if (!input.evenIfExpired && api.hasUser() && (await api.isExpired())) {
    await api.onExpired()
    return null
  }
  const needsToken = endpoint.method !== 'GET'
  if (needsToken && !csrfToken()) await fetchCsrfToken()
  try {
    return await attempt(endpoint, input)
  } catch (error) {
    if (!needsToken || !isCsrfFailure(error)) throw error
    await fetchCsrfToken()
    return await attempt(endpoint, input)
  }
}

export async function fetchCsrfToken() {
  rememberCsrfToken(await attempt(getCsrfToken, { query: { format: 'json' } }))
}

async function attempt(endpoint: Endpoint, input: AnyInput): Promise<unknown> {
  const api = connected()
  const response = await send((await api.base()) + addressOf(endpoint, input), endpoint, input)
  const body = await (response.ok && input.read ? input.read(response) : readJson(response))
  if (response.ok && body !== unreadable) {
    if (api.hasUser() && !input.isQuiet) api.onSuccess()
    return body
  }
  if (response.status === 401 && !api.hasUser()) return null
  const { status, headers } = response
  const error = failure(status, body === unreadable ? undefined : body, headers)
  if (error.status === 403 && api.hasUser() && !isCsrfFailure(error)) api.onForbidden()
  throw error
}

/** The path with its params filled in, and the query. */
function addressOf({ path }: Endpoint, { params = {}, query }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}

async function send(url: string, { method }: Endpoint, input: AnyInput) {
  const { body, form, signal, transport = fetch } = input
  const token = csrfToken()
  const fields = form ? new URLSearchParams(form) : body instanceof FormData && body
  if (fields) fields.set(TOKEN_FIELD, token)
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-CSRFTOKEN': token,
    ...(body && !fields && { 'Content-Type': 'application/json' }),
    ...input.headers,
  }
  try {
    return await transport(url, {
      method,
      headers,
      body: fields || (body ? JSON.stringify({ ...body, [TOKEN_FIELD]: token }) : null),
      credentials: 'include',
      keepalive: input.keepalive ?? false,
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw failure(0, undefined)
  }
}

const unreadable = Symbol('unreadable')

async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text()
    return text ? JSON.parse(text) : null
  } catch {
    return unreadable
  }
}

function failure(status: number, body: unknown, headers?: Headers) {
  const codes = headers?.get('x-error-code')
  return new ApiError(status, body, errorMessage(status, body), codes)
}

function connected(): Connection {
  if (!connection) throw new Error('connectApi() must come before the first call')
  return connection
}
