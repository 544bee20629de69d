import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSale } from '@carpeta/contract/read-sale'
import { todayInSantiago } from '@carpeta/domain/dates/dates'
import { questionProcedure } from '@carpeta/domain/requests/questions'
import { statementPayments } from '@carpeta/domain/sales/statement'
import { expect, onTestFinished, test } from 'vitest'
import { sampleExport } from '../../seeds/sample-export.ts'
import { rosasRequests, sampleAnnouncement, sampleUfValues } from '../../seeds/sample-portal.ts'
import { titlesOf } from '../../test/announcements.ts'
import { patch } from '../../test/audit/flow.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import { openPortalWithDocuments } from '../../test/personal-data/erasure.ts'
import { json } from '../../test/visitor.ts'
import { importSales } from '../imports/import-sales.ts'
import { ndjsonFile } from '../imports/sources/ndjson-file.ts'
import { hasUfValue } from '../uf/uf-store.ts'
import { loadSample } from './load-sample.ts'

test('Rosa finds her two answered requests, and the document that she uploaded', async () => {
  // A load of another test may delete the documents that all portals share.
  const portal = await openPortalWithDocuments()
  const rosa = await portal.as('rosa')
  const { rows } = await portal.pool.query('select id from requests order by sent_at')
  const requests = await Promise.all(
    rows.map(async ({ id }) => (await rosa.get(`/api/requests/${id}/`)).body),
  )
  expect(requests).toMatchObject(
    rosasRequests.map(({ procedure, comment, answer, sentAt, reviewedAt, answeredAt }) => ({
      state: 'resolved',
      sale_code: 'V-1001',
      procedure: { title: procedure },
      comment,
      answer,
      sent_at: sentAt.toISOString(),
      closed_at: answeredAt.toISOString(),
      events: [
        { kind: 'sent', at: sentAt.toISOString(), actor: 'Rosa Muñoz Sepúlveda' },
        { kind: 'review', at: reviewedAt.toISOString(), actor: 'Cooperativa Vista al Biobío' },
        { kind: 'resolved', at: answeredAt.toISOString(), text: answer },
      ],
    })),
  )
  const [document] = requests[1].documents
  const seed = new URL('../../seeds/certificado-de-residencia.pdf', import.meta.url)
  expect(document).toMatchObject({ review: 'accepted', uploaded_at: requests[1].sent_at })
  const download = await rosa.get(`/api/documents/${document.id}/`)
  expect(download.bytes.equals(readFileSync(seed))).toBe(true)
  expect(await titlesOf(rosa)).toEqual([sampleAnnouncement.title])
  // Old requests and announcements cause no emails.
  expect((await portal.sentEmails()).map(({ subject }) => subject)).toEqual([
    'Activa tu Carpeta Virtual',
  ])
})

/** The sample's export as a file of accounting. */
function realExport(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-load-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'export.ndjson')
  writeFileSync(file, sampleExport())
  return file
}

async function remaining(portal: Portal): Promise<object> {
  const { rows } = await portal.pool.query(
    `select (select count(*)::int from requests) as requests,
      (select count(*)::int from procedures where data_subject_right is null and deleted_at is null)
        as procedures,
      (select count(*)::int from payment_reports) as reports,
      (select count(*)::int from uf_values) as uf`,
  )
  return rows[0]
}

test('the first real load deletes the sample’s requests, procedures, reported payments and values of the UF (§10.93, §12.142, §12.227)', async () => {
  const portal = await openPortalForTest({})
  const file = ndjsonFile(realExport())
  const values = sampleUfValues(todayInSantiago(new Date())).length
  await portal.pool.query(
    `insert into procedures (title, description, answer_hours, is_sample)
    values ('De verdad', 'Se queda', 8, false)`,
  )
  await portal.pool.query(
    `insert into payment_reports (user_id, sale_id, paid_on, amount)
    select users.id, sales.id, '2026-11-20', 400000 from users join sales on holder_rut = rut
    where code = 'V-1001'`,
  )
  const replacedSample = {
    ...{ sales: 9, requests: 2, procedures: 3, documents: 1 },
    ...{ reports: 1, announcements: 1, values },
  }
  // A dry run deletes nothing.
  expect(await importSales(portal.db, file, { dryRun: true })).toMatchObject({ replacedSample })
  expect(await remaining(portal)).toEqual({ requests: 2, procedures: 5, reports: 1, uf: values })

  // Also when a real sale has the code of a sample one.
  expect(await importSales(portal.db, file)).toMatchObject({ refusal: null, replacedSample })
  expect(await remaining(portal)).toEqual({ requests: 0, procedures: 2, reports: 0, uf: 0 })
  const rosa = await portal.as('rosa')
  expect((await rosa.get('/api/sales-data/')).body).toHaveLength(1)
  expect((await rosa.get('/api/procedures/')).body.results).toMatchObject([
    { title: 'De verdad' },
    // Each portal has it.
    { title: questionProcedure.title },
  ])
  expect(await titlesOf(rosa)).toEqual([])
  expect(await importSales(portal.db, file)).toMatchObject({ replacedSample: null })
})

test('a request that Rosa made and a procedure that Mario changed are not the sample’s (§10.93)', async () => {
  const portal = await openPortalForTest({})
  const [rosa, mario] = [await portal.as('rosa'), await portal.as('mario')]
  const { rows } = await portal.pool.query(
    'select id, title from procedures where is_sample order by id',
  )
  const [copy, update] = rows
  const draft = { procedure_id: copy.id, sale_code: 'V-1001', comment: 'Otra copia' }
  const { status } = await rosa.post('/api/request/create/', json(draft))
  const change = { answer_hours: 20 }
  const changed = await patch(mario, `/api/procedures/${update.id}/`, change)
  expect([status, changed.status]).toEqual([201, 200])
  const { rows: answered } = await portal.pool.query(
    `update requests set closed_at = now() where is_sample and required_documents = '{}' returning id`,
  )
  const reopened = await mario.post(
    `/api/requests/${answered[0].id}/reopen/`,
    json({ version: 3, text: 'No me llegó' }),
  )
  expect(reopened.status).toBe(200)

  const { replacedSample } = await importSales(portal.db, ndjsonFile(realExport()))
  expect(replacedSample).toMatchObject({ sales: 9, requests: 1, procedures: 2, documents: 1 })
  expect(await remaining(portal)).toMatchObject({ requests: 2, procedures: 2 })
  const { rows: deleted } = await portal.pool.query(
    'select id from procedures where deleted_at is not null',
  )
  // Requests are for it, so it stays among the deleted ones.
  expect(deleted).toEqual([{ id: copy.id }])
})

test('a later start of the sample cooperative adds the value of the UF of its day', async () => {
  const portal = await openPortalForTest({})
  const today = todayInSantiago(new Date())
  await portal.pool.query('delete from uf_values where date >= $1', [today])
  expect(await loadSample(portal.db, portal.config)).toBe(false)
  expect(await hasUfValue(portal.db, today)).toBe(true)
})

test('the sample has a value of the UF on the day of each payment, also without network (§12.142, §12.2221)', async () => {
  const portal = await openPortalForTest({})
  const rosa = await portal.as('rosa')
  const [sale] = (await rosa.get('/api/sales-data/')).body.map(readSale)
  const { payments } = statementPayments(sale)
  expect(payments.at(-1)).toMatchObject({
    depositedOn: '2026-11-12',
    amount: '3.5',
    pesos: '136744',
  })
  expect(payments.filter(({ pesos }) => pesos === null)).toEqual([])
  const { rows } = await portal.pool.query(
    'select from payments where deposited_on not in (select date from uf_values)',
  )
  expect(rows).toEqual([])
})
