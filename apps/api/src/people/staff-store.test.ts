import { expect, test } from 'vitest'
import { insertManyUsers } from '../../test/many-users.ts'
import { openPortalForTest } from '../../test/open-portal.ts'
import type { Database, Statement } from '../db/client.ts'
import { listAccounts } from './people-store.ts'
import { listPermitted, listStaff } from './staff-store.ts'

test('among 20,000 members, staff and the accounts of a rut are found by their indexes (§12.582)', async () => {
  const { pool, db } = await openPortalForTest({})
  const before = await listStaff(db)
  expect(before.map(({ firstName }) => firstName)).toContain('Iván')
  await insertManyUsers({ ...db, ...{ query: (statement) => pool.query(statement) } }, 20_000)
  const plans: string[] = []
  const explaining: Database = {
    ...db,
    query: async (statement: Statement) => {
      const { rows } = await db.query({
        ...statement,
        name: undefined,
        text: `explain ${statement.text}`,
      })
      plans.push(rows.join('\n'))
      return db.query(statement)
    },
  }
  expect(await listStaff(explaining)).toEqual(before)
  await listPermitted(explaining, 'requests.answer_requests')
  await listAccounts(explaining, { rut: '12345678-5' })
  expect(plans).toHaveLength(3)
  for (const plan of plans) expect(plan).not.toContain('Seq Scan on users')
})
