import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Portal } from '../../test/open-portal.ts'
import { openRequestsPortal } from '../../test/requests-portal.ts'
import { COPY, storeRequest } from '../../test/stored-requests.ts'
import { recordMissingAnswerTimes, requestDueAt } from './deadlines.ts'

const requests = openRequestsPortal()

let portal: Portal
beforeAll(() => {
  ;({ portal } = requests)
})
beforeEach(() => requests.reset())

const staffAction = (id: number, name: string, body = {}) =>
  requests.action(requests.mario, id, name, body)

async function close(id: number, action: 'resolve' | 'reject' = 'resolve') {
  const { version } = await requests.rowOf(id)
  expect((await staffAction(id, action, { version, text: 'Listo' })).status).toBe(200)
}

async function timesOf(id: number) {
  const { rows } = await portal.pool.query(
    `select kind, due_at, worked_minutes from request_events
     left join answer_times on event_id = request_events.id
     where request_id = $1 and kind in ('resolved', 'rejected') order by request_events.id`,
    [id],
  )
  return rows
}

/** Stores when things happened, as the events of an earlier release. */
async function storeEvents(id: number, events: [kind: string, at: string][]) {
  for (const [kind, at] of events) {
    await portal.pool.query(
      'insert into request_events (request_id, kind, at) values ($1, $2, $3)',
      [id, kind, at],
    )
  }
}

test('each answer has the deadline that the request had, also after a reopening (§12.460)', async () => {
  const { id } = await storeRequest(portal, {
    title: COPY,
    state: 'in_review',
    dueAt: "'2026-11-03T14:00:00Z'",
  })
  await close(id)
  const { version } = await requests.rowOf(id)
  expect((await staffAction(id, 'reopen', { version, text: 'Falta una firma' })).status).toBe(200)
  const { due_at: secondDueAt } = await requests.rowOf(id)
  await close(id, 'reject')
  expect(await timesOf(id)).toMatchObject([
    { kind: 'resolved', due_at: new Date('2026-11-03T14:00:00Z') },
    { kind: 'rejected', due_at: secondDueAt, worked_minutes: 0 },
  ])
})

test('an answer while staff wait for the member has no deadline', async () => {
  const { id } = await storeRequest(portal, { title: COPY, state: 'missing' })
  await close(id)
  expect(await timesOf(id)).toMatchObject([{ due_at: null }])
})

test('an answer of an earlier release gets the deadline that its events tell (§12.460)', async () => {
  // Twelve business hours from Monday at 10:00: Tuesday at 17:00. The opening hours are 6,5 a day.
  const { id } = await storeRequest(portal, { title: COPY, state: 'resolved' })
  await portal.pool.query("update requests set sent_at = '2026-11-02T13:00:00Z' where id = $1", [
    id,
  ])
  await storeEvents(id, [
    ['sent', '2026-11-02T13:00:00Z'],
    ['commented', '2026-11-02T14:00:00Z'],
    ['resolved', '2026-11-04T14:00:00Z'],
  ])
  await recordMissingAnswerTimes(portal.db)
  expect(await timesOf(id)).toMatchObject([
    { due_at: new Date('2026-11-03T20:00:00Z'), worked_minutes: 6.5 * 60 * 2 + 60 },
  ])
})

test('the hours count from the last reply, and until staff asked for something (§12.460)', async () => {
  const { id } = await storeRequest(portal, { title: COPY, state: 'rejected' })
  await storeEvents(id, [
    ['sent', '2026-11-02T13:00:00Z'],
    ['asked', '2026-11-02T14:00:00Z'],
    ['replied', '2026-11-03T13:00:00Z'],
    ['resolved', '2026-11-03T15:00:00Z'],
    ['reopened', '2026-11-04T13:00:00Z'],
    ['asked', '2026-11-04T13:30:00Z'],
    ['rejected', '2026-11-20T13:00:00Z'],
  ])
  await recordMissingAnswerTimes(portal.db)
  await recordMissingAnswerTimes(portal.db)
  expect(await timesOf(id)).toMatchObject([
    { kind: 'resolved', worked_minutes: 120 },
    { kind: 'rejected', due_at: null, worked_minutes: 30 },
  ])
})

test('an answer whose time cannot be stored holds up no earlier one (security 10.131)', async () => {
  const ids: number[] = []
  for (let count = 0; count < 2; count++) {
    const { id } = await storeRequest(portal, { title: COPY, state: 'resolved' })
    await storeEvents(id, [
      ['sent', '2026-11-02T13:00:00Z'],
      ['resolved', '2026-11-02T14:00:00Z'],
    ])
    ids.push(id)
  }
  const [earlier = 0, later = 0] = ids
  await portal.pool.query(
    `create function refuse_time() returns trigger language plpgsql as $$ begin
       if exists (select from request_events where id = new.event_id and request_id = ${later})
       then raise 'not stored'; end if; return new; end $$;
     create trigger refuse_time before insert on answer_times
       for each row execute function refuse_time()`,
  )
  await expect(recordMissingAnswerTimes(portal.db)).rejects.toThrow('not stored')
  await portal.pool.query('drop trigger refuse_time on answer_times; drop function refuse_time')
  expect(await timesOf(earlier)).toMatchObject([{ worked_minutes: 60 }])
  await recordMissingAnswerTimes(portal.db)
  expect(await timesOf(later)).toMatchObject([{ worked_minutes: 60 }])
})

test('a closed day moves the deadline of an earlier answer', async () => {
  await portal.pool.query(
    `insert into own_holidays (date, name, is_closed) values ('2026-11-03', 'Aniversario', true)`,
  )
  const { id } = await storeRequest(portal, { title: COPY, state: 'resolved' })
  await storeEvents(id, [
    ['sent', '2026-11-02T13:00:00Z'],
    ['resolved', '2026-11-04T13:30:00Z'],
  ])
  await recordMissingAnswerTimes(portal.db)
  expect(await timesOf(id)).toMatchObject([
    { due_at: new Date('2026-11-04T20:00:00Z'), worked_minutes: 6.5 * 60 + 30 },
  ])
})

// The last Thursday of 2026 at 17:00 in Santiago, an hour before closing and New Year's Day.
const NEW_YEARS_EVE = new Date('2026-12-31T20:00:00Z')

const dueAfter = (answerHours: number) =>
  requestDueAt(portal.db, NEW_YEARS_EVE, {
    answerHours,
    answerDays: null,
    sentAt: null,
    extendedAt: null,
  })

test.each([
  ['the country’s holidays do not count', [], '2027-01-04T14:00:00Z'],
  ['except one on which the cooperative works', [['2027-01-01', false]], '2027-01-01T14:00:00Z'],
  ['nor a day that the cooperative closes', [['2027-01-04', true]], '2027-01-05T14:00:00Z'],
])('%s', async (_what, own, due) => {
  await portal.pool.query('delete from own_holidays')
  for (const [date, isClosed] of own) {
    await portal.pool.query('insert into own_holidays (date, is_closed) values ($1, $2)', [
      date,
      isClosed,
    ])
  }
  expect(await dueAfter(2)).toEqual(new Date(due))
})

test('the maximum answer time ends within the calendar’s horizon', async () => {
  await portal.pool.query('delete from own_holidays')
  const due = await dueAfter(500)
  expect(due.getTime() - NEW_YEARS_EVE.getTime()).toBeLessThan(200 * 86_400_000)
})
