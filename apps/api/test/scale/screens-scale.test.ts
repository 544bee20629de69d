import { expect, onTestFinished, test } from 'vitest'
import { fillMembers } from '../../bench/fill-members.ts'
import { numbersOf, pathOf, screens } from '../../bench/screens.ts'
import type { Statement } from '../../src/db/client.ts'
import { cloneDatabase, openPortalOn } from '../open-portal.ts'

// `npm run bench` measures the time with 100,000 members. Here pages, which do not depend on the machine.

const FEW = 300
const MANY = 6000
const AIM = 3
/** A deeper index, and a page of rows that fewer members do not fill. */
const SMALL = 15
/** Pages that a screen may read to count or add up: an index, or a whole table, has many rows in each. */
const COUNTED = MANY / 5
/** They count, or add up, all that there is, or up to their limit. */
const counting = [
  '/api/audit/?action=session.login',
  '/api/staff/counts/',
  '/api/setup/',
  '/api/users/',
  '/api/users/?orderBy=last_name&orderDesc=true',
  '/api/users/invitations/',
  '/api/requests/',
  '/api/requests/?state=resolved',
  '/api/requests/ratings/',
  '/api/reports/',
  '/api/payment-reports/',
  '/api/announcements/',
  '/api/announcements/audiences/',
  '/api/announcements/:announcement/',
  '/api/announcements/:announcement/readers/',
]

test('a screen of staff reads at most 3 times as much with 20 times the members, unless it counts them all (§12.590)', async () => {
  const [few, many] = [await pagesOf(FEW), await pagesOf(MANY)]
  const tooMany = [...many].filter(([screen, { pages }]) => {
    const less = few.get(screen)?.pages ?? 0
    return pages > AIM * less + SMALL + (counting.includes(screen) ? COUNTED : 0)
  })
  const shown = tooMany.map(([screen, { pages, worst }]) => ({
    ...{ screen, few: few.get(screen)?.pages, many: pages, worst },
  }))
  expect(shown.map((each) => JSON.stringify(each))).toEqual([])
}, 180_000)

interface Touched {
  pages: number
  /** The statement with the most. */
  worst: string
}

/** The pages of PostgreSQL that the statements of each screen touch. */
async function pagesOf(members: number): Promise<Map<string, Touched>> {
  const owner = await cloneDatabase('sample')
  await fillMembers(owner.db, members)
  const portal = await openPortalOn(owner)
  onTestFinished(() => portal.close())
  const { db, pool } = portal
  const ivan = await portal.as('ivan')
  const numbers = await numbersOf(db)
  const read: Statement[] = []
  const { query } = db
  // In place: the portal has this object.
  db.query = (statement) => {
    read.push(statement)
    return query(statement)
  }
  const touched = new Map<string, Touched>()
  for (const screen of screens.ivan) {
    read.length = 0
    const { status } = await ivan.get(pathOf(screen, numbers))
    expect([screen, status]).toEqual([screen, 200])
    let [pages, most, worst] = [0, 0, '']
    for (const { text, values } of read.filter(isRead)) {
      const { rows } = await pool.query({
        text: `explain (analyze, buffers, format json) ${text}`,
        values: values as unknown[],
      })
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      const blocks = plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      pages += blocks
      if (blocks > most) [most, worst] = [blocks, text]
    }
    touched.set(screen, { pages, worst })
  }
  return touched
}

function isRead({ text }: Statement): boolean {
  return !/\b(insert into|update \w+ set|delete from|pg_advisory\w*)\b/i.test(text)
}
