import { forcedRefusals } from '@carpeta/domain/imports/acceptable-refusals'
import { defaultSaleChecks } from '@carpeta/domain/sales/findings/sale-findings'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Accounting,
  inDays,
  newsOf,
  openAccounting,
  owe,
  pay,
  signRelease,
} from '../../../test/news/accounting-books.ts'
import { openPortal, type Portal } from '../../../test/open-portal.ts'
import { json, type Visitor } from '../../../test/visitor.ts'
import { enqueueJob } from '../../jobs/jobs-store.ts'
import { RECORD_DUE_INSTALMENTS } from '../delivery/news-jobs.ts'

let portal: Portal
let books: Accounting
let rosa: Visitor
let hernan: Visitor
beforeAll(async () => {
  portal = await openPortal()
  rosa = await portal.as('rosa')
  hernan = await portal.as('hernan')
  books = openAccounting(portal)
  return () => portal.close()
})

const yesterday = inDays(-1)
const step = `V-1001 deed ${yesterday}`
const payment = `V-1001 payment ${yesterday}`
const deleteNews = () => portal.pool.query('delete from news')

/** The daily job. */
async function aMorning() {
  await enqueueJob(portal.db, RECORD_DUE_INSTALMENTS, {})
  await portal.sentEmails()
}

/** Replaces the day of the first real load, which was long ago. */
const loadedLongAgo = () =>
  portal.pool.query(`update loads set applied_at = applied_at - interval '60 days'`)

describe('a member is told', () => {
  test('nothing by the first load, even of what differs from the sample', async () => {
    signRelease(books.sale('V-2001'))
    pay(books.sale('V-1001'), 900)
    owe(books.sale('V-1001'), inDays(3))
    owe(books.sale('V-1001'), inDays(-3))
    await books.load()
    await aMorning()
    expect([await newsOf(rosa), await newsOf(hernan)]).toEqual([[], []])
    expect((await portal.sentEmails()).filter(({ subject }) => /Novedades/.test(subject))).toEqual(
      [],
    )
  })

  test('once what a load changes, however often it is loaded', async () => {
    signRelease(books.sale('V-1001'))
    pay(books.sale('V-1001'), 901)
    await books.load()
    expect(await newsOf(rosa)).toEqual([step, payment])
    expect(await newsOf(hernan)).toEqual([])
    await deleteNews()
    books.sale('V-1001').venta.proyecto_descripcion = 'Brisas de Tumbes II'
    books.sale('V-1001').pagos.reverse()
    await books.load()
    await aMorning()
    expect(await newsOf(rosa)).toEqual([])
  })

  test('nothing about another holder’s time, before approval, or while it is withdrawn', async () => {
    const sale = books.sale('V-1001')
    const { cliente_rut: rut, fecha_aprob_semi: approved } = sale.venta
    const changes = [
      () => (sale.venta.cliente_rut = books.sale('V-2001').venta.cliente_rut),
      () => (sale.venta.cliente_rut = rut),
      () => (sale.venta.fecha_aprob_semi = ''),
      () => (sale.venta.fecha_aprob_semi = approved),
    ]
    for (const [index, change] of changes.entries()) {
      change()
      pay(sale, 910 + index)
      await books.load()
    }
    books.sales.splice(books.sales.indexOf(sale), 1)
    await books.load({ accepts: forcedRefusals })
    pay(sale, 920)
    books.sales.unshift(sale)
    await books.load()
    expect([await newsOf(rosa), await newsOf(hernan)]).toEqual([[], []])
    pay(sale, 921)
    await books.load()
    expect(await newsOf(rosa)).toEqual([payment])
  })

  test('nothing by a load that is refused or only tried', async () => {
    await deleteNews()
    pay(books.sale('V-1001'), 930)
    await expect(books.load({ maxRejectsPercent: -1 })).rejects.toThrow()
    await expect(books.load({ dryRun: true })).rejects.toThrow()
    expect(await newsOf(rosa)).toEqual([])
    await books.load()
    expect(await newsOf(rosa)).toEqual([payment])
  })
})

describe('of its instalments', () => {
  test('a member is told once that one is due soon, and once that it is overdue', async () => {
    await loadedLongAgo()
    await deleteNews()
    owe(books.sale('V-1001'), inDays(5))
    owe(books.sale('V-1001'), inDays(6))
    await books.load()
    const expected = [
      `V-1001 due_soon ${inDays(3)}`,
      `V-1001 due_soon ${inDays(5)}`,
      `V-1001 overdue ${inDays(-3)}`,
    ]
    expect(await newsOf(rosa)).toEqual(expected)
    await aMorning()
    expect(await newsOf(rosa)).toEqual(expected)
  })

  test('what another day brings is told by the daily job, from the last load', async () => {
    await deleteNews()
    await aMorning()
    expect(await newsOf(rosa)).toHaveLength(3)
    await deleteNews()
    await portal.pool.query(`update sales set as_of = now() - interval '11 days'`)
    await aMorning()
    expect(await newsOf(rosa)).toEqual([])
    await portal.pool.query('update sales set as_of = now()')
  })

  test('nothing is told of a paid one', async () => {
    const { cuotas } = books.sale('V-1001').estado_de_pago['Cuotas mensuales']
    for (const cuota of cuotas) cuota.monto_uf_saldo = 0
    await books.load()
    expect(await newsOf(rosa)).toEqual([])
  })
})

test('nothing is told of figures that a check of the load doubts', async () => {
  await deleteNews()
  pay(books.sale('V-1001'), 935)
  const { cuotas } = books.sale('V-1001').estado_de_pago['Cuotas mensuales']
  owe(books.sale('V-1001'), inDays(4))
  books.sale('V-1001').seguimiento.fecha_abogado_inst_i = yesterday
  await books.load({ checks: defaultSaleChecks })
  const { rows } = await portal.pool.query(
    `select sale_findings.code from sale_findings join sales on sales.id = sale_id where sales.code = 'V-1001'`,
  )
  expect(rows).not.toEqual([])
  expect(await newsOf(rosa)).toEqual([step])
  cuotas.pop()
})

describe('an undone load', () => {
  test('takes back what Rosa has not read; applied again it tells that, and nothing twice', async () => {
    await deleteNews()
    pay(books.sale('V-1001'), 940)
    const read = await books.load()
    const [news] = (await rosa.get('/api/client/news/')).body.results
    await rosa.post('/api/client/news/read/', json({ through: news.id }))
    await books.undo(read)
    expect(await newsOf(rosa)).toEqual([`${payment} read`])

    pay(books.sale('V-1001'), 941)
    const unread = await books.load()
    expect(await newsOf(rosa)).toEqual([payment, `${payment} read`])
    await books.undo(unread)
    expect(await newsOf(rosa)).toEqual([`${payment} read`])
    await books.load()
    expect(await newsOf(rosa)).toEqual([payment, `${payment} read`])
  })
})

test('a load and its news are applied together, or neither', async () => {
  await deleteNews()
  pay(books.sale('V-1001'), 950)
  const loads = async () => (await portal.pool.query('select from loads')).rowCount
  const before = await loads()
  await portal.pool.query(
    `alter table news add constraint no_news check (kind <> 'payment') not valid`,
  )
  await expect(books.load()).rejects.toThrow()
  await portal.pool.query('alter table news drop constraint no_news')
  expect(await loads()).toBe(before)
  await books.load()
  expect(await newsOf(rosa)).toEqual([payment])
})
