import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const api = 'apps/api/src'

/** A statement about a table of another module, and why it stays. */
export interface Exception {
  file: string
  tables: string[]
  because: string
}

export interface ForeignTable {
  file: string
  table: string
  owner: string
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
export function tableOwners(sources: SourceFile[]): Map<string, string> {
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
  return sources.flatMap(({ path, text }) =>
    [...namedTables(text)]
      .map((table) => ({ file: path, table, owner: owners.get(table) ?? moduleOf(path) }))
      .filter(({ owner }) => owner !== moduleOf(path)),
  )
}

/** Foreign tables that no exception allows, and exceptions that nothing needs any more. */
export function ownershipFaults(sources: SourceFile[], exceptions: Exception[]): string[] {
  const found = foreignTables(sources)
  const allowed = exceptions.flatMap(({ file, tables }) =>
    tables.map((table) => `${file} ${table}`),
  )
  const used = found.map(({ file, table }) => `${file} ${table}`)
  return [
    ...found
      .filter(({ file, table }) => !allowed.includes(`${file} ${table}`))
      .map(({ file, table, owner }) => `${file} names ${table}, which ${owner} owns`),
    ...allowed.filter((each) => !used.includes(each)).map((each) => `${each}: not needed any more`),
  ]
}

function moduleOf(path: string): string {
  return path.slice(api.length + 1).split('/')[0] ?? ''
}

function namedTables(text: string): Set<string> {
  const templates = [...text.matchAll(/`(?:[^`\\]|\\.)*`/g)].map(([template]) => template)
  const names = templates.flatMap((template) =>
    [...template.matchAll(/\b(?:from|join|into|update|using)\s+(?:only\s+)?"?(\w+)"?/gi)].map(
      ([, name = '']) => name,
    ),
  )
  return new Set(names)
}
