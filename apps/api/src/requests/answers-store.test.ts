import type { Month } from '@carpeta/domain/dates/months'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { COPY, storeRequest, TRANSFER } from '../../test/stored-requests.ts'
import { countAnswers, listProcedureRatings } from './answers-store.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const year = { from: '2026-01' as Month, to: '2026-12' as Month }

interface Closed {
  title: string
  at: Date
  /** Null for an answer without a recorded time. */
  minutes: number | null
  isLate: boolean
}

/** The figures of one group of answers. */
function figuresOf(closed: Closed[]) {
  const minutes = closed
    .flatMap((each) => (each.minutes === null ? [] : [each.minutes]))
    .toSorted((a, b) => a - b)
  const middle = [Math.floor((minutes.length - 1) / 2), Math.floor(minutes.length / 2)]
  const mean = (values: number[]) =>
    minutes.length === 0 ? null : Math.round(values.reduce((a, b) => a + b) / values.length)
  const late = closed.filter(({ isLate }) => isLate).length
  return {
    answered: closed.length,
    onTime: minutes.length - late,
    late,
    meanMinutes: mean(minutes),
    medianMinutes: mean(middle.map((place) => minutes[place] ?? 0)),
  }
}

const santiagosMonth = new Intl.DateTimeFormat('sv', {
  timeZone: 'America/Santiago',
  year: 'numeric',
  month: '2-digit',
})

/** The figures of all answers, by month, by procedure and by both. */
function reportOf(closed: Closed[]) {
  const groups: [(each: Closed) => string | null, (each: Closed) => string][] = [
    [() => null, () => ''],
    [({ at }) => santiagosMonth.format(at), () => ''],
    [() => null, ({ title }) => title],
    [({ at }) => santiagosMonth.format(at), ({ title }) => title],
  ]
  const rows = groups.flatMap(([monthOf, titleOf]) =>
    [...Map.groupBy(closed, (each) => JSON.stringify([monthOf(each), titleOf(each)]))].map(
      ([key, group]) => {
        const [month, title] = JSON.parse(key)
        return { month, title, ...figuresOf(group) }
      },
    ),
  )
  return closed.length === 0 ? [{ month: null, title: '', ...figuresOf([]) }] : rows
}

const answer = fc.record({
  title: fc.constantFrom(COPY, TRANSFER),
  kind: fc.constantFrom('resolved', 'rejected'),
  day: fc.integer({ min: 0, max: 200 }),
  minutes: fc.option(fc.nat(3000)),
  hoursLate: fc.integer({ min: -3, max: 3 }),
  helped: fc.option(fc.boolean()),
  next: fc.constantFrom('nothing', 'nothing', 'rate again', 'answer again', 'delete'),
})

/** @returns what counts of it */
async function store(answer: Answer): Promise<Closed[]> {
  const { title, kind, day, minutes, hoursLate, helped, next } = answer
  const at = new Date(Date.UTC(2026, 4, 1 + day, 3))
  const { id } = await storeRequest(portal, { title, state: kind })
  const insertEvent = async () => {
    const { rows } = await portal.pool.query(
      'insert into request_events (request_id, kind, at) values ($1, $2, $3) returning id',
      [id, kind, at],
    )
    return rows[0].id
  }
  const event = await insertEvent()
  if (minutes !== null) {
    await portal.pool.query(
      `insert into answer_times (event_id, due_at, worked_minutes)
       select id, at - $2 * interval '1 hour', $3 from request_events where id = $1`,
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
  if (next === 'rate again') await rate(!helped)
  if (next === 'delete') {
    await portal.pool.query('delete from requests where id = $1', [id])
    return []
  }
  const closed = [{ title, at, minutes, isLate: minutes !== null && hoursLate > 0 }]
  if (next !== 'answer again') return closed
  await insertEvent()
  return [...closed, { title, at, minutes: null, isLate: false }]
}

type Answer = typeof answer extends fc.Arbitrary<infer Value> ? Value : never

test('the report has the figures of any answers, times and deletions (§12.592)', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 12 }), async (answers) => {
      await portal.pool.query('delete from requests')
      const closed: Closed[] = []
      for (const each of answers) closed.push(...(await store(each)))
      const counted = await countAnswers(portal.db, year)
      const byKey = (rows: { month: string | null; title: string }[]) =>
        rows.toSorted((a, b) => (`${a.month} ${a.title}` < `${b.month} ${b.title}` ? -1 : 1))
      expect(byKey(counted.map(({ procedureId: _, ...figures }) => figures))).toEqual(
        byKey(reportOf(closed)),
      )
    }),
    { numRuns: 10 },
  )
}, 180_000)

test('ratings are those of what was resolved since this month of last year (§12.592, §12.2153)', async () => {
  await portal.pool.query('delete from requests')
  const base = { title: COPY, kind: 'resolved', minutes: 60, hoursLate: 0 } as const
  await store({ ...base, day: 1, helped: true, next: 'nothing' })
  await store({ ...base, day: 2, helped: true, next: 'rate again' })
  await store({ ...base, day: 3, helped: null, next: 'nothing' })
  await store({ ...base, kind: 'rejected', day: 4, helped: null, next: 'nothing' })
  await store({ ...base, day: -600, helped: true, next: 'nothing' })
  expect(await listProcedureRatings(portal.db)).toEqual([
    { procedureId: expect.any(Number), title: COPY, answers: 3, helped: 1, notHelped: 1 },
  ])
  await portal.pool.query('delete from sales where id in (select sale_id from requests)')
  expect(await listProcedureRatings(portal.db)).toEqual([])
  expect((await countAnswers(portal.db, year))[0]?.answered).toBe(0)
})
