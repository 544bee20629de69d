import type { Month } from '@carpeta/domain/dates/months'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { COPY, storeRequest, TRANSFER } from '../../../test/stored-requests.ts'
import { many, sql } from '../../db/query.ts'
import { listProcedureRatings } from '../follow-up/ratings-store.ts'
import { countAnswers, foldAnswerCounts } from './answers-report-store.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const year = { from: '2026-01' as Month, to: '2026-12' as Month }

/** The report, computed from all answers. */
function countFully(): Promise<unknown[]> {
  return many(
    portal.db,
    sql`with answers as (
        select to_char(at at time zone 'America/Santiago', 'YYYY-MM') as month,
          procedure_id, event_id is not null as is_timed,
          coalesce(answer_times.due_at < at, false) as is_late, worked_minutes
        from request_events
        join requests on requests.id = request_id
        left join answer_times on event_id = request_events.id
        where kind in ('resolved', 'rejected'))
      select month, procedure_id, count(*) as answered,
        count(*) filter (where is_timed and not is_late) as on_time,
        count(*) filter (where is_late) as late, round(avg(worked_minutes))::integer as mean_minutes,
        (6 * percentile_cont(0.5) within group (order by (worked_minutes + 3) / 6))::integer
          as median_minutes
      from answers where month between ${year.from} and ${year.to}
      group by grouping sets ((), (month), (procedure_id), (month, procedure_id))`,
  )
}

const answer = fc.record({
  title: fc.constantFrom(COPY, TRANSFER),
  kind: fc.constantFrom('resolved', 'rejected'),
  day: fc.integer({ min: 0, max: 200 }),
  minutes: fc.option(fc.nat(3000)),
  hoursLate: fc.integer({ min: -3, max: 3 }),
  helped: fc.option(fc.boolean()),
  next: fc.constantFrom('nothing', 'nothing', 'fold', 'rate again', 'answer again', 'delete'),
})

async function store({ title, kind, day, minutes, hoursLate, helped, next }: Answer) {
  const { id } = await storeRequest(portal, { title, state: kind })
  const insertEvent = async () => {
    const { rows } = await portal.pool.query(
      `insert into request_events (request_id, kind, at)
       values ($1, $2, '2026-05-01T03:00:00Z'::timestamptz + $3 * interval '1 day') returning id`,
      [id, kind, day],
    )
    return rows[0].id
  }
  const event = await insertEvent()
  if (minutes !== null) {
    await portal.pool.query(
      `insert into answer_times (event_id, due_at, worked_minutes)
       select id, at + $2 * interval '1 hour', $3 from request_events where id = $1`,
      [event, hoursLate, minutes],
    )
  }
  const rate = (value: boolean) =>
    portal.pool.query(
      `insert into answer_ratings (event_id, helped) values ($1, $2)
       on conflict (event_id) do update set helped = excluded.helped`,
      [event, value],
    )
  if (helped !== null) await rate(helped)
  if (next === 'fold') await foldAnswerCounts(portal.db)
  if (next === 'rate again') await rate(!helped)
  if (next === 'answer again') await insertEvent()
  if (next === 'delete') await portal.pool.query('delete from requests where id = $1', [id])
}

type Answer = typeof answer extends fc.Arbitrary<infer Value> ? Value : never

test('after any answers, times, ratings and deletions the sums are those of all answers (§12.592)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 12 }), async (answers) => {
      await portal.pool.query('delete from requests')
      for (const each of answers) await store(each)
      const counted = await countAnswers(portal.db, year)
      const asText = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()
      expect(asText(counted.map(({ title: _, ...figures }) => figures))).toEqual(
        asText(await countFully()),
      )
    }),
    { numRuns: 20 },
  )
}, 180_000)

test('ratings are those of the answers since this month of last year (§12.592)', async () => {
  await portal.pool.query('delete from requests')
  const base = { title: COPY, kind: 'resolved', minutes: 60, hoursLate: 0 } as const
  await store({ ...base, day: 1, helped: true, next: 'nothing' })
  await store({ ...base, day: 2, helped: true, next: 'rate again' })
  await store({ ...base, day: 3, helped: null, next: 'fold' })
  await store({ ...base, day: -600, helped: true, next: 'nothing' })
  expect(await listProcedureRatings(portal.db)).toEqual([
    { procedureId: expect.any(Number), title: COPY, answers: 3, helped: 1, notHelped: 1 },
  ])
  await portal.pool.query('delete from sales where id in (select sale_id from requests)')
  expect(await listProcedureRatings(portal.db)).toEqual([])
  expect((await countAnswers(portal.db, year))[0]?.answered).toBe(0)
})
