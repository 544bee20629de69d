import { holderChangesSentence } from '@carpeta/domain/imports/load-consequences'
import { rutCheckDigit } from '@carpeta/domain/people/rut'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { pay, sellTo } from '../../test/news/accounting-books.ts'
import { openNewsPortal } from '../../test/news/news-portal.ts'
import { today } from '../../test/one-day.ts'
import { holderIdOf } from '../../test/sales/holder-id.ts'
import {
  codesOf,
  createAccount,
  give,
  logIn,
  luis,
  ROSAS_SALE,
  toLuis,
} from '../../test/sales/shared-sales.ts'
import { pdf } from '../../test/sample-files.ts'
import { folioOf } from '../../test/statements/statements.ts'
import { COPY, storeRequest } from '../../test/stored-requests.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'
import { reportLines } from '../cli/import.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { RECORD_DUE_INSTALMENTS } from '../news/news-jobs.ts'
import { nothingRead } from './import-sales.ts'

const cast = openNewsPortal()
const query = async (text: string, values?: unknown[]) =>
  (await cast.portal.pool.query(text, values)).rows

/** Rosa as accounting names her once it corrected her rut: another account. */
const corrected = { ...personas.rosa, rut: `12345687-${rutCheckDigit('12345687')}` }

const ids = { document: 0, request: 0, answer: 0, draft: 0, report: 0, payment: 0, folio: '' }
let coHolder: Visitor

beforeAll(async () => {
  const { portal, books, rosa } = cast
  // Before the first load, which takes the sample's procedures with it.
  await giveRosaRequests()
  await books.load()
  await createAccount(portal, luis)
  coHolder = await logIn(portal, luis)
  await giveRosaMore()
  // A load told her of a payment, and one could not read her income.
  pay(books.sale(ROSAS_SALE), 901)
  await books.load()
  const { venta } = books.sale(ROSAS_SALE)
  const income = venta.cliente_renta
  venta.cliente_renta = 'mucho'
  await books.load({ maxRejectsPercent: 100 })
  venta.cliente_renta = income
  await enqueueJob(portal.db, RECORD_DUE_INSTALMENTS, {})
  await portal.sentEmails()
  ids.folio = await folioOf(rosa)
})
beforeEach(() => query('delete from rate_limits'))

async function giveRosaRequests(): Promise<void> {
  const { portal } = cast
  const mario = await portal.as('mario')
  ids.request = (await storeRequest(portal, { state: 'in_review' })).id
  ids.draft = (await storeRequest(portal, { state: 'draft' })).id
  const { id: answered } = await storeRequest(portal, { title: COPY, state: 'in_review' })
  const path = `/api/requests/${answered}/`
  await mario.post(`${path}answer-files/`, upload(pdf('copia.pdf')))
  const { version, answer_files } = (await mario.get(path)).body
  await mario.post(`${path}resolve/`, json({ version, text: 'Va adjunta.' }))
  ids.answer = answer_files[0].id
}

async function giveRosaMore(): Promise<void> {
  const { rosa, ivan } = cast
  const holder_id = await holderIdOf(cast.portal.db)
  const fields = { category: 'deed', title: 'Escritura', date: '2026-03-14', holder_id }
  const published = upload(pdf('escritura.pdf', { text: crypto.randomUUID() }), fields)
  ids.document = (await ivan.post(`/api/sales/${ROSAS_SALE}/documents/`, published)).body.id

  const report = { sale_code: ROSAS_SALE, paid_on: today(), amount: '400.000', comment: '' }
  const receipt = upload(pdf('transferencia.pdf'), report)
  ids.report = (await rosa.post('/api/payment-reports/', receipt)).body.id
  const [order] = await query(
    `insert into payment_orders (user_id, sale_id, choice, state, pesos, uf, uf_value, uf_date, folio,
       session_id, authorized_at)
     select users.id, sales.id, 'other', 'authorized', 400000, 10, 40000, $1, 'P261120-1', 'x', now()
     from users join sales on holder_rut = rut where code = $2 returning id`,
    [today(), ROSAS_SALE],
  )
  ids.payment = order.id
  expect((await give(rosa, toLuis)).status).toBe(201)
}

const found = async (person: Visitor, path: string) => (await person.get(path)).status === 200
const bodyOf = async (person: Visitor, path: string) => (await person.get(path)).body
const newsOf = async (person: Visitor) =>
  (await bodyOf(person, '/api/client/news/?pageSize=100')).results
    .filter(({ sale }: { sale: string }) => sale === ROSAS_SALE)
    .map(({ kind }: { kind: string }) => kind)
const ownData = (person: Visitor) => bodyOf(person, '/api/client/data.json')

const rosaAlways = { before: ['Rosa'], after: ['Rosa'] }
const holderOnly = { before: ['Rosa'], after: [] }

/** What hangs on Rosa's sale, and which of Rosa, its new holder and Luis see it before and after the load. */
const things: Record<
  string,
  { sees: (person: Visitor) => Promise<boolean>; before: string[]; after: string[] }
> = {
  'the sale': {
    sees: async (person) => (await codesOf(person)).includes(ROSAS_SALE),
    before: ['Rosa', 'Luis'],
    after: ['the new holder'],
  },
  'a published document': {
    sees: (person) => found(person, `/api/member-documents/${ids.document}/file/`),
    ...holderOnly,
  },
  'news of the document': {
    sees: async (person) => (await newsOf(person)).includes('document'),
    ...holderOnly,
  },
  'news of a payment': {
    sees: async (person) => (await newsOf(person)).includes('payment'),
    ...holderOnly,
  },
  'an issued statement': {
    sees: (person) => found(person, `/api/member-documents/statement-${ids.folio}/file/`),
    ...holderOnly,
  },
  'who else reads the sale': {
    sees: async (person) =>
      (await bodyOf(person, '/api/sale-accesses/')).results.some(
        ({ code, accesses }: { code: string; accesses: [] }) =>
          code === ROSAS_SALE && accesses.length > 0,
      ),
    ...holderOnly,
  },
  'a request': { sees: (person) => found(person, `/api/requests/${ids.request}/`), ...rosaAlways },
  'a file of an answer': {
    sees: (person) => found(person, `/api/documents/${ids.answer}/`),
    ...rosaAlways,
  },
  'a draft': { sees: (person) => found(person, `/api/requests/${ids.draft}/`), ...rosaAlways },
  'a reported payment': {
    sees: async (person) =>
      (await bodyOf(person, '/api/payment-reports/own/')).results.length > 0 &&
      (await found(person, `/api/payment-reports/${ids.report}/receipt/`)),
    ...rosaAlways,
  },
  'a payment online': {
    sees: async (person) =>
      (await bodyOf(person, '/api/payments/own/')).results.length > 0 &&
      (await found(person, `/api/payments/${ids.payment}/receipt/`)),
    ...rosaAlways,
  },
  // The new holder is refused the same instalments without its day (security 5.663).
  'that somebody paid online': {
    sees: async (person) =>
      (await bodyOf(person, '/api/payments/own/')).unrecorded.some(
        ({ sale_code }: { sale_code: string }) => sale_code === ROSAS_SALE,
      ),
    before: ['Rosa', 'Luis'],
    after: [],
  },
  'the document in the own data': {
    sees: async (person) => (await ownData(person)).published_documents.length > 0,
    ...rosaAlways,
  },
  'a value that no load could read': {
    sees: async (person) => (await ownData(person)).unread.length > 0,
    ...rosaAlways,
  },
}

async function seen(people: Record<string, Visitor>): Promise<Record<string, string[]>> {
  const table: Record<string, string[]> = {}
  for (const [thing, { sees }] of Object.entries(things)) {
    table[thing] = []
    for (const [name, person] of Object.entries(people)) {
      if (await sees(person)) table[thing].push(name)
    }
  }
  return table
}

const column = (name: 'before' | 'after') =>
  Object.fromEntries(Object.entries(things).map(([thing, row]) => [thing, row[name]]))

/** Whose each is, as staff see it. */
async function ownersForStaff() {
  const { ivan } = cast
  const [document] = (await bodyOf(ivan, `/api/sales/${ROSAS_SALE}/documents/`)).results
  const report = await bodyOf(ivan, `/api/payment-reports/${ids.report}/`)
  const request = await bodyOf(ivan, `/api/requests/${ids.request}/`)
  const { results } = await bodyOf(ivan, `/api/payments/?sale=${ROSAS_SALE}`)
  return {
    document: document.former_holder?.name ?? 'the holder',
    others: [report.member.name, request.member.name, results[0].member.name],
  }
}

const ROSA = 'Rosa Muñoz Sepúlveda'

describe('what hangs on a sale stays with its holder (security 5.121)', () => {
  test.each([
    ['Hernán, to whom Rosa’s sale goes', personas.hernan],
    ['Rosa’s other account, once accounting corrected her rut', corrected],
  ])('and %s sees what the table says, and the undo gives it back', async (_name, holder) => {
    const { portal, books, rosa } = cast
    sellTo(books.sale(ROSAS_SALE), holder)
    const loadId = await books.load()
    await query(
      `update users set password_hash = (select password_hash from users where rut = $1)
       where rut = $2`,
      [personas.rosa.rut, holder.rut],
    )
    const people = { Rosa: rosa, 'the new holder': await logIn(portal, holder), Luis: coHolder }
    expect(await seen(people)).toEqual(column('after'))
    expect(await ownersForStaff()).toEqual({ document: ROSA, others: [ROSA, ROSA, ROSA] })
    await books.undo(loadId)
    expect(await seen(people)).toEqual(column('before'))
    expect(await ownersForStaff()).toEqual({ document: 'the holder', others: [ROSA, ROSA, ROSA] })
    sellTo(books.sale(ROSAS_SALE), personas.rosa)
  })

  test('an access of Rosa’s holds again after the undo, whatever Hernán gave and took meanwhile (security 5.124)', async () => {
    const { books, hernan } = cast
    sellTo(books.sale(ROSAS_SALE), personas.hernan)
    const loadId = await books.load()
    expect((await give(hernan, toLuis)).status).toBe(201)
    expect(await codesOf(coHolder)).toContain(ROSAS_SALE)
    const { results } = await bodyOf(hernan, '/api/sale-accesses/')
    const [{ id }] = results.find(({ code }: { code: string }) => code === ROSAS_SALE).accesses
    expect((await hernan.call('DELETE', `/api/sale-accesses/${id}/`)).status).toBe(200)
    expect(await codesOf(coHolder)).not.toContain(ROSAS_SALE)
    await books.undo(loadId)
    expect(await codesOf(coHolder)).toContain(ROSAS_SALE)
    sellTo(books.sale(ROSAS_SALE), personas.rosa)
  })
})

describe('emails that wait while Rosa’s sale goes to Hernán (security 5.121)', () => {
  test('of news to Rosa are not sent, to nobody', async () => {
    const { portal, books, ivan } = cast
    const before = (await portal.sentEmails()).length
    pay(books.sale(ROSAS_SALE), 902)
    const waiting = await books.load({ pauseEmails: true })
    sellTo(books.sale(ROSAS_SALE), personas.hernan)
    const loadId = await books.load()
    await ivan.post(`/api/loads/${waiting}/emails/send/`, json({}))
    expect((await portal.sentEmails()).slice(before)).toEqual([])
    await books.undo(loadId)
    sellTo(books.sale(ROSAS_SALE), personas.rosa)
  })

  test('of an access that Rosa gave tell nobody of Hernán (security 5.124)', async () => {
    const { portal, books, rosa } = cast
    const before = (await portal.sentEmails()).length
    await query('update sessions set authenticated_at = now()')
    expect((await give(rosa, { ...toLuis, last_day: '2099-12-31' })).status).toBe(201)
    sellTo(books.sale(ROSAS_SALE), personas.hernan)
    const loadId = await books.load()
    const emails = (await portal.sentEmails()).slice(before)
    expect(emails.filter(({ subject }) => /compra|acceso/.test(subject))).toEqual([])
    const [{ id }] = await query('select id from sale_accesses where revoked_at is null')
    expect((await rosa.call('DELETE', `/api/sale-accesses/${id}/`)).status).toBe(200)
    const revoked = (await portal.sentEmails()).slice(before)
    expect(revoked.map(({ to }) => to).toSorted()).toEqual(
      [luis.email, personas.rosa.email].toSorted(),
    )
    expect(revoked.map(({ text }) => text).join()).not.toContain('Hernán')
    await books.undo(loadId)
    sellTo(books.sale(ROSAS_SALE), personas.rosa)
    await give(rosa, toLuis)
    await portal.sentEmails()
  })
})

describe('a load that changes the holder of Rosa’s sale says what stays with her (§12.921)', () => {
  const left = { documents: 1, accesses: 1, requests: 1, reports: 1, payments: 1 }
  const all = { sales: 1, ...left }

  async function told(loadId: number) {
    const { ivan } = cast
    const load = await bodyOf(ivan, `/api/loads/${loadId}/`)
    const changes = await bodyOf(ivan, `/api/loads/${loadId}/changes/`)
    const figures = await bodyOf(ivan, `/api/loads/${loadId}/figures/?sale=${ROSAS_SALE}`)
    return [load.holder_changes, changes.results[0].left_behind, figures.left_behind]
  }

  test('before it is applied, afterwards, and before it is undone (§12.922)', async () => {
    const { books, ivan } = cast
    sellTo(books.sale(ROSAS_SALE), personas.hernan)
    const tried = await books.load({ dryRun: true, recordDryRun: true })
    expect(await told(tried)).toEqual([all, left, left])
    const loadId = await books.load()
    expect(await told(loadId)).toEqual([all, left, left])
    const holder_id = await holderIdOf(cast.portal.db)
    const fields = { category: 'deed', title: 'Promesa', date: '2026-03-14', holder_id }
    const his = upload(pdf('promesa.pdf', { text: crypto.randomUUID() }), fields)
    await ivan.post(`/api/sales/${ROSAS_SALE}/documents/`, his)
    const nothing = { accesses: 0, requests: 0, reports: 0, payments: 0 }
    const { undoable } = await bodyOf(ivan, '/api/loads/undoable/')
    expect(undoable.holder_changes).toEqual({ sales: 1, documents: 1, ...nothing })
    await books.undo(loadId)
    sellTo(books.sale(ROSAS_SALE), personas.rosa)
  })

  test('and nothing when nobody’s changes', async () => {
    const { books } = cast
    pay(books.sale(ROSAS_SALE), 903)
    expect(await told(await books.load())).toEqual([null, null, null])
  })

  test('also the command', () => {
    const counts = { added: 0, changed: 1, unchanged: 0, bad: 0, withoutCode: 0, vanishing: 0 }
    const outcome = { ...nothingRead, cutoff: new Date(), holderChanges: all }
    const lines = reportLines(
      {
        ...outcome,
        counts: { ...counts, lines: 1, shown: 1, vanishingSample: 0, replacedSample: 0 },
      },
      { dryRun: true },
    )
    expect(lines).toContain(holderChangesSentence(all))
  })
})
