import { errorMessage } from '@carpeta/domain/errors/error-messages'
import { ApiError, isCsrfFailure } from './api-error.ts'
import { csrfToken, rememberCsrfToken } from './csrf-token.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Fields = Record<string, unknown>

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

export interface CallOptions {
  /** An object goes as JSON, form data as it is; the CSRF field is added to either. */
  body?: Fields | URLSearchParams | FormData
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

let connection: Connection | undefined

export function connectApi(to: Connection) {
  connection = to
}

/**
 * The answer read as JSON. Null when the session had expired (the forced logout is under way) or
 * when nobody is logged in and the server says so with a 401 (spec §8).
 */
export async function call(method: Method, path: string, options: CallOptions = {}) {
  const api = connected()
  if (!options.evenIfExpired && api.hasUser() && (await api.isExpired())) {
    await api.onExpired()
    return null
  }
  const needsToken = method !== 'GET'
  if (needsToken && !csrfToken()) await fetchCsrfToken()
  try {
    return await attempt(method, path, options)
  } catch (error) {
    if (!needsToken || !isCsrfFailure(error)) throw error
    await fetchCsrfToken()
    return await attempt(method, path, options)
  }
}

export async function fetchCsrfToken() {
  rememberCsrfToken(await attempt('GET', '/api/auth/csrftoken/?format=json', {}))
}

async function attempt(method: Method, path: string, options: CallOptions): Promise<unknown> {
  const api = connected()
  const response = await send((await api.base()) + path, method, options)
  const body = await (response.ok && options.read ? options.read(response) : readJson(response))
  if (response.ok && body !== unreadable) {
    if (api.hasUser() && !options.isQuiet) api.onSuccess()
    return body
  }
  if (response.status === 401 && !api.hasUser()) return null
  const error = failure(response.status, body === unreadable ? undefined : body)
  if (error.status === 403 && api.hasUser() && !isCsrfFailure(error)) api.onForbidden()
  throw error
}

async function send(url: string, method: Method, options: CallOptions) {
  const { body, signal, keepalive = false, transport = fetch } = options
  const token = csrfToken()
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-CSRFTOKEN': token,
    ...options.headers,
  }
  if (body && !isForm(body)) headers['Content-Type'] = 'application/json'
  try {
    return await transport(url, {
      method,
      headers,
      body: body ? withToken(body, token) : null,
      credentials: 'include',
      keepalive,
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw failure(0, undefined)
  }
}

function withToken(body: Fields | URLSearchParams | FormData, token: string) {
  if (!isForm(body)) return JSON.stringify({ ...body, csrfmiddlewaretoken: token })
  body.set('csrfmiddlewaretoken', token)
  return body
}

function isForm(body: Fields | URLSearchParams | FormData): body is URLSearchParams | FormData {
  return body instanceof URLSearchParams || body instanceof FormData
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

function failure(status: number, body: unknown) {
  return new ApiError(status, body, errorMessage(status, body))
}

function connected(): Connection {
  if (!connection) throw new Error('connectApi() must come before the first call')
  return connection
}
