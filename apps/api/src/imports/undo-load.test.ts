import { forcedRefusals } from '@carpeta/domain/imports/load-consequences'
import { describe, expect, test } from 'vitest'
import { manySales, openImports, rosa, type Sale, sample } from '../../test/imports.ts'
import { testConfig } from '../../test/test-config.ts'
import { type EntryTexts, openEntries } from '../audit/sealed-facts.ts'
import { exec, many, one, sql } from '../db/query.ts'
import { operator } from '../http/caller.ts'
import { eraseMember } from '../personal-data/erase-member.ts'
import { deleteOldChanges } from './load-changes-store.ts'
import { undoLastLoad } from './loads.ts'

const { db, load, tables, value } = openImports()
const later = { corte: '2026-11-21T06:00:00-03:00' }

/** What an import writes, but for the history of loads and for accounts, which stay. */
async function sales(): Promise<object> {
  const { loads: _loads, users: _users, ...rows } = await tables()
  return rows
}

const erase = (rut: string) =>
  eraseMember({ db: db(), config: testConfig() }, { rut }, { force: true, dryRun: false })

async function undo(loadId: number | null) {
  return db().transaction((tx) => undoLastLoad(tx, operator, loadId ?? 0))
}

/** Rosa's sale changed, one sale new, one gone, one spoilt, the others as they were. */
function nextExport(): Sale[] {
  const [, second, ...others] = sample
  const changed = rosa((sale) => {
    sale.venta.proyecto_descripcion = 'Otro'
    sale.estado_de_pago['Cuotas mensuales'].cuotas.pop()
    sale.pagos[0].monto_uf = '1.0001'
    sale.seguimiento = null
  })
  const added = rosa((sale) => (sale.code = 'V-9'))
  const spoilt = { ...second, venta: { ...second.venta, cliente_rut: '1-1' } }
  return [changed, spoilt, ...others.slice(0, -1), added]
}

describe('undoing the last load', () => {
  test('restores every row of every sale (§10.101)', async () => {
    await load(sample)
    // A sale of another date, as a rejected one has.
    await exec(db(), sql`update sales set as_of = '2026-11-01' where code = 'V-2002'`)
    const before = await sales()
    const { loadId, counts, withdrawn } = await load(
      nextExport(),
      { accepts: forcedRefusals },
      later,
    )
    expect({ ...counts, withdrawn }).toMatchObject({ added: 1, changed: 1, bad: 1, withdrawn: 1 })
    expect(await sales()).not.toEqual(before)

    expect(await undo(loadId)).toMatchObject({ result: 'undone' })
    expect(await sales()).toEqual(before)
    expect(
      await one(
        db(),
        sql`select state, undone_at is not null as is_dated from loads
      where id = ${loadId}`,
      ),
    ).toEqual({ state: 'undone', isDated: true })
    expect(
      await value(sql`select count(*)::int as value from load_changes
      where before is not null`),
    ).toBe(0)
  })

  test('lets the export before it be loaded again', async () => {
    await load(sample)
    const { loadId } = await load(nextExport(), { accepts: forcedRefusals }, later)
    await undo(loadId)
    expect((await load(sample)).refusal).toBeNull()
    const { refusal, counts } = await load(nextExport(), { accepts: forcedRefusals }, later)
    expect(refusal).toBeNull()
    expect(counts).toMatchObject({ added: 1, changed: 1 })
  })

  test('a sale that came back is withdrawn again', async () => {
    await load(manySales(20))
    await load(manySales(19), {}, later)
    const before = await sales()
    const { loadId } = await load(manySales(20), {}, later)
    await undo(loadId)
    expect(await sales()).toEqual(before)
  })

  test('says what stays: the new accounts, and requests for new sales, which are hidden (§10.101)', async () => {
    await load(sample.slice(0, 1))
    const { loadId, newAccounts } = await load(sample, {}, later)
    await exec(
      db(),
      sql`insert into procedures (title, description, answer_hours)
      values ('Certificado', '', 8)`,
    )
    await exec(
      db(),
      sql`insert into requests (user_id, sale_id, procedure_id, procedure_title,
        procedure_description, required_documents, answer_hours)
      select users.id, sales.id, procedures.id, title, '', '{}', 8
      from users join sales on holder_rut = rut, procedures
      where code = 'V-2001' and title = 'Certificado'`,
    )
    await exec(
      db(),
      sql`update users set invited_at = now() where rut = (
      select holder_rut from sales where code = 'V-2001')`,
    )
    const outcome = await undo(loadId)
    expect(outcome).toMatchObject({
      undone: { accounts: { created: newAccounts, invited: 1 }, requestsOnAdded: 1 },
    })
    expect(
      await many(
        db(),
        sql`select code, withdrawn_at is null as is_shown from sales
      order by code`,
      ),
    ).toEqual([
      { code: 'V-1001', isShown: true },
      { code: 'V-2001', isShown: false },
    ])
    expect(await value(sql`select count(*)::int as value from users`)).toBe(newAccounts + 1)
  })

  test('hides a new sale for which a member reported a payment, and keeps the report (§10.101)', async () => {
    await load(sample.slice(0, 1))
    const { loadId } = await load(sample, {}, later)
    await exec(
      db(),
      sql`insert into payment_reports (user_id, sale_id, paid_on, amount)
      select users.id, sales.id, '2026-11-20', 400000
      from users join sales on holder_rut = rut where code = 'V-2001'`,
    )
    expect(await undo(loadId)).toMatchObject({ undone: { reportsOnAdded: 1 } })
    expect(
      await many(
        db(),
        sql`select code, withdrawn_at is null as is_shown, state
        from payment_reports join sales on sales.id = sale_id`,
      ),
    ).toEqual([{ code: 'V-2001', isShown: false, state: 'reported' }])
  })

  test('hides a new sale with a document, an access and a payment by Webpay, and says that they stay (§10.101, §12.226)', async () => {
    await load(sample.slice(0, 1))
    const { loadId } = await load(sample, {}, later)
    const owned = sql`users join sales on holder_rut = rut where code = 'V-2001'`
    await exec(
      db(),
      sql`insert into member_documents (sale_id, category, title, date, visible_from,
          visible_to_co_holder, published_by)
        select sales.id, 'other', 'Plano', '2026-11-20', '2026-11-20', false, users.id from ${owned}`,
    )
    await exec(
      db(),
      sql`insert into sale_accesses (sale_id, reader_rut, kind, holder_rut, given_by)
        select sales.id, '13456789-9', 'representative', rut, users.id from ${owned}`,
    )
    await exec(
      db(),
      sql`insert into payment_orders (user_id, sale_id, choice, pesos, uf, uf_value, uf_date, folio,
          session_id)
        select users.id, sales.id, 'other', 400000, 10, 40000, '2026-11-20', 'P261120-1', 'x'
        from ${owned}`,
    )
    const undone = { documentsOnAdded: 1, accessesOnAdded: 1, ordersOnAdded: 1 }
    expect(await undo(loadId)).toMatchObject({ undone })
    expect(
      await many(
        db(),
        sql`select code, withdrawn_at is null as is_shown from sales
          where exists (select from member_documents where sale_id = sales.id)
            and exists (select from sale_accesses where sale_id = sales.id)
            and exists (select from payment_orders where sale_id = sales.id)`,
      ),
    ).toEqual([{ code: 'V-2001', isShown: false }])
  })

  test('does not bring back what was erased after the load (security 15.13)', async () => {
    await load(sample)
    const changed = rosa((sale) => (sale.venta.proyecto_descripcion = 'Otro'))
    const { loadId } = await load([changed, ...sample.slice(1)], {}, later)
    const erased = await erase('12345678-5')
    expect(erased.result).toBe('erased')
    await undo(loadId)
    const rows = await many(
      db(),
      sql`select project, full_name, address, phone, income,
        holder_erased_at is not null as is_erased
      from sales join sale_holders on sale_id = id where code = 'V-1001' and role = 'holder'`,
    )
    expect(rows).toEqual([
      {
        project: sample[0].venta.proyecto_descripcion,
        fullName: 'Rosa Muñoz Sepúlveda',
        address: '',
        phone: '',
        income: null,
        isErased: true,
      },
    ])
  })
})

describe('a sale that the load added, and whose buyer was erased since', () => {
  const added = (project: string) =>
    rosa((sale) => {
      sale.code = 'V-9'
      sale.venta.proyecto_descripcion = project
    })
  const buyers = () =>
    many(
      db(),
      sql`select role, address <> '' or phone <> '' or income is not null as is_known,
          withdrawn_at is null as is_shown
        from sales join sale_holders on sale_id = id where code = 'V-9' order by role desc`,
    )

  test.each([
    ['Rosa', 'holder', '12345678-5', 0],
    ['Luis', 'co_holder', '13456789-9', 1],
  ])(
    'is hidden, and the next load brings nothing back of %s (security 15.9, security 15.13)',
    async (_name, erased, rut, accounts) => {
      const others = sample.slice(1)
      await load(others)
      const { loadId } = await load([added('Uno'), ...others], {}, later)
      expect((await erase(rut)).result).toBe('erased')
      const left = (isShown: boolean) => [
        { role: 'holder', isKnown: erased !== 'holder', isShown },
        { role: 'co_holder', isKnown: erased !== 'co_holder', isShown },
      ]
      await undo(loadId)
      expect(await buyers()).toEqual(left(false))
      await load([added('Dos'), ...others], {}, later)
      expect(await buyers()).toEqual(left(true))
      expect(await value(sql`select count(*) as value from users where rut = '12345678-5'`)).toBe(
        accounts,
      )
    },
  )
})

describe('a sale that the load gave to Elena, who was erased since', () => {
  const given = (project: string) =>
    rosa(({ venta }) => {
      Object.assign(venta, { cliente_rut: '10000013-K', cliente_direccion: 'Calle Nueva 1' })
      venta.proyecto_descripcion = project
    })
  const holder = () =>
    one(
      db(),
      sql`select holder_rut, address, holder_erased_at is not null as is_erased
        from sales join sale_holders on sale_id = id where code = 'V-1001' and role = 'holder'`,
    )

  test('is Rosa’s again by the undo, and the next load brings nothing back of Elena (security 15.9, security 15.13)', async () => {
    await load(sample)
    const before = await holder()
    const { loadId } = await load([given('Uno'), ...sample.slice(1)], {}, later)
    const { result } = await erase('10000013-K')
    expect(result).toBe('erased')
    await undo(loadId)
    expect(await holder()).toEqual(before)
    await load([given('Dos'), ...sample.slice(1)], {}, later)
    expect(await holder()).toEqual({ holderRut: '10000013-K', address: '', isErased: true })
    expect(await value(sql`select count(*) as value from users where rut = '10000013-K'`)).toBe(0)
  })
})

describe('a report that staff confirmed with a payment that the load brought', () => {
  const paid = (key: string) =>
    rosa(({ pagos }) => pagos.push({ ...pagos[0], key, fecha_deposito: '2026-11-19' }))
  const confirmWith = (key: string, code = 'V-1001') =>
    exec(
      db(),
      sql`insert into payment_reports (user_id, sale_id, paid_on, amount, state, payment_key,
          payment_on, payment_uf, handled_by, closed_at)
        select users.id, sales.id, deposited_on, 400000, 'confirmed', key, deposited_on,
          payments.amount, users.id, now()
        from users join sales on holder_rut = rut join payments on sale_id = sales.id
        where code = ${code} and key = ${key}`,
    )
  const reports = () =>
    many(
      db(),
      sql`select state, payment_key, payment_on, payment_uf, handled_by, closed_at is null as is_open
        from payment_reports order by id`,
    )
  const waiting = {
    ...{ state: 'reported', paymentKey: null, paymentOn: null, paymentUf: null },
    ...{ handledBy: null, isOpen: true },
  }

  test('waits again too where only one of its several payments was brought by the load (§12.2434)', async () => {
    await load([paid('T-1'), ...sample.slice(1)])
    const both = rosa(({ pagos }) => {
      pagos.push({ ...pagos[0], key: 'T-1', fecha_deposito: '2026-11-19' })
      pagos.push({ ...pagos[0], key: 'T-2', fecha_deposito: '2026-11-20' })
    })
    const { loadId } = await load([both, ...sample.slice(1)], {}, later)
    await confirmWith('T-1')
    await exec(
      db(),
      sql`update payment_reports set further_payments = (
        select json_agg(json_build_object('key', key, 'on', deposited_on, 'uf', amount::text))
        from payments where payments.sale_id = payment_reports.sale_id and key = 'T-2')`,
    )
    await undo(loadId)
    expect(await reports()).toMatchObject([waiting])
    const recorded = await many<EntryTexts & { actorId: null; subjectId: number }>(
      db(),
      sql`select actor_id, subject_id, before, after, reason, address, sealed from audit_entries
        where action = 'payment_report.unmatched'`,
    )
    expect(await openEntries(db(), recorded)).toMatchObject([
      { before: { payment_key: 'T-1, T-2' } },
    ])
  })

  test('waits again after the undo, which is recorded; one of an earlier payment does not (§12.2171)', async () => {
    await load([paid('T-1'), ...sample.slice(1)])
    const both = rosa(({ pagos }) => {
      pagos.push({ ...pagos[0], key: 'T-1', fecha_deposito: '2026-11-19' })
      pagos.push({ ...pagos[0], key: 'T-2', fecha_deposito: '2026-11-20' })
    })
    const { loadId } = await load([both, ...sample.slice(1)], {}, later)
    await confirmWith('T-1')
    await confirmWith('T-2')
    await undo(loadId)
    const [earlier, ...others] = await reports()
    expect([earlier, others]).toMatchObject([{ state: 'confirmed', paymentKey: 'T-1' }, [waiting]])
    const events = await many(
      db(),
      sql`select count(*) from audit_entries where action = 'payment_report.unmatched'
        and subject_id = (select id from users where rut = '12345678-5')`,
    )
    expect(events).toEqual([{ count: 1 }])
  })

  test('waits again where the undo hides its sale, which stays for the report (§12.2273)', async () => {
    await load(sample)
    const added = rosa((sale) => {
      sale.code = 'V-9'
      sale.pagos.push({ ...sale.pagos[0], key: 'T-9', fecha_deposito: '2026-11-19' })
    })
    const { loadId } = await load([...sample, added], {}, later)
    await confirmWith('T-9', 'V-9')
    await undo(loadId)
    expect(await reports()).toEqual([waiting])
  })

  test('stays confirmed once its member is erased (§12.2171)', async () => {
    await load(sample)
    const { loadId } = await load([paid('T-2'), ...sample.slice(1)], {}, later)
    await confirmWith('T-2')
    expect((await erase('12345678-5')).result).toBe('erased')
    await undo(loadId)
    expect(await reports()).toMatchObject([{ state: 'confirmed' }])
  })
})

describe('a load is not undone', () => {
  test('twice, nor when another one came after it', async () => {
    const { loadId: first } = await load(sample)
    const { loadId: second } = await load(nextExport(), { accepts: forcedRefusals }, later)
    expect(await undo(first)).toEqual({ result: 'refused', refusal: 'another_load' })
    await undo(second)
    expect(await undo(first)).toEqual({ result: 'refused', refusal: 'not_restorable' })
  })

  test('when there is none, or when it is the sample', async () => {
    expect(await undo(1)).toEqual({ result: 'refused', refusal: 'no_load' })
    const { loadId } = await load(sample, { isSample: true })
    expect(await undo(loadId)).toEqual({ result: 'refused', refusal: 'is_sample' })
  })
})

const on = (day: number) => ({ corte: `2026-11-${day}T06:00:00-03:00` })
const pricedAt = (price: number) => [
  rosa((sale) => (sale.venta.precio_venta = price)),
  ...sample.slice(1),
]

const changesOf = () =>
  many<{ loadId: number; changes: number }>(
    db(),
    sql`select load_id, count(*) as changes from load_changes group by load_id order by load_id`,
  )

test('which sales old loads changed is deleted, but not what an undo needs (§12.225)', async () => {
  const { loadId: first } = await load(sample)
  const { loadId: second } = await load(pricedAt(2451), {}, on(21))
  const before = await sales()
  const { loadId: third } = await load(pricedAt(2452), {}, on(22))
  expect(await deleteOldChanges(db(), 30)).toBe(0)
  await exec(db(), sql`update loads set applied_at = now() - interval '29 days'`)
  await exec(
    db(),
    sql`update loads set applied_at = now() - interval '31 days' where id <> ${second}`,
  )
  expect((await changesOf()).map(({ loadId }) => loadId)).toEqual([first, second, third])
  expect(await deleteOldChanges(db(), 30)).toBe(9)
  expect(await changesOf()).toEqual([
    { loadId: second, changes: 1 },
    { loadId: third, changes: 1 },
  ])
  const undone = await db().transaction((tx) => undoLastLoad(tx, operator, third ?? 0))
  expect(undone.result).toBe('undone')
  expect(await sales()).toEqual(before)
})

describe('when Rosa is erased', () => {
  const eraseRosa = () => erase('12345678-5')
  const kept = () =>
    many(
      db(),
      sql`select coalesce(before::text like '%5555 0142%', false) as is_before,
          coalesce(after like '%5555 0142%', false) as is_after
        from load_changes where before is not null or after is not null order by load_id`,
    )

  test('neither what an undo needs nor what a dry run told has her telephone (§12.225)', async () => {
    await load(sample)
    await load(pricedAt(2451), {}, on(21))
    await load(pricedAt(2452), { dryRun: true, recordDryRun: true }, on(22))
    expect(await kept()).toEqual([
      { isBefore: true, isAfter: false },
      { isBefore: false, isAfter: true },
    ])
    expect((await eraseRosa()).result).toBe('erased')
    expect(await kept()).toEqual([{ isBefore: false, isAfter: false }])
  })

  test('a dry run afterwards stores nothing of her', async () => {
    await load(sample)
    await eraseRosa()
    await load(pricedAt(2452), { dryRun: true, recordDryRun: true }, on(22))
    expect(await kept()).toEqual([])
  })
})
