import type { ErrorCode, Refusal } from '@carpeta/domain/errors/refusal'
import { vi } from 'vitest'
import { fakeUpload } from './fake-upload.ts'

export interface Seen {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
  credentials: string | undefined
}

type Answer = Response | Error | ((call: Seen) => Response | Promise<Response>)

/** Replaces the network: answers calls by 'METHOD path' in order and repeats the last answer. */
export function fakeServer(answers: Record<string, Answer | Answer[]>) {
  const seen: Seen[] = []
  const queues = new Map(Object.entries(answers).map(([key, value]) => [key, [value].flat()]))

  async function respond(url: string, init: RequestInit = {}) {
    const method = init.method ?? 'GET'
    const [path = ''] = url.replace(/^https?:\/\/[^/]+/, '').split('?')
    const call: Seen = {
      method,
      url,
      headers:
        init.headers instanceof Headers
          ? Object.fromEntries(init.headers)
          : { ...(init.headers as Record<string, string>) },
      body: init.body,
      credentials: init.credentials,
    }
    seen.push(call)
    const queue = queues.get(`${method} ${path}`)
    const answer = queue && queue.length > 1 ? queue.shift() : queue?.[0]
    if (answer === undefined) return json(404, { detail: 'No encontrado.' })
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer(call) : answer.clone()
  }
  vi.stubGlobal('fetch', respond)
  vi.stubGlobal('XMLHttpRequest', fakeUpload(respond))

  const calls = (path: string) => seen.filter(({ url }) => url.includes(path))
  return { seen, calls }
}

/** An answer of the API; a failure carries its error code. */
export function json(status: number, body: unknown): Response {
  if (status < 400) return new Response(JSON.stringify(body), { status })
  const text = JSON.stringify(body, (_, value) => (isRefusal(value) ? value.text : value))
  return new Response(text, { status, headers: { 'x-error-code': codesOf(status, body) } })
}

const detailCodes: Record<number, ErrorCode> = {
  401: 'not_signed_in',
  403: 'forbidden',
  404: 'not_found',
}

function codesOf(status: number, body: unknown): string {
  if (typeof body === 'string') return 'refused'
  if (isRefusal(body)) return body.code
  if (Array.isArray(body))
    return body.map((each) => (isRefusal(each) ? each.code : 'refused')).join(', ')
  return Object.entries(body ?? {})
    .map(([name, value]) => {
      const [first] = [value].flat()
      if (name !== 'detail') return codeOfField(name, first)
      return String(first).startsWith('CSRF Failed')
        ? 'csrf_failed'
        : (detailCodes[status] ?? 'internal')
    })
    .join(', ')
}

function codeOfField(name: string, first: unknown): string {
  const code = isRefusal(first) ? first.code : 'invalid'
  return name === '__all__' ? code : `${name}:${code}`
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'code' in value && 'text' in value
}
