import { endpoints } from '@carpeta/contract/payments'
import { expect, test } from 'vitest'
import { callerOf } from '../../test/caller-of.ts'
import { openPaymentsPortal, ROSAS_SALE } from '../../test/payments-portal.ts'
import { NotSignedIn } from '../http/errors.ts'
import { exportPayments } from './staff-payments.ts'

const p = openPaymentsPortal()

test('the CSV of payments has all, newest first, and breaks off once Mario has logged out (security 3.200)', async () => {
  await p.portal.pool.query(
    `insert into payment_orders (user_id, sale_id, choice, state, pesos, uf, uf_value, uf_date, folio, session_id)
     select users.id, sales.id, 'other', 'rejected', 400000, 10, 40000, '2026-11-20', 'F-' || n, 'x'
     from generate_series(1, 2001) n, sales join users on rut = holder_rut where code = $1 order by n`,
    [ROSAS_SALE],
  )
  const csv = (await p.mario.get('/api/payments/csv/?state=rejected')).bytes.toString()
  expect(csv.match(/F-\d+/g)).toEqual(Array.from({ length: 2001 }, (_, at) => `F-${2001 - at}`))

  const { access } = endpoints['GET /api/payments/csv/']
  const caller = await callerOf(p.portal, p.mario, access)
  const chunks = (await exportPayments(p.portal, caller, {}))[Symbol.asyncIterator]()
  expect(String((await chunks.next()).value)).toContain('Folio')
  await p.mario.post('/api/auth/logout/')
  const readOn = async () => {
    while (!(await chunks.next()).done);
  }
  await expect(readOn()).rejects.toThrow(NotSignedIn)
})
