import type { InjectOptions } from 'fastify'
import type { Api } from '../src/app.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Answer {
  status: number
  // The test knows the shape; a wrong guess fails there.
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape pass through here
  body: any
  headers: Record<string, unknown>
  /** `Set-Cookie` lines. */
  setCookies: string[]
}

/** A browser as far as the API can tell: keeps cookies, sends the CSRF header with every call. */
export class Visitor {
  readonly cookies = new Map<string, string>()
  readonly #app: Api['app']

  constructor(app: Api['app']) {
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

  async call(method: Method, url: string, options: InjectOptions = {}): Promise<Answer> {
    const token = this.cookies.get('csrftoken')
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.#app.inject({
      ...options,
      method,
      url,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(token ? { 'x-csrftoken': token } : {}),
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

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return payload
  }
}
