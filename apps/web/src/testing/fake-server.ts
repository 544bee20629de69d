import { codeOf, type ErrorCode } from '@carpeta/contract/error-codes'
import { vi } from 'vitest'
import { fakeUpload } from './fake-upload.ts'

export interface Seen {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
  credentials: string | undefined
}

type Answer = Response | Error | (() => Response | Promise<Response>)

/** Replaces the network: answers calls by 'METHOD path' in order and repeats the last answer. */
export function fakeServer(answers: Record<string, Answer | Answer[]>) {
  const seen: Seen[] = []
  const queues = new Map(Object.entries(answers).map(([key, value]) => [key, [value].flat()]))

  async function respond(url: string, init: RequestInit = {}) {
    const method = init.method ?? 'GET'
    const [path = ''] = url.replace(/^https?:\/\/[^/]+/, '').split('?')
    seen.push({
      method,
      url,
      headers:
        init.headers instanceof Headers
          ? Object.fromEntries(init.headers)
          : { ...(init.headers as Record<string, string>) },
      body: init.body,
      credentials: init.credentials,
    })
    const queue = queues.get(`${method} ${path}`)
    const answer = queue && queue.length > 1 ? queue.shift() : queue?.[0]
    if (answer === undefined) return json(404, { detail: 'No encontrado.' })
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer() : answer.clone()
  }
  vi.stubGlobal('fetch', respond)
  vi.stubGlobal('XMLHttpRequest', fakeUpload(respond))

  const calls = (path: string) => seen.filter(({ url }) => url.includes(path))
  return { seen, calls }
}

/** An answer of the API; a failure carries its error code. */
export function json(status: number, body: unknown): Response {
  const headers = status < 400 ? undefined : { 'x-error-code': codesOf(status, body) }
  return new Response(JSON.stringify(body), { status, headers })
}

const detailCodes: Record<number, ErrorCode> = {
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
}

function codesOf(status: number, body: unknown): string {
  if (typeof body === 'string') return codeOf(body, 'refused')
  if (Array.isArray(body)) return body.map((each) => codeOf(String(each), 'refused')).join(', ')
  return Object.entries(body ?? {})
    .map(([name, value]) => {
      const [sentence] = [value].flat()
      if (name !== 'detail') return codeOfField(name, String(sentence))
      return String(sentence).startsWith('CSRF Failed')
        ? 'csrf_failed'
        : (detailCodes[status] ?? 'internal')
    })
    .join(', ')
}

function codeOfField(name: string, sentence: string): string {
  const code = codeOf(sentence, 'invalid')
  return name === '__all__' ? code : `${name}:${code}`
}
