import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../test/open-portal.ts'
import { migrate, migrateTo } from '../db/migrate.ts'
import { many, sql } from '../db/query.ts'
import { knownMigrations } from '../db/schema-state.ts'

test('payments that were matched before keep theirs, unless its number names one of another day (security 5.724)', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.close())
  const { pool, db } = database
  const names = knownMigrations().map(({ name }) => name)
  const before = names.findIndex((name) => name.endsWith('_payment-identity'))
  await migrateTo(pool, names.slice(0, before))
  await pool.query(rows)
  await migrate(pool)
  const orders = await many(
    db,
    sql`select folio, payment_on, trim_scale(payment_uf) as payment_uf from payment_orders order by id`,
  )
  expect(orders).toEqual([
    { folio: 'same day', paymentOn: '2026-11-02', paymentUf: '7.35' },
    { folio: 'another day', paymentOn: null, paymentUf: null },
    { folio: 'without a date', paymentOn: null, paymentUf: '3.5' },
    { folio: 'withdrawn', paymentOn: null, paymentUf: null },
  ])
  expect(
    await many(
      db,
      sql`select payment_key, payment_on, trim_scale(payment_uf) as payment_uf from payment_reports order by id`,
    ),
  ).toEqual([
    { paymentKey: '4', paymentOn: '2026-11-05', paymentUf: '2' },
    { paymentKey: '9', paymentOn: null, paymentUf: null },
  ])
})

const rows = `
  insert into users (rut, first_name, last_name, email) values ('12345678-5', 'Rosa', 'Muñoz', 'rosa@example.com');
  insert into sales (code, holder_rut, content_hash, as_of) values ('V-1001', '12345678-5', '', now());
  insert into payments (sale_id, position, key, amount, deposited_on)
    select sales.id, position, key, amount, day::date from sales, (values
      (0, '1', 7.35, '2026-11-02'), (1, '2', 7.35, '2026-11-09'), (2, '3', 3.5, null),
      (3, '4', 2, '2026-11-05')
    ) as given (position, key, amount, day);
  insert into payment_orders (user_id, sale_id, choice, state, pesos, uf, uf_value, uf_date, folio,
      session_id, authorized_at, payment_key, recorded_on)
    select users.id, sales.id, 'next', 'authorized', 294000, 7.35, 40000, '2026-11-02', folio, folio,
      now(), key, date '2026-11-02'
    from users, sales, (values ('same day', '1'), ('another day', '2'), ('without a date', '3'), ('withdrawn', '8'))
      as given (folio, key);
  insert into payment_reports (user_id, sale_id, paid_on, amount, state, closed_at, payment_key)
    select users.id, sales.id, date '2026-11-05', 80000, 'confirmed', now(), key
    from users, sales, (values ('4'), ('9')) as given (key);
`
