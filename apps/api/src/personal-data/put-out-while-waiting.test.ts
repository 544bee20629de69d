import { expect, onTestFinished, test } from 'vitest'
import { callerOf } from '../../test/caller-of.ts'
import { openPortal } from '../../test/open-portal.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { listWaitingFor } from '../payment-reports/waiting-payments.ts'
import type { PdfPool } from '../pdf/pdf-pool.ts'
import { openPage } from '../requests/open-document.ts'
import { drawIssued, issuePdf } from '../statements/statements.ts'
import { rateLimitsFor } from '../throttle/rate-limits.ts'

test('who is put out while waiting in the queue of drawings gets neither paper nor page (security 3.870)', async () => {
  const portal = await openPortal()
  onTestFinished(() => portal.close())
  const rosa = await portal.as('rosa')
  const caller = await callerOf(portal, rosa, 'client')
  const paper = await rosa.get('/api/sales/V-1001/statement.pdf')
  expect(paper.status).toBe(200)
  const { rows } = await portal.pool.query<{ folio: string; document: number }>(
    `select folio, (select id from documents where name = 'certificado-de-residencia.pdf') as document
      from issued_statements`,
  )
  const { folio = '', document: documentId = 0 } = rows[0] ?? {}
  let drawn = 0
  const pdfs: PdfPool = {
    // The owner ends the session, which a thief opened, while it waits.
    takeTurn: async (_client, work) => {
      await portal.pool.query('delete from sessions')
      return work(async () => {
        drawn += 1
        throw new Error('drawn')
      })
    },
    close: async () => {},
  }
  const limits = rateLimitsFor(portal.pool)
  const storage = documentStorageAt(portal.config.documents)
  const services = { ...portal, limits, storage, pdfs, listWaitingFor }
  const { signal } = new AbortController()
  const opened = await Promise.allSettled([
    issuePdf(services, caller, { code: 'V-1001', kind: 'certificate', signal }),
    drawIssued(services, caller, { folio, signal }),
    openPage(services, caller, { documentId, page: 1, signal }),
  ])
  const reasons = opened.map((each) => each.status === 'rejected' && each.reason.constructor.name)
  expect(reasons).toEqual(['NotSignedIn', 'NotSignedIn', 'NotSignedIn'])
  expect(drawn).toBe(0)
  const { rows: read } = await portal.pool.query(
    `select from audit_entries where action in ('certificate.issued', 'document.viewed')`,
  )
  expect(read).toEqual([])
})
