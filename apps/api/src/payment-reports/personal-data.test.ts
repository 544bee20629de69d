import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memberDataSchema } from '@carpeta/contract/personal-data'
import { afterAll, expect, test } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import { today } from '../../test/one-day.ts'
import { openReportsPortal } from '../../test/payment-reports-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { json } from '../../test/visitor.ts'
import { applyRetention } from '../personal-data/apply-retention.ts'
import { eraseMember } from '../personal-data/erase-member.ts'

const folder = mkdtempSync(join(tmpdir(), 'carpeta-receipts-'))
afterAll(() => rmSync(folder, { recursive: true }))
const reports = openReportsPortal({ DATA_DIR: folder })

test('Rosa’s export has what she reported, with its receipt, and nothing of Hernán (security 15.20)', async () => {
  const id = await reports.report({ comment: 'Cuota de noviembre' })
  await reports.report({ sale_code: 'V-2001' }, pdf('de-hernan.pdf'), reports.hernan)
  const { body } = await reports.rosa.get('/api/client/data.json')
  expect(memberDataSchema.parse(body).payment_reports).toMatchObject([
    {
      id,
      sale_code: 'V-1001',
      paid_on: today(),
      amount: '400000',
      comment: 'Cuota de noviembre',
      state: 'reported',
      receipt: { name: 'transferencia.pdf', file: expect.stringMatching(/^documentos\//) },
    },
  ])
  expect(JSON.stringify(body)).not.toMatch(/de-hernan|storage_key/)
  expect((await reports.rosa.get('/api/client/data.pdf')).status).toBe(200)
})

test('retention deletes a closed report after six years, and its receipt, never one that waits (security 15.20)', async () => {
  const old = await reports.report({}, pdf('vieja.pdf', { text: 'vieja' }))
  await reports.rosa.post(`/api/payment-reports/${old}/cancel/`, json({}))
  const waiting = await reports.report()
  await reports.portal.pool.query(
    `update payment_reports set reported_at = now() - interval '7 years',
       closed_at = closed_at - interval '6 years 1 day'`,
  )
  expect(await applyRetention(reports.portal)).toMatchObject({ paymentReports: 1 })
  const { rows } = await reports.portal.pool.query('select id from payment_reports')
  expect(rows).toEqual([{ id: waiting }])
  const kept = () => reports.count(`documents where name in ('vieja.pdf', 'transferencia.pdf')`)
  await reports.portal.pool.query(`delete from documents where name = 'de-hernan.pdf'`)
  await reports.portal.pool.query(`update documents set created_at = now() - interval '2 days'`)
  await reports.portal.pool.query(`select graphile_worker.add_job('remove_orphaned_documents')`)
  await reports.portal.sentEmails()
  expect(await kept()).toBe(1)
})

test('erasing Rosa cancels what waits and leaves no word, no file name and no file (security 15.20)', async () => {
  const declined = await reports.report({ comment: 'Lo que Rosa escribió' })
  const reason = json({ reason: 'La cuenta de Rosa' })
  await reports.mario.post(`/api/payment-reports/${declined}/decline/`, reason)
  const waiting = await reports.report({}, pdf('de-rosa.pdf', { text: 'de Rosa' }))
  const files = () => readdirSync(join(folder, 'documents')).length
  const before = files()
  const options = { dryRun: false, force: true }
  expect(await eraseMember(reports.portal, { rut: personas.rosa.rut }, options)).toMatchObject({
    result: 'erased',
    paymentReports: 2,
  })
  await reports.portal.sentEmails()
  const { rows } = await reports.portal.pool.query(
    'select id, state, comment, reason, receipt_id, receipt_sha256 from payment_reports order by id',
  )
  const blank = { comment: '', reason: '', receipt_id: null, receipt_sha256: null }
  expect(rows).toEqual([
    { id: declined, state: 'declined', ...blank },
    { id: waiting, state: 'cancelled', ...blank },
  ])
  const dump = JSON.stringify(await dumpDatabase(reports.portal.pool))
  for (const word of ['Lo que Rosa escribió', 'La cuenta de Rosa', 'de-rosa.pdf']) {
    expect(dump).not.toContain(word)
  }
  expect(files()).toBeLessThan(before)
})
