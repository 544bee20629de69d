import { PassThrough } from 'node:stream'
import type { InjectOptions } from 'fastify'
import type { Portal } from './open-portal.ts'
import type { Answer, Visitor } from './visitor.ts'

/**
 * Sends all but the last byte of a body, waits until the call's session was read, runs
 * `meanwhile`, and sends the rest.
 */
export async function callWithSlowBody(
  portal: Portal,
  person: Visitor,
  [method, url, options]: [method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, InjectOptions],
  meanwhile: () => Promise<unknown>,
): Promise<Answer> {
  const bytes = Buffer.from(options.payload as string | Buffer)
  const body = new PassThrough()
  body.write(bytes.subarray(0, -1))
  const sessionRead = nextSessionRead(portal)
  const answer = person.call(method, url, { ...options, payload: body })
  await sessionRead
  await meanwhile()
  body.end(bytes.subarray(-1))
  return answer
}

/** Resolves when the next call has read its session. */
function nextSessionRead({ db }: Portal): Promise<void> {
  const { query } = db
  const { promise, resolve } = Promise.withResolvers<void>()
  db.query = async (statement) => {
    const result = await query(statement)
    if (statement.text.includes('where sessions.id_hash =')) {
      db.query = query
      resolve()
    }
    return result
  }
  return promise
}
