import fc from 'fast-check'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase, openPortalOn, type Portal } from '../../../test/open-portal.ts'
import { Visitor } from '../../../test/visitor.ts'
import type { Connection } from '../../db/client.ts'

const SALES = '/api/sales-data/'

let connection: Connection
let portal: Portal
let rosa: Visitor
beforeAll(async () => {
  connection = await cloneDatabase('sample')
  portal = await openPortalOn(connection)
  rosa = await portal.as('rosa')
})
afterAll(() => portal.close())

/** What Rosa is answered by a process that has kept no answer. */
async function readAnew(): Promise<unknown> {
  const pool = { ...connection, close: async () => {} }
  const another = await openPortalOn(pool)
  const sameRosa = new Visitor(another.app)
  for (const cookie of rosa.cookies) sameRosa.cookies.set(...cookie)
  const { body } = await sameRosa.get(SALES)
  await another.close()
  return body
}

const rosas = "(select id from sales where code = 'V-1001')"
const today = "(now() at time zone 'America/Santiago')::date"

/** What an import, staff, the member and the jobs change of that answer. */
const changes = {
  'a load writes another balance': `update sale_views set json = replace(json, '"cuotas" : [', '"cuotas" : [ ')
    where sale_id = ${rosas}`,
  'a load has a later cut-off': `update sales set as_of = as_of + interval '1 minute' where id = ${rosas}`,
  'her figures become outdated': `update sales set as_of = now() - interval '12 days' where id = ${rosas}`,
  'her figures are of today': `update sales set as_of = now() where id = ${rosas}`,
  'days become holidays': `insert into own_holidays (date, name, is_closed)
    select ${today} - day, 'Feriado propio', true from generate_series(0, 9) day
    on conflict (date) do update set is_closed = true`,
  'days are no holidays any more': 'delete from own_holidays',
  'the UF of today arrives': `insert into uf_values (date, value, source) values (${today}, 39000.01, 'cmf')
    on conflict (date) do update set value = uf_values.value + 1`,
  'the UF of today is missing': `delete from uf_values where date = ${today}`,
  'a sale is withdrawn': `update sales set withdrawn_at = now() where id = ${rosas}`,
  'the sale is back': `update sales set withdrawn_at = null where id = ${rosas}`,
  'she asks for something': `insert into requests (user_id, sale_id, procedure_id, procedure_title,
      procedure_description, required_documents, answer_hours, state, sent_at)
    select users.id, ${rosas}, (select min(id) from procedures), 'Copia', '', '{}', 24, 'sent', now()
    from users where rut = '12345678-5'`,
  'a request is answered': `update requests set state = 'resolved', answer = answer || ' Listo.', closed_at = now()
    where sale_id = ${rosas}`,
  'another sale becomes hers': `update sales set holder_rut = '12345678-5' where code = 'V-2001'`,
  'that sale is somebody else’s again': `update sales set holder_rut = '11111111-1' where code = 'V-2001'`,
  'Hernán lets her read his sale': `insert into sale_accesses (sale_id, holder_rut, reader_rut, kind, given_by)
    select sales.id, holder_rut, '12345678-5', 'representative', users.id
    from sales join users on users.rut = sales.holder_rut where code = 'V-2002'
    on conflict do nothing`,
  'he no longer does': 'delete from sale_accesses',
}

test('whatever changes, the next answer is that of a process that has kept none (security 3.23)', async () => {
  type Change = keyof typeof changes
  const names = fc.constantFrom(...(Object.keys(changes) as Change[]))
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 1, maxLength: 4 }), async (some) => {
      for (const name of some) {
        await connection.pool.query(changes[name])
        const { status, body } = await rosa.get(SALES)
        expect([name, status, body]).toEqual([name, 200, await readAnew()])
      }
    }),
    { numRuns: 12 },
  )
})

test('each of these changes is seen', async () => {
  for (const [name, statement] of Object.entries(changes)) {
    await rosa.get(SALES)
    await connection.pool.query(statement)
    const { body } = await rosa.get(SALES)
    expect([name, body]).toEqual([name, await readAnew()])
  }
})

test('who has the answer already is told so, and gets the new one once it changes (§12.620)', async () => {
  const first = await rosa.get(SALES)
  const etag = String(first.headers.etag)
  expect(etag).toMatch(/^"[\w-]{43}"$/)
  const known = { headers: { 'if-none-match': `"of another answer", ${etag}` } }
  const again = await rosa.get(SALES, known)
  expect([again.status, again.body, again.headers.etag]).toEqual([304, null, etag])
  expect(again.headers['cache-control']).toBe('no-store')
  await connection.pool.query(changes['the UF of today arrives'])
  const changed = await rosa.get(SALES, known)
  expect([changed.status, changed.body]).toEqual([200, await readAnew()])
  expect(changed.headers.etag).not.toBe(etag)
})

test('the answer’s name is worth nothing to somebody else (security 3.23)', async () => {
  const { headers } = await rosa.get(SALES)
  const known = { headers: { 'if-none-match': String(headers.etag) } }
  expect((await (await portal.as('hernan')).get(SALES, known)).status).toBe(200)
  expect((await portal.visitor().get(SALES, known)).status).toBe(401)
})

test('after her session ended she is told nothing (security 3.23)', async () => {
  const other = await portal.as('rosa')
  const { headers } = await other.get(SALES)
  await connection.pool.query(
    'delete from sessions where user_id = (select id from users where rut = $1)',
    ['12345678-5'],
  )
  onTestFinished(async () => {
    rosa = await portal.as('rosa')
  })
  const known = { headers: { 'if-none-match': String(headers.etag) } }
  expect((await other.get(SALES, known)).status).toBe(401)
  expect((await other.get(SALES)).status).toBe(401)
})
