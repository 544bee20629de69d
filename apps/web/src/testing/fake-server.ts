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
      headers: { ...(init.headers as Record<string, string>) },
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

export function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status })
}
