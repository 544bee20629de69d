import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

// With RECORD_STATEMENTS=FOLDER the tests write every statement of the portal that succeeded into
// FOLDER, as JSON lines; `npm run release` makes one file of them (docs/operations.md, Making a release).

export interface RecordedStatement {
  /** The file of the portal that runs it, below `src`. */
  file: string
  text: string
  values: unknown[]
}

type Query = (this: unknown, ...args: unknown[]) => unknown

const folder = process.env.RECORD_STATEMENTS
if (folder) {
  mkdirSync(folder, { recursive: true })
  record(pg.Pool.prototype as unknown as { query: Query }, folder)
  record(pg.Client.prototype as unknown as { query: Query }, folder)
}

function record(driver: { query: Query }, into: string): void {
  const { query } = driver
  const output = join(into, `${process.pid}.ndjson`)
  const written = new Map<string, number>()
  driver.query = function (...args) {
    const statement = statementOf(args[0])
    const file = statement && callingFile()
    const answer = query.apply(this, args)
    if (!statement || !file || !(answer instanceof Promise)) return answer
    const { text } = statement
    const line = JSON.stringify({ file, text, values: statement.values }, asJson)
    return answer.then((result) => {
      const isShorter = line.length < (written.get(text) ?? Number.POSITIVE_INFINITY)
      if (isShorter) {
        appendFileSync(output, `${line}\n`)
        written.set(text, line.length)
      }
      return result
    })
  }
}

/** Only `db/query.ts` asks for rows as arrays. */
function statementOf(given: unknown): { text: string; values: unknown[] } | null {
  const isOurs = typeof given === 'object' && given !== null && 'rowMode' in given
  return isOurs ? (given as unknown as { text: string; values: unknown[] }) : null
}

/** The store that runs the statement; null for a statement of a test. */
function callingFile(): string | null {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 30
  const frames = (new Error().stack ?? '').split('\n').slice(1)
  Error.stackTraceLimit = stackTraceLimit
  for (const frame of frames) {
    const path = /apps\/api\/((?:src|test)\/[\w./-]+\.ts)/.exec(frame)?.[1]
    if (!path || path.startsWith('test/releases/')) continue
    // The helpers of every store.
    if (path.startsWith('src/db/') && !path.endsWith('-store.ts')) continue
    const holdsQueries = path.endsWith('-store.ts') || path.endsWith('/personal-data.ts')
    return holdsQueries ? path.slice('src/'.length) : null
  }
  return null
}

function asJson(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
