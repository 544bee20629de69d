import { expect, onTestFinished, test } from 'vitest'
import type { Statement } from '../../src/db/client.ts'
import { cloneDatabase, openPortalOn } from '../open-portal.ts'

// Pages of PostgreSQL, which do not depend on the machine: a lookup for each payment touches three or four.
const ORDERS = 4000

test.each(['/api/payments/', '/api/payments/?state=authorized', '/api/payments/?unrecorded=true'])(
  '%s looks up no payment of accounting for each online one (§12.2094)',
  async (path) => {
    const owner = await cloneDatabase('sample')
    const portal = await openPortalOn(owner)
    onTestFinished(() => portal.close())
    await owner.pool.query(
      `insert into payments (sale_id, position, key, amount, deposited_on)
     select id, 1000 + n, 'W-' || n, 7.35, current_date - 20 from sales, generate_series(1, $1) n
     where code = 'V-1001'`,
      [ORDERS],
    )
    await owner.pool.query(
      `insert into payment_orders (user_id, sale_id, choice, state, pesos, uf, uf_value, uf_date,
       folio, session_id, created_at, authorized_at, payment_key, payment_on, payment_uf, recorded_on)
     select users.id, sale_id, 'other', 'authorized', 294000, 7.35, 40000, current_date, 'P-' || key,
       key, now() - interval '20 days', now() - interval '20 days', key, deposited_on,
       payments.amount, deposited_on
     from payments join sales on sales.id = sale_id join users on rut = holder_rut
     where key like 'W-%'`,
    )
    await owner.pool.query('vacuum analyze')
    const ivan = await portal.as('ivan')
    const { db, pool } = portal
    const read: Statement[] = []
    const { query } = db
    // In place: the portal has this object.
    db.query = (statement) => {
      read.push(statement)
      return query(statement)
    }
    expect((await ivan.get(path)).status).toBe(200)
    let pages = 0
    const ofPayments = read.filter(({ text }) => /from payment_orders/.test(text))
    expect(ofPayments.length).toBeGreaterThan(2)
    for (const { text, values } of ofPayments) {
      const { rows } = await pool.query({
        text: `explain (analyze, buffers, format json) ${text}`,
        values: values as unknown[],
      })
      const { Plan: plan } = rows[0]['QUERY PLAN'][0]
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
    }
    expect(pages).toBeLessThan(ORDERS / 2)
  },
)
