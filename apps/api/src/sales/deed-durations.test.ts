import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** Deeds of other sales, signed that many weeks after the draft. */
async function addDeeds(weeks: number[]): Promise<void> {
  await portal.pool.query(
    `with others as (
       insert into sales (code, holder_rut, as_of, content_hash)
       select 'D-' || place, '11111111-1', now(), repeat('0', 64)
       from generate_series(1, $1::int) place returning id, code)
     insert into deed_trackings (sale_id, drafted_on, buyer_signed_on)
     select id, date '2026-03-02', date '2026-03-02' + 7 * ($2::int[])[substr(code, 3)::int]
     from others`,
    [weeks.length, weeks],
  )
}

test('Rosa reads how long a step took in ten sales of the cooperative, and nothing of the sample (§12.1152)', async () => {
  const rosa = await portal.as('rosa')
  expect((await rosa.get('/api/deed-durations/')).body).toEqual({ results: [] })
  await addDeeds([1, 1, 1, 1, 2, 2, 2, 2, 3, 3])
  expect((await rosa.get('/api/deed-durations/')).body).toEqual({
    results: [{ step: 'buyerSignedOn', sales: 10, median: 10, low: 5, high: 10 }],
  })
})

test('a date of accounting that is centuries off keeps nobody from reading them (security 10.751)', async () => {
  await portal.pool.query(
    `update deed_trackings set drafted_on = '0204-05-06'
     where sale_id = (select id from sales where code = 'D-1')`,
  )
  const rosa = await portal.as('rosa')
  expect((await rosa.get('/api/deed-durations/')).status).toBe(200)
})

test('nobody else reads them (security 5.341)', async () => {
  expect((await portal.visitor().get('/api/deed-durations/')).status).toBe(401)
  expect((await (await portal.as('carla')).get('/api/deed-durations/')).status).toBe(403)
})
