import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../test/open-portal.ts'
import { many, sql } from '../db/query.ts'

/** The rows of the table below this heading of the page for operators. */
function listedTables(): string[] {
  const page = readFileSync('docs/operations.md', 'utf8')
  const [, section = ''] = page.split('### What is deleted, and when\n')
  const [table = ''] = section.split('\n#')
  const rows = [...table.matchAll(/^\| (`.+?`) \|/gm)]
  return rows.flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''),
  )
}

test('the page for operators says of every table when its rows are deleted (security 15.150)', async () => {
  const { db, close } = await cloneDatabase('empty')
  onTestFinished(close)
  const tables = await many<{ name: string }>(
    db,
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  expect(listedTables().toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})
