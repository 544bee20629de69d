import { addDays, todayInSantiago } from '@carpeta/domain/dates/dates'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { ageAuthentication } from '../../test/users/age-authentication.ts'
import type { Visitor } from '../../test/visitor.ts'

let portal: Portal
let mario: Visitor
beforeAll(async () => {
  portal = await openPortal()
  mario = await portal.as('mario')
  const today = todayInSantiago(new Date())
  const due = async (code: string, position: number, days: number, balance: string | null) =>
    portal.pool.query(
      `update instalments set due_on = $3, amount = 7.35, balance = $4, state = '' from sales
       where sales.id = sale_id and code = $1 and position = $2`,
      [code, position, addDays(today, -days), balance],
    )
  await portal.pool.query('update instalments set balance = 0')
  await due('V-1001', 0, 0, '7.35')
  await due('V-1001', 1, 1, '0.1001')
  await due('V-1001', 2, 45, '7.35')
  await due('V-2001', 0, 91, null)
})
afterAll(() => portal.close())

test('overdue instalments are told by age, with the members behind each band, and the read is recorded (§12.1373)', async () => {
  const { status, body } = await mario.get('/api/overdue-sales/')
  expect(status).toBe(200)
  expect(
    body.bands.map(({ sales, amount }: { sales: number; amount: string }) => [sales, amount]),
  ).toEqual([
    [1, '0.1001'],
    [1, '7.35'],
    [0, '0'],
    [1, '7.35'],
    [0, '0'],
  ])
  const { body: ofBand } = await mario.get('/api/overdue-sales/?band=3')
  expect(ofBand.results).toMatchObject([
    { sale: 'V-2001', holder: 'Hernán Soto Aguayo', instalments: 1, user_id: expect.any(Number) },
  ])
  const { rows } = await portal.pool.query(
    `select action, object_type from audit_entries order by id desc limit 1`,
  )
  expect(rows).toEqual([{ action: 'member.listed', object_type: 'overdue' }])
})

test('the list is downloaded with exact amounts, after a recent login (§12.1373)', async () => {
  const { bytes } = await mario.get('/api/overdue-sales/export.csv?band=0')
  const [, row] = bytes.toString('utf8').split('\r\n')
  expect(row).toMatch(
    /^V-1001;Rosa Muñoz Sepúlveda;12\.345\.678-5;Casa 24;.*;Hasta 30 días;1;0;.*;0,1001;;$/,
  )
  await ageAuthentication(portal.db, 'mario')
  expect((await mario.get('/api/overdue-sales/export.csv')).status).toBe(403)
})

test('Mario, who bought Rosa’s sale before her, finds it neither in the report nor in its CSV (security 5.946)', async () => {
  const rut = personas.mario.rut.replace('-', '')
  await portal.pool.query(
    `insert into sale_buyers (sale_id, rut) select id, $1 from sales where code = 'V-1001'`,
    [rut],
  )
  const read = async (by: Visitor) => {
    const { body } = await by.get('/api/overdue-sales/')
    const csv = (await by.get('/api/overdue-sales/export.csv')).bytes.toString('utf8')
    const listed = body.results.map(({ sale }: { sale: string }) => sale)
    return { listed: [...new Set(listed)].toSorted(), ofFirstBand: body.bands[0].sales, csv }
  }
  const other = await read(await portal.as('ivan'))
  expect([other.listed, other.ofFirstBand]).toEqual([['V-1001', 'V-2001'], 1])
  mario = await portal.as('mario')
  const his = await read(mario)
  expect([his.listed, his.ofFirstBand]).toEqual([['V-2001'], 0])
  expect(his.csv).toContain('V-2001')
  expect(his.csv).not.toContain('V-1001')
  await portal.pool.query('delete from sale_buyers where rut = $1', [rut])
})

test('overdue instalments are for staff who answer requests (§12.1373)', async () => {
  for (const path of ['/api/overdue-sales/', '/api/overdue-sales/export.csv']) {
    expect((await portal.visitor().get(path)).status).toBe(401)
    expect((await (await portal.as('rosa')).get(path)).status).toBe(403)
    expect((await (await portal.as('carla')).get(path)).status).toBe(403)
  }
})
