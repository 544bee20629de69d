import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { many, sql, textOf } from '../db/query.ts'
import { documentUses } from '../document-uses.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

// Otherwise the hourly job would remove documents that the portal still shows.
test('every table that refers to a document is asked before the document is removed (§12.1121)', async () => {
  const referring = await many<{ name: string }>(
    portal.db,
    sql`select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'documents'::regclass`,
  )
  expect(referring.length).toBeGreaterThan(3)
  const asked = documentUses.isUsed.map((isUsed) => textOf(isUsed)).join(' ')
  const forgotten = referring.filter(({ name }) => !new RegExp(`\\bfrom ${name}\\b`).test(asked))
  expect(forgotten).toEqual([])
})
