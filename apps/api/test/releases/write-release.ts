import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RecordedStatement } from './record-statements.ts'

// `node write-release.ts FOLDER VERSION` makes the file of a release from a recorded test run, and
// removes those of earlier releases.

const releases = fileURLToPath(new URL('.', import.meta.url))
/** A longer statement is left out: a load of thousands of rows says nothing more than one of ten. */
const MAX_LINE = 20_000

const [folder = '', version = ''] = process.argv.slice(2)
if (!folder || !/^\d+\.\d+\.\d+$/.test(version)) {
  throw new Error('usage: node write-release.ts FOLDER VERSION')
}

/** The shortest line of each statement, by its text without the number of its values. */
const shortest = new Map<string, string>()
for (const name of readdirSync(folder).toSorted()) {
  for (const line of readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)) {
    const { file, text }: RecordedStatement = JSON.parse(line)
    const kind = `${file}\n${shapeOf(text)}`
    const known = shortest.get(kind)
    if (line.length <= MAX_LINE && (!known || line.length < known.length)) shortest.set(kind, line)
  }
}

const lines = [...shortest.values()].toSorted((a, b) => order(a) - order(b) || (a < b ? -1 : 1))

for (const name of readdirSync(releases)) {
  if (name.endsWith('.ndjson')) rmSync(join(releases, name))
}
writeFileSync(join(releases, `${version}.ndjson`), `${lines.join('\n')}\n`)
console.log(`${lines.length} statements of ${version}`)

/** A temporary table is created before it is used. */
function order(line: string): number {
  const { text }: RecordedStatement = JSON.parse(line)
  return /^\s*create temporary/i.test(text) ? 0 : 1
}

/** Without the numbers of parameters, and with one row where several are inserted. */
function shapeOf(text: string): string {
  return text
    .replace(/\$\d+/g, '$')
    .replace(/\s+/g, ' ')
    .replace(/(\([^()]*\))(?:, \1)+/g, '$1')
}
