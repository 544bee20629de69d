import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { describe, expect, test, vi } from 'vitest'
import { MB } from '../../test/documents-portal.ts'
import { openPortalForTest } from '../../test/open-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { EICAR, startClamd } from '../../test/stand-ins/clamd.ts'
import { COPY, countFiles, createRosasDraft, storeRequest } from '../../test/stored-requests.ts'
import { upload } from '../../test/visitor.ts'

describe('a scanner', () => {
  test('gets the whole file; a virus is refused and not stored (§12.77, security 7.16)', async () => {
    const clamd = await startClamd()
    const portal = await openPortalForTest({ CLAMD_URL: clamd.url })
    const { rosa, id } = await createRosasDraft(portal)
    const good = pdf('a.pdf', { size: 3 * MB })
    const bad = pdf('a.pdf', { text: EICAR })
    const uploadFile = (file: typeof good) =>
      rosa.post('/api/upload-document/', upload(file, { request_id: id }))
    expect((await uploadFile(good)).status).toBe(201)
    expect(clamd.scans).toEqual([good.bytes.toString('latin1')])
    const warn = vi.spyOn(portal.app.log, 'warn')
    const answer = await uploadFile(bad)
    expect([answer.status, answer.body]).toEqual([400, [documentMessages.infected.text]])
    expect(await countFiles(rosa, id)).toBe(1)
    // The log has the caller, the address and the virus.
    const { rows } = await portal.pool.query("select id from users where rut = '12345678-5'")
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id: rows[0].id, address: '127.0.0.1' }),
      'virus found in an upload: stream: Win.Test.EICAR_HDB-1 FOUND',
    )
  })

  test.each(['error', 'hang up', 'limit', 'silence'] as const)(
    'that answers with %s refuses every file (security 7.16)',
    async (way) => {
      const portal = await openPortalForTest({
        CLAMD_URL: `${(await startClamd(way)).url}?timeout=1`,
      })
      const { rosa, id } = await createRosasDraft(portal)
      const form = upload(pdf('a.pdf', { size: 3 * MB }), { request_id: id })
      const answer = await rosa.post('/api/upload-document/', form)
      expect([answer.status, answer.body]).toEqual([503, documentMessages.notScanned.text])
      expect(answer.headers['retry-after']).toBe('60')
      expect(await countFiles(rosa, id)).toBe(0)
    },
  )

  test('scans the files of an answer too (security 7.23)', async () => {
    const clamd = await startClamd()
    const portal = await openPortalForTest({ CLAMD_URL: clamd.url })
    const mario = await portal.as('mario')
    const { id } = await storeRequest(portal, { title: COPY, state: 'in_review' })
    const add = (text: string) =>
      mario.post(`/api/requests/${id}/answer-files/`, upload(pdf('a.pdf', { text })))
    const refused = await add(EICAR)
    expect([refused.status, refused.body]).toEqual([400, [documentMessages.infected.text]])
    expect((await add('')).body.answer_files).toHaveLength(1)
    expect(clamd.scans).toHaveLength(2)
  })

  test('that is not reachable refuses every file (security 7.16)', async () => {
    const portal = await openPortalForTest({ CLAMD_URL: 'tcp://127.0.0.1:9' })
    const { rosa, id } = await createRosasDraft(portal)
    const answer = await rosa.post('/api/upload-document/', upload(pdf(), { request_id: id }))
    expect([answer.status, answer.body]).toEqual([503, documentMessages.notScanned.text])
    expect((await rosa.get('/api/sales-data/')).status).toBe(200)
  })
})
