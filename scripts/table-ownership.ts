import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const api = 'apps/api/src'

/** Tables of other modules that a file names in SQL, and why they stay. */
export interface Exception {
  files: string[]
  tables: string[]
  /** Writing is allowed too. */
  mayWrite?: true
  because: string
}

interface ForeignTable {
  file: string
  table: string
  owner: string
  isWritten: boolean
}

export interface SourceFile {
  path: string
  text: string
}

/** The API's files without tests and migrations, by their path from the root. */
export function apiSources(root: string): SourceFile[] {
  return globSync(`${api}/**/*.ts`, { cwd: root })
    .map((path) => String(path).replaceAll('\\', '/'))
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

/** The module that declares each table: the folder below `src`. */
function tableOwners(sources: SourceFile[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, text } of sources) {
    for (const [, table = ''] of text.matchAll(/pgTable\(\s*'(\w+)'/g)) {
      owners.set(table, moduleOf(path))
    }
  }
  return owners
}

/** Every table that a file names in SQL although another module owns it. */
export function foreignTables(sources: SourceFile[]): ForeignTable[] {
  const owners = tableOwners(sources)
  return sources.flatMap(({ path, text }) => {
    const code = withoutComments(text)
    const written = tablesAfter(code, WRITES)
    return [...owners]
      .filter(([table, owner]) => owner !== moduleOf(path) && tablesAfter(code, NAMES).has(table))
      .map(([table, owner]) => ({ file: path, table, owner, isWritten: written.has(table) }))
  })
}

/** Foreign tables that no exception allows, and exceptions that nothing needs. */
export function ownershipFaults(sources: SourceFile[], exceptions: Exception[]): string[] {
  const allowed = exceptions.flatMap(({ files, tables, mayWrite = false }) =>
    files.flatMap((file) => tables.map((table) => ({ file, table, mayWrite }))),
  )
  const found = foreignTables(sources)
  const forbidden = found
    .map((foreign) => ({ ...foreign, exception: allowed.find((each) => isSame(each, foreign)) }))
    .filter(({ exception, isWritten }) => !exception || (isWritten && !exception.mayWrite))
    .map(({ file, table, owner, isWritten }) => {
      return `${file} ${isWritten ? 'writes' : 'reads'} ${table}, which ${owner} owns`
    })
  const unneeded = allowed
    .filter((each) => !found.some((foreign) => isSame(each, foreign)))
    .map(({ file, table }) => `${file} does not name ${table}: remove the exception`)
  return [...forbidden, ...unneeded]
}

interface Named {
  file: string
  table: string
}

function isSame(one: Named, other: Named): boolean {
  return one.file === other.file && one.table === other.table
}

function moduleOf(path: string): string {
  return path.slice(api.length + 1).split('/')[0] ?? ''
}

/** Comments quote SQL too. */
function withoutComments(text: string): string {
  return text.replace(/^\s*\/\*\*[\s\S]*?\*\//gm, '').replace(/(^|\s)\/\/ .*$/gm, '')
}

const table = String.raw`(?:only\s+)?"?\w+"?`
const WRITES = new RegExp(String.raw`\b(?:insert\s+into|update|delete\s+from)\s+(${table})`, 'gi')
/** `from a, b` and `from a one, b other` name two. */
const NAMES = new RegExp(
  String.raw`\b(?:from|join|into|update|using)\s+(${table}(?:(?:\s+\w+)?\s*,\s*${table})*)`,
  'gi',
)

function tablesAfter(code: string, keywords: RegExp): Set<string> {
  const lists = [...code.matchAll(keywords)].flatMap(([, list = '']) => list.split(','))
  return new Set(lists.flatMap((item) => /^\s*(?:only\s+)?"?(\w+)/i.exec(item)?.[1] ?? []))
}
