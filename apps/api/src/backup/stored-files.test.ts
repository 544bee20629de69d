import { expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '../../test/open-portal.ts'
import { many, sql } from '../db/query.ts'

test('a table with files that no backup contains would be named here (§12.510)', async () => {
  const { db, close } = await cloneDatabase('empty')
  onTestFinished(close)
  const tables = await many(
    db,
    sql`select table_name::text as name from information_schema.columns
      where column_name = 'storage_key' order by 1`,
  )
  expect(tables).toEqual([{ name: 'documents' }, { name: 'uploaded_exports' }])
})
