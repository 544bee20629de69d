import type { Shape, ShapeOf } from '@carpeta/contract/endpoint'
import type { Endpoint, Endpoints } from '@carpeta/contract/endpoints'
import { errorMessage, unknownErrorMessage } from '@carpeta/domain/errors/error-messages'
import { connectionIsLost, reportConnection } from '../connection/connection.ts'
import { ApiError, isCsrfFailure, isSessionEnded, needsReauthentication } from './api-error.ts'
import { csrfToken, rememberCsrfToken } from './csrf-token.ts'
import { readServerTime } from './server-clock.ts'

/** What the application tells the client about the session and the environment. */
export interface Connection {
  /** Base URL of the API; empty for the page's own origin. */
  base(): Promise<string>
  hasUser(): boolean
  /** Whether the API has calls beyond the specification. */
  hasMoreCalls(): boolean
  /** Whether the inactivity limit has passed. */
  isExpired(): Promise<boolean>
  onExpired(): Promise<void>
  onSuccess(): void
  /** Asks the user to confirm who they are. Resolves to whether they did. */
  reauthenticate(): Promise<boolean>
  /** Asks the user, whose session has ended, to log in again. Resolves to whether they did. */
  logInAgain(): Promise<boolean>
  /** The user's permissions may have changed since the login. */
  onForbidden(): void
}

/** Sends a request, like `fetch`. */
export type Transport = (url: string, init: RequestInit) => Promise<Response>

interface CallOptions {
  /** In addition to the default headers. */
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** The call survives closing the page. */
  keepalive?: boolean
  /** Replaces `fetch`, which does not report upload progress. */
  transport?: Transport
  /** Reads a successful answer that is not JSON. */
  read?: (response: Response) => Promise<unknown>
  /** The call does not count as activity. */
  isQuiet?: boolean
  /** The API may not have the call: without an answer the connection does not count as lost. */
  isOptional?: boolean
  /** For the login and the logout, which need no session. */
  evenIfExpired?: boolean
}

/** Absent when the endpoint does not take it; optional when all its fields are. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : object extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

type NoFields = Record<string, never>

/** JSON or, with `form`, urlencoded. Both carry the CSRF field. */
type Body<S extends Shape> = S['takesFile'] extends true
  ? { body: FormData }
  : [S['body']] extends [undefined]
    ? { body?: NoFields; form?: NoFields }
    : unknown extends S['body']
      ? { body?: unknown; form?: unknown }
      : { body: S['body']; form?: never } | { form: S['body']; body?: never }

type InputOf<S extends Shape> = CallOptions &
  Part<'params', S['params']> &
  Part<'query', S['query']> &
  Body<S>

type Input<E extends Endpoint> = InputOf<ShapeOf<Endpoints[E]>>

export type InputArgument<E extends Endpoint> =
  object extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

export type Answer<E extends Endpoint> = ShapeOf<Endpoints[E]>['answer']

type Fields = Record<string, unknown>

/** `Input` without the types of the endpoint. */
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
 * Resolves to the answer read as JSON, or to null when the session has expired and after a 401
 * without a logged-in user.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  ...input: InputArgument<E>
): Promise<Answer<E> | null>
export async function call(endpoint: Endpoint, input: AnyInput = {}): Promise<unknown> {
  const api = connected()
  if (!input.evenIfExpired && api.hasUser() && (await api.isExpired())) {
    await api.onExpired()
    return null
  }
  let isNewLogin = false
  for (;;) {
    try {
      return await attemptWithToken(endpoint, input)
    } catch (error) {
      if (needsReauthentication(error) && (await api.reauthenticate())) continue
      // Once: an API that refuses a new session too would ask for ever.
      if (!isSessionEnded(error) || isNewLogin || input.evenIfExpired) throw error
      isNewLogin = await api.logInAgain()
      if (!isNewLogin) throw error
    }
  }
}

async function attemptWithToken(endpoint: Endpoint, input: AnyInput): Promise<unknown> {
  const needsToken = !endpoint.startsWith('GET ')
  if (needsToken && !csrfToken()) await fetchCsrfToken()
  try {
    return await attempt(endpoint, input)
  } catch (error) {
    if (!needsToken || !isCsrfFailure(error)) throw error
    await fetchCsrfToken()
    return await attempt(endpoint, input)
  }
}

type TokenAnswer = Answer<'GET /api/auth/csrftoken/'>

let fetching: Promise<TokenAnswer> | undefined

/** Calls share one: each answer replaces the cookie, so that the token of the one before would be refused. */
export function fetchCsrfToken(): Promise<TokenAnswer> {
  const input = { query: { format: 'json' }, isQuiet: true }
  fetching ??= rememberCsrfToken(attempt('GET /api/auth/csrftoken/', input)).finally(() => {
    fetching = undefined
  }) as Promise<TokenAnswer>
  return fetching
}

async function attempt(endpoint: Endpoint, input: AnyInput): Promise<unknown> {
  const api = connected()
  const wasLost = connectionIsLost()
  const [method = '', path = ''] = endpoint.split(' ')
  const response = await send((await api.base()) + addressOf(path, input), method, input)
  readServerTime(response)
  const body = await (response.ok && input.read ? input.read(response) : readJson(response))
  if (body === unreadable && response.status >= 502 && response.status <= 504) throw lost(input)
  // An answer to a call that left before the connection was lost does not say that it is back.
  if (wasLost) reportConnection(false)
  if (response.ok && body !== unreadable) {
    if (api.hasUser() && !input.isQuiet) api.onSuccess()
    // Null is for a session that has ended.
    return body ?? undefined
  }
  if (response.status === 401 && !api.hasUser()) return null
  const { status, headers } = response
  const error = failure(status, body === unreadable ? undefined : body, headers)
  const isRetried = isCsrfFailure(error) || needsReauthentication(error)
  if (error.status === 403 && api.hasUser() && !isRetried) api.onForbidden()
  throw error
}

function addressOf(path: string, { params = {}, query }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}

async function send(url: string, method: string, input: AnyInput) {
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
    throw lost(input)
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

/** No network, or no server behind the proxy that answered. */
function lost({ isOptional }: AnyInput) {
  if (!isOptional) reportConnection(true)
  return failure(0, undefined)
}

function failure(status: number, body: unknown, headers?: Headers) {
  return new ApiError(status, body, errorMessage(status, body), headers)
}

/** False on the page that works offline, which connects to no API. */
export function hasMoreCalls(): boolean {
  return connection?.hasMoreCalls() ?? false
}

function connected(): Connection {
  if (!connection) throw new Error('connectApi() must come before the first call')
  return connection
}

/** Like `call`, but throws when there is no answer because the session has ended. */
export async function answered<E extends Endpoint>(
  endpoint: E,
  ...input: InputArgument<E>
): Promise<Answer<E>> {
  const answer = await call(endpoint, ...input)
  if (typeof answer === 'object' && answer !== null) return answer
  throw new ApiError(200, answer, unknownErrorMessage)
}

/**
 * A call whose answer need not tell anything: an API of the specification alone may send any other, or none. Throws
 * when the session has ended.
 */
export async function perform<E extends Endpoint>(
  endpoint: E,
  ...input: InputArgument<E>
): Promise<Answer<E> | undefined> {
  const answer = await call(endpoint, ...input)
  if (answer === null) throw new ApiError(200, null, unknownErrorMessage)
  return answer
}

/** The query for a short list in one page. */
const ALL = { page: '1', pageSize: '999', orderBy: '', orderDesc: '' }

type RowOf<E extends Endpoint> = Answer<E> extends { results: (infer Row)[] } ? Row : never

/** Every row of a short list. */
export async function everyRow<E extends Endpoint>(
  list: E,
  signal: AbortSignal,
): Promise<RowOf<E>[]> {
  // Every list takes the query of this one.
  const { results } = await answered(list as 'GET /api/procedures/', { query: ALL, signal })
  return (results ?? []) as unknown[] as RowOf<E>[]
}
