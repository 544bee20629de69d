import { SAMPLE_PASSWORD } from '../seeds/personas.ts'

/** The portal or its database was unavailable; the result of the call is unknown. */
export class Interrupted extends Error {}

type Call = [
  method: string,
  path: string,
  body?: string | FormData | null,
  headers?: Record<string, string>,
]

/** A browser over the network. @throws {Interrupted} from every call */
export class Caller {
  readonly #origin: string
  readonly #cookies = new Map<string, string>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async logIn(username: string, headers: Record<string, string> = {}): Promise<void> {
    await this.call('GET', '/api/auth/csrftoken/')
    const login = { username, password: SAMPLE_PASSWORD }
    await this.call('POST', '/api/auth/login/', JSON.stringify(login), headers)
  }

  // The test knows the shape; a wrong guess fails there.
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape pass through here
  async json(...call: Call): Promise<any> {
    const answer = await this.call(...call)
    return answer.json().catch(() => {
      throw new Interrupted()
    })
  }

  async bytes(path: string): Promise<Buffer> {
    const answer = await this.call('GET', path)
    const bytes = await answer.arrayBuffer().catch(() => {
      throw new Interrupted()
    })
    return Buffer.from(bytes)
  }

  async call(...call: Call): Promise<Response> {
    const answer = await this.#send(...call).catch(() => {
      throw new Interrupted()
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      this.#cookies.set(name, value)
    }
    if (answer.ok) return answer
    if (answer.status === 503) throw new Interrupted()
    throw new Error(`${call[0]} ${call[1]}: ${answer.status} ${await answer.text()}`)
  }

  #send(...[method, path, body = null, headers = {}]: Call): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return fetch(this.#origin + path, {
      method,
      body,
      headers: {
        cookie,
        // A browser sends it, and HTTPS needs it against forged calls.
        origin: this.#origin,
        'x-csrftoken': this.#cookies.get('csrftoken') ?? '',
        ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
    })
  }
}
