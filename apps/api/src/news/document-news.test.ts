import { addDays } from '@carpeta/domain/dates/dates'
import { beforeAll, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { openNewsPortal } from '../../test/news/news-portal.ts'
import { today } from '../../test/one-day.ts'
import { holderIdOf } from '../../test/sales/holder-id.ts'
import { pdf } from '../../test/sample-files.ts'
import { json, upload } from '../../test/visitor.ts'
import type { Email } from '../email/render-email.ts'
import { enqueueJob } from '../jobs/jobs-store.ts'
import { RECORD_DUE_INSTALMENTS } from './news-jobs.ts'

const cast = openNewsPortal()
beforeAll(async () => {
  await cast.books.load()
})

const ofSale = '/api/sales/V-1001/documents/'

async function publish(title: string, fields: Record<string, string> = {}): Promise<number> {
  const file = pdf('documento-secreto.pdf', { text: title })
  const holder_id = await holderIdOf(cast.portal.db)
  const form = { category: 'other', title, date: '2026-03-14', holder_id, ...fields }
  const { status, body } = await cast.ivan.post(ofSale, upload(file, form))
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}

/** The daily job. @returns the emails that it sent */
async function aMorning(): Promise<Email[]> {
  const earlier = (await cast.portal.sentEmails()).length
  await enqueueJob(cast.portal.db, RECORD_DUE_INSTALMENTS, {})
  return (await cast.portal.sentEmails()).slice(earlier)
}

async function told(): Promise<string[]> {
  const { results } = (await cast.rosa.get('/api/client/news/')).body
  return results
    .filter(({ kind }: { kind: string }) => kind === 'document')
    .map(({ subject }: { subject: string }) => subject)
}

test('the holder is told of a new document by its title alone, once, on the day it is visible (§12.683)', async () => {
  await publish('Plano de la casa')
  const withdrawn = await publish('De otra venta')
  await publish('Para mañana', { visible_from: addDays(today(), 1) })
  const opened = await publish('Ya leído')
  await cast.rosa.get(`/api/member-documents/${opened}/file/`)
  const withdraw = json({ reason: 'Era de otra venta' })
  await cast.ivan.post(`${ofSale}${withdrawn}/withdraw/`, withdraw)
  const emails = await aMorning()
  expect(emails.map(({ subject }) => subject)).toEqual(['Novedades de Altos de Tumbes · Casa 24'])
  expect(emails[0]?.text).toContain('– Hay un documento nuevo: «Plano de la casa».')
  expect(emails[0]?.text).not.toMatch(/secreto|otra venta|mañana|Ya leído/)
  expect(await told()).toEqual(['Plano de la casa'])
  expect(await aMorning()).toEqual([])
})

test('whoever held the sale then has in the own data that there was one, not its title of today (security 15.140)', async () => {
  const id = await publish('Contrato')
  await aMorning()
  const subjects = async () =>
    (await cast.rosa.get('/api/client/data.json')).body.news
      .filter(({ kind }: { kind: string }) => kind === 'document')
      .map(({ subject }: { subject: string }) => subject)
  const before = await subjects()
  expect(before).toContain('Contrato')
  const hold = (rut: string) =>
    cast.portal.pool.query(`update sales set holder_rut = $1 where code = 'V-1001'`, [rut])
  await hold(personas.hernan.rut)
  await cast.ivan.call('PATCH', `${ofSale}${id}/`, json({ title: 'Herencia de Hernán' }))
  expect(await subjects()).toEqual(before.map(() => ''))
  await hold(personas.rosa.rut)
  await cast.ivan.post(`${ofSale}${id}/withdraw/`, json({ reason: 'Era de otra venta' }))
})

test('news of a document that is withdrawn go with it, and a correction of the title is seen (§12.683)', async () => {
  const [id, other] = [await publish('Borrador'), await publish('Otro')]
  await aMorning()
  await cast.ivan.call('PATCH', `${ofSale}${id}/`, json({ title: 'Promesa' }))
  await cast.ivan.post(`${ofSale}${other}/withdraw/`, json({ reason: 'Repetido' }))
  expect(await told()).toContain('Promesa')
  expect(await told()).not.toContain('Otro')
  const { news } = (await cast.rosa.get('/api/client/data.json')).body
  const exported = news.map(({ subject }: { subject: string }) => subject)
  expect(exported).toContain('Promesa')
  expect(exported).toContain('')
})

test.each([
  ['today', today(), 'Promesa de compraventa'],
  ['a month ago', addDays(today(), -30), 'Anexo de la promesa'],
])(
  'a document that was published long before its sale is approved, by a date of %s, is told with the approval, once (§12.683)',
  async (_when, approvedOn, title) => {
    const { venta } = cast.books.sale('V-1001')
    const { fecha_aprob_semi: approved } = venta
    venta.fecha_aprob_semi = ''
    await cast.books.load()
    const id = await publish(title)
    await cast.portal.pool.query(
      `update member_documents set visible_from = visible_from - 20,
        published_at = published_at - interval '20 days' where id = $1`,
      [id],
    )
    expect(await aMorning()).toEqual([])
    const earlier = (await cast.portal.sentEmails()).length
    venta.fecha_aprob_semi = approvedOn
    await cast.books.load()
    await aMorning()
    const emails = (await cast.portal.sentEmails()).slice(earlier)
    expect(emails.map(({ text }) => text.match(/^– .*$/gm))).toEqual([
      [`– Hay un documento nuevo: «${title}».`],
    ])
    expect((await told()).filter((each) => each === title)).toHaveLength(1)
    expect(await aMorning()).toEqual([])
    venta.fecha_aprob_semi = approved
  },
)

test('emails follow the preference of the category, and else that of announcements (§12.683)', async () => {
  const prefer = (column: string, value: boolean) =>
    cast.portal.pool.query(`update users set ${column} = ${value} where first_name = 'Rosa'`)
  await prefer('wants_announcement_emails', false)
  await prefer('wants_deed_emails', false)
  await publish('Plano')
  await publish('Escritura', { category: 'deed' })
  expect(await aMorning()).toEqual([])
  expect(await told()).toEqual(expect.arrayContaining(['Plano', 'Escritura']))
  await publish('Recibo', { category: 'payments' })
  await publish('Otra escritura', { category: 'deed' })
  const [email] = await aMorning()
  expect(email?.text).toContain('«Recibo»')
  expect(email?.text).not.toContain('escritura')
})

test('a document whose email waited with a load that is undone is told by the next job (§12.213)', async () => {
  await cast.portal.pool.query('update users set wants_announcement_emails = true')
  await cast.books.load()
  const loadId = await cast.books.load({ pauseEmails: true })
  await publish('Reglamento')
  expect(await aMorning()).toEqual([])
  await cast.books.undo(loadId)
  const [email] = await aMorning()
  expect(email?.text).toContain('«Reglamento»')
  expect(await told()).toContain('Reglamento')
})
