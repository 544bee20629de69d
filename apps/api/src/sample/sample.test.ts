import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sampleExport } from '../../seeds/sample-export.ts'
import { rosasRequests } from '../../seeds/sample-requests.ts'
import { openPortalForTest } from '../../test/open-portal.ts'
import { importSales } from '../imports/import-sales.ts'

test('Rosa finds her two answered requests, and the document that she uploaded', async () => {
  const portal = await openPortalForTest({})
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
  // Old requests cause no emails.
  expect((await portal.sentEmails()).map(({ subject }) => subject)).toEqual([
    'Activa tu Carpeta Virtual',
  ])
})

test('the first real load deletes the sample’s procedures, requests and values of the UF', async () => {
  const portal = await openPortalForTest({})
  const folder = mkdtempSync(join(tmpdir(), 'carpeta-load-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'export.ndjson')
  const remaining = async () => {
    const { rows } = await portal.pool.query(
      'select (select count(*)::int from requests) as requests, (select count(*)::int from procedures where data_subject_right is null) as procedures, (select count(*)::int from uf_values) as uf',
    )
    return rows[0]
  }
  await portal.pool.query(
    `insert into procedures (title, description, answer_hours, is_sample)
    values ('De verdad', 'Se queda', 8, false)`,
  )
  // A dry run deletes nothing.
  writeFileSync(file, sampleExport())
  await importSales(portal.db, file, { dryRun: true })
  expect(await remaining()).toEqual({ requests: 2, procedures: 4, uf: 431 })

  // Also when a real sale has the code of a sample one.
  expect((await importSales(portal.db, file)).refusal).toBeNull()
  expect(await remaining()).toEqual({ requests: 0, procedures: 1, uf: 0 })
  const rosa = await portal.as('rosa')
  expect((await rosa.get('/api/sales-data/')).body).toHaveLength(1)
  expect((await rosa.get('/api/procedures/')).body.results).toMatchObject([{ title: 'De verdad' }])
})
