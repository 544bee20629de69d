import type { InjectOptions } from 'fastify'
import type { App } from '../src/http/api.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Answer {
  status: number
  // The test knows the shape; a wrong guess fails there.
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape pass through here
  body: any
  bytes: Buffer
  headers: Record<string, unknown>
  /** `Set-Cookie` lines. */
  setCookies: string[]
}

/** A browser for the API: stores cookies and sends the CSRF header with every call. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly #app: App

  constructor(app: App) {
    this.#app = app
  }

  async logIn(username: string, password: string): Promise<Answer> {
    await this.fetchToken()
    return this.post('/api/auth/login/', form({ username, password }))
  }

  async fetchToken(): Promise<string> {
    const { body } = await this.get('/api/auth/csrftoken/?format=json')
    return body.token
  }

  get(url: string, options: InjectOptions = {}): Promise<Answer> {
    return this.call('GET', url, options)
  }

  post(url: string, options: InjectOptions = {}): Promise<Answer> {
    return this.call('POST', url, options)
  }

  /** The headers of every call. */
  headers(): Record<string, string> {
    const token = this.cookies.get('csrftoken')
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { ...(cookie ? { cookie } : {}), ...(token ? { 'x-csrftoken': token } : {}) }
  }

  async call(method: Method, url: string, options: InjectOptions = {}): Promise<Answer> {
    const response = await this.#app.inject({
      ...options,
      method,
      url,
      headers: {
        ...this.headers(),
        ...options.headers,
      },
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return {
      status: response.statusCode,
      body: response.payload === '' ? null : parse(response.payload),
      bytes: response.rawPayload,
      headers: response.headers,
      setCookies: [response.headers['set-cookie'] ?? []].flat(),
    }
  }
}

export function form(fields: Record<string, string>): InjectOptions {
  return {
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }
}

export function json(body: unknown): InjectOptions {
  return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

export function multipart(fields: Record<string, string>): InjectOptions {
  const boundary = 'frontera'
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return {
    payload: `${parts.join('')}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** A file in a browser's format, after its fields. */
export function upload(
  file: { name: string; bytes: Buffer } | null,
  fields: Record<string, string | number> = {},
): InjectOptions {
  return multipartOf([
    ...Object.entries(fields).map(([name, value]) => ({ name, bytes: Buffer.from(String(value)) })),
    ...(file ? [{ name: 'document', filename: file.name, bytes: file.bytes }] : []),
  ])
}

export interface Part {
  name: string
  filename?: string
  bytes: Buffer
}

/** Parts in any order and number. A browser escapes only these three characters in a name. */
export function multipartOf(parts: Part[]): InjectOptions {
  const boundary = '----frontera7MA4YWxkTrZu0gW'
  const escaped = (name: string) =>
    name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const payload = parts.flatMap(({ name, filename, bytes }) => {
    const of = filename === undefined ? '' : `; filename="${escaped(filename)}"`
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${escaped(name)}"${of}\r\n`
    const type = filename === undefined ? '' : 'content-type: application/octet-stream\r\n'
    return [Buffer.from(`${head}${type}\r\n`), bytes, Buffer.from('\r\n')]
  })
  return {
    payload: Buffer.concat([...payload, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}
