import { forcedRefusals } from '@carpeta/domain/imports/load-consequences'
import { parseUf } from '@carpeta/domain/money/money'
import { isInstalmentOwed } from '@carpeta/domain/sales/instalments'
import { defaultSaleChecks } from '@carpeta/domain/sales/sale-findings'
import { describe, expect, test } from 'vitest'
import { inDays, newsOf, owe, pay, signRelease } from '../../test/news/accounting-books.ts'
import { openNewsPortal } from '../../test/news/news-portal.ts'
import { json } from '../../test/visitor.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { RECORD_DUE_INSTALMENTS } from './news-jobs.ts'

const cast = openNewsPortal()

const yesterday = inDays(-1)
const step = `V-1001 deed ${yesterday}`
const payment = `V-1001 payment ${yesterday}`
const deleteNews = () => cast.portal.pool.query('delete from news')

/** The daily job. */
async function aMorning() {
  await enqueueJob(cast.portal.db, RECORD_DUE_INSTALMENTS, {})
  await cast.portal.sentEmails()
}

/** Replaces the day of the first real load, which was long ago. */
const loadedLongAgo = () =>
  cast.portal.pool.query(`update loads set applied_at = applied_at - interval '60 days'`)

describe('a member is told', () => {
  test('nothing by the first load, even of what differs from the sample (§12.212)', async () => {
    signRelease(cast.books.sale('V-2001'))
    pay(cast.books.sale('V-1001'), 900)
    owe(cast.books.sale('V-1001'), inDays(3))
    owe(cast.books.sale('V-1001'), inDays(-3))
    await cast.books.load()
    await aMorning()
    expect([await newsOf(cast.rosa), await newsOf(cast.hernan)]).toEqual([[], []])
    expect(
      (await cast.portal.sentEmails()).filter(({ subject }) => /Novedades/.test(subject)),
    ).toEqual([])
  })

  test('once what a load changes, however often it is loaded (§12.210)', async () => {
    signRelease(cast.books.sale('V-1001'))
    pay(cast.books.sale('V-1001'), 901)
    await cast.books.load()
    expect(await newsOf(cast.rosa)).toEqual([step, payment])
    expect(await newsOf(cast.hernan)).toEqual([])
    await deleteNews()
    cast.books.sale('V-1001').venta.proyecto_descripcion = 'Brisas de Tumbes II'
    cast.books.sale('V-1001').pagos.reverse()
    await cast.books.load()
    await aMorning()
    expect(await newsOf(cast.rosa)).toEqual([])
  })

  test('once a step that was planned and is done, also when its planned day came before the load (§12.210)', async () => {
    const { seguimiento } = cast.books.sale('V-1001')
    const former = seguimiento.fecha_alzamiento_i
    seguimiento.fecha_alzamiento_i = inDays(0)
    await cast.books.load()
    await deleteNews()
    await cast.portal.pool.query(`update sales set as_of = now() - interval '1 day'`)
    seguimiento.fecha_alzamiento_i = yesterday
    await cast.books.load()
    expect(await newsOf(cast.rosa)).toEqual([step])
    seguimiento.fecha_alzamiento_i = former
    await deleteNews()
  })

  test('nothing about another holder’s time, before approval, or while it is withdrawn (§12.212)', async () => {
    const sale = cast.books.sale('V-1001')
    const { cliente_rut: rut, fecha_aprob_semi: approved } = sale.venta
    const changes = [
      () => (sale.venta.cliente_rut = cast.books.sale('V-2001').venta.cliente_rut),
      () => (sale.venta.cliente_rut = rut),
      () => (sale.venta.fecha_aprob_semi = ''),
      () => (sale.venta.fecha_aprob_semi = approved),
    ]
    for (const [index, change] of changes.entries()) {
      change()
      pay(sale, 910 + index)
      await cast.books.load()
    }
    cast.books.sales.splice(cast.books.sales.indexOf(sale), 1)
    await cast.books.load({ accepts: forcedRefusals })
    pay(sale, 920)
    cast.books.sales.unshift(sale)
    await cast.books.load()
    expect([await newsOf(cast.rosa), await newsOf(cast.hernan)]).toEqual([[], []])
    pay(sale, 921)
    await cast.books.load()
    expect(await newsOf(cast.rosa)).toEqual([payment])
  })

  test('nothing by a load that is refused or only tried (§12.212)', async () => {
    await deleteNews()
    pay(cast.books.sale('V-1001'), 930)
    await expect(cast.books.load({ maxRejectsPercent: -1 })).rejects.toThrow()
    await expect(cast.books.load({ dryRun: true })).rejects.toThrow()
    expect(await newsOf(cast.rosa)).toEqual([])
    await cast.books.load()
    expect(await newsOf(cast.rosa)).toEqual([payment])
  })
})

describe('of its instalments', () => {
  test('a member is told once that one is due soon, and once that it is overdue (§12.211)', async () => {
    await loadedLongAgo()
    await deleteNews()
    owe(cast.books.sale('V-1001'), inDays(5))
    owe(cast.books.sale('V-1001'), inDays(6))
    await cast.books.load()
    const expected = [
      `V-1001 due_soon ${inDays(3)}`,
      `V-1001 due_soon ${inDays(5)}`,
      `V-1001 overdue ${inDays(-3)}`,
    ]
    expect(await newsOf(cast.rosa)).toEqual(expected)
    await aMorning()
    expect(await newsOf(cast.rosa)).toEqual(expected)
  })

  test('as many days before as she chose; another choice tells it the next morning, and nothing twice (§12.1450)', async () => {
    await deleteNews()
    const sale = cast.books.sale('V-1001')
    const due = [inDays(3), inDays(7), inDays(14)]
    for (const date of due) owe(sale, date)
    const choose = (due_days: number) =>
      cast.rosa.call('PATCH', '/api/client/preferences/', json({ due_days }))
    const told = async () => {
      await aMorning()
      const news = await newsOf(cast.rosa)
      return due.filter((day) => news.includes(`V-1001 due_soon ${day}`))
    }
    await choose(3)
    await cast.books.load()
    expect(await told()).toEqual(due.slice(0, 1))
    await choose(7)
    expect(await told()).toEqual(due.slice(0, 2))
    await choose(14)
    expect(await told()).toEqual(due)
    await choose(3)
    expect(await told()).toEqual(due)
    expect((await choose(6)).status).toBe(400)
    await choose(5)
    sale.estado_de_pago['Cuotas mensuales'].cuotas.splice(-due.length)
  })

  test('what another day brings is told by the daily job, from the last load (§12.211)', async () => {
    await deleteNews()
    await aMorning()
    expect(await newsOf(cast.rosa)).toHaveLength(3)
    await deleteNews()
    await cast.portal.pool.query(`update sales set as_of = now() - interval '11 days'`)
    await aMorning()
    expect(await newsOf(cast.rosa)).toEqual([])
    await cast.portal.pool.query('update sales set as_of = now()')
  })

  test('nothing is told of a paid one', async () => {
    const { cuotas } = cast.books.sale('V-1001').estado_de_pago['Cuotas mensuales']
    for (const cuota of cuotas) cuota.monto_uf_saldo = 0
    await cast.books.load()
    expect(await newsOf(cast.rosa)).toEqual([])
  })

  test('nothing is told of a completed sale, which Rosa cannot pay any more (§12.211)', async () => {
    const sale = cast.books.sale('V-1001')
    const { fecha_real: open } = sale.venta
    const due = [inDays(-2), inDays(4)]
    for (const date of due) owe(sale, date)
    sale.venta.fecha_real = yesterday
    await cast.books.load()
    await aMorning()
    expect(await newsOf(cast.rosa)).toEqual([])
    sale.venta.fecha_real = open
    await cast.books.load()
    expect(await newsOf(cast.rosa)).toEqual([
      `V-1001 due_soon ${inDays(4)}`,
      `V-1001 overdue ${inDays(-2)}`,
    ])
    sale.estado_de_pago['Cuotas mensuales'].cuotas.splice(-due.length)
  })

  test('nothing is told while the balance is below zero, when the portal says not to pay yet (§12.2105)', async () => {
    const sale = cast.books.sale('V-1001')
    const due = [inDays(-1), inDays(2)]
    for (const date of due) owe(sale, date)
    const { contado_preliminar: cash } = sale.compromiso
    const owed = cash.compromiso
    cash.compromiso = -999_999
    await deleteNews()
    await cast.books.load()
    await aMorning()
    expect(await newsOf(cast.rosa)).toEqual([])
    cash.compromiso = owed
    await cast.books.load()
    expect(await newsOf(cast.rosa)).toEqual(
      expect.arrayContaining([`V-1001 due_soon ${due[1]}`, `V-1001 overdue ${due[0]}`]),
    )
    sale.estado_de_pago['Cuotas mensuales'].cuotas.splice(-due.length)
    await deleteNews()
  })

  test('nothing is told of one that Rosa paid online, which the export does not have yet (§12.211)', async () => {
    await deleteNews()
    const due = [inDays(-1), inDays(2)]
    for (const date of due) owe(cast.books.sale('V-1001'), date)
    await cast.portal.pool.query(
      `insert into payment_orders (user_id, sale_id, choice, due_on, state, pesos, uf, uf_value,
          uf_date, folio, session_id, authorized_at)
        select users.id, sales.id, 'next', $1, 'authorized', 294000, 7.35, 40000, $1, 'P-1', '', now()
        from sales join users on users.rut = holder_rut where code = 'V-1001'`,
      [due[0]],
    )
    await cast.books.load()
    await aMorning()
    expect(await newsOf(cast.rosa)).toEqual([`V-1001 due_soon ${due[1]}`])
    await cast.portal.pool.query(`update payment_orders set state = 'refunded'`)
    await aMorning()
    expect(await newsOf(cast.rosa)).toContain(`V-1001 overdue ${due[0]}`)
    cast.books.sale('V-1001').estado_de_pago['Cuotas mensuales'].cuotas.splice(-due.length)
  })

  test('exactly those are told that the rule calls owed, whatever accounting sends (§12.710)', async () => {
    await deleteNews()
    const sent: [state: string, amount: number | null, balance: number | null][] = [
      ['Pagada', 7.35, null],
      ['Pagada con atraso', 7.35, null],
      ['Pagada', null, null],
      ['Pagada', 7.35, 0],
      ['Pagada', 7.35, 7.35],
      ['Abonada', 7.35, null],
      ['Abonada', 7.35, 3],
      ['Atrasada', 0, null],
      ['Vencida', 7.35, 0],
      ['Atrasada', 7.35, null],
      ['Atrasada', null, null],
      ['Pendiente', 7.35, null],
      ['Cancelada', null, null],
      ['', 7.35, null],
      ['', null, null],
      ['', 7.35, 0],
    ]
    const { cuotas } = cast.books.sale('V-1001').estado_de_pago['Cuotas mensuales']
    const owed = sent.flatMap(([state, amount, balance], index) => {
      const dueOn = inDays(index - 10)
      const figures = { monto_uf: amount, monto_uf_saldo: balance, estado: state }
      cuotas.push({ fecha_vencimiento: dueOn, ...figures })
      const read = { amount: parseUf(amount), balance: parseUf(balance), state }
      return isInstalmentOwed(read) ? [dueOn] : []
    })
    await cast.books.load()
    cuotas.splice(-sent.length)
    expect(owed).toHaveLength(7)
    expect((await newsOf(cast.rosa)).map((news) => news.split(' ')[2]).toSorted()).toEqual(owed)
  })
})

test('nothing is told of figures that a check of the load doubts (§12.218)', async () => {
  await deleteNews()
  pay(cast.books.sale('V-1001'), 935)
  const { cuotas } = cast.books.sale('V-1001').estado_de_pago['Cuotas mensuales']
  owe(cast.books.sale('V-1001'), inDays(4))
  cast.books.sale('V-1001').seguimiento.fecha_abogado_inst_i = yesterday
  await cast.books.load({ checks: defaultSaleChecks })
  const { rows } = await cast.portal.pool.query(
    `select sale_findings.code from sale_findings join sales on sales.id = sale_id where sales.code = 'V-1001'`,
  )
  expect(rows).not.toEqual([])
  expect(await newsOf(cast.rosa)).toEqual([step])
  cuotas.pop()
})

describe('an undone load', () => {
  test('takes back what Rosa has not read; applied again it tells that, and nothing twice (§12.213)', async () => {
    await deleteNews()
    pay(cast.books.sale('V-1001'), 940)
    const read = await cast.books.load()
    const [news] = (await cast.rosa.get('/api/client/news/')).body.results
    await cast.rosa.post('/api/client/news/read/', json({ through: news.id }))
    await cast.books.undo(read)
    expect(await newsOf(cast.rosa)).toEqual([`${payment} read`])

    pay(cast.books.sale('V-1001'), 941)
    const unread = await cast.books.load()
    expect(await newsOf(cast.rosa)).toEqual([payment, `${payment} read`])
    await cast.books.undo(unread)
    expect(await newsOf(cast.rosa)).toEqual([`${payment} read`])
    await cast.books.load()
    expect(await newsOf(cast.rosa)).toEqual([payment, `${payment} read`])
  })
})

test('a load and its news are applied together, or neither (security 12.61)', async () => {
  await deleteNews()
  pay(cast.books.sale('V-1001'), 950)
  const loads = async () => (await cast.portal.pool.query('select from loads')).rowCount
  const before = await loads()
  await cast.portal.pool.query(
    `alter table news add constraint no_news check (kind <> 'payment') not valid`,
  )
  await expect(cast.books.load()).rejects.toThrow()
  await cast.portal.pool.query('alter table news drop constraint no_news')
  expect(await loads()).toBe(before)
  await cast.books.load()
  expect(await newsOf(cast.rosa)).toEqual([payment])
})
