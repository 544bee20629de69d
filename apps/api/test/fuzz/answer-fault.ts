import { errorResponses } from '@carpeta/contract/errors'
import type { Answer } from '../visitor.ts'

const REFUSALS = new Set([400, 401, 403, 404, 405, 409, 412, 413, 415, 416, 422, 429])

/** Marks of a stack trace, of SQL, of a library and of the machine. */
const internals =
  /\bat (async )?[\w.<>]+ \(|node_modules|\/src\/|\.ts:\d|file:\/\/|\b(insert into|update \w+ set|delete from)\b|syntax error|violates|relation "|ECONN|ENOENT|SQLSTATE|zod|fastify|undefined is not|Cannot read/i

/** What is wrong with an answer, or null. The contract's schemas check the bodies of the others. */
export function answerFault({ status, body, headers }: Answer): string | null {
  if (status >= 500) return 'a server error'
  if (status < 400) return null
  if (!REFUSALS.has(status)) return 'an unknown status'
  if (body !== null && !errorResponses[400].safeParse(body).success) return 'an unknown error shape'
  if (!/^[\w:., ]+$/.test(String(headers['x-error-code'] ?? ''))) return 'no error code'
  const text = JSON.stringify(body)
  return internals.test(text) ? 'internals in the answer' : null
}
