import { documentMessages, MAX_FILE_MB } from '@carpeta/domain/requests/document-rules'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Clamav, STREAM_MAX_MB, startClamav, VIRUS } from '../../test/clamav/clamav.ts'
import { MB } from '../../test/documents-portal.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { pdf } from '../../test/sample-files.ts'
import { countFiles, createRosasDraft } from '../../test/stored-requests.ts'
import { upload } from '../../test/visitor.ts'
import { checkScanner } from './scan-file.ts'

let clamav: Clamav
let portal: Portal
let draft: Awaited<ReturnType<typeof createRosasDraft>>
const endings: (() => Promise<void>)[] = []

beforeAll(async () => {
  clamav = await startClamav()
  endings.push(clamav.stop)
  portal = await openPortal('sample', { CLAMD_URL: clamav.url })
  endings.push(portal.close)
  draft = await createRosasDraft(portal)
})
afterAll(async () => {
  for (const end of endings.toReversed()) await end()
})

/** The answer, and what the log tells of it. */
async function uploadFile(file: ReturnType<typeof pdf>) {
  const warn = vi.spyOn(portal.app.log, 'warn')
  const error = vi.spyOn(portal.app.log, 'error')
  const form = upload(file, { request_id: draft.id })
  const { status, body } = await draft.rosa.post('/api/upload-document/', form)
  const logged = [...warn.mock.calls, ...error.mock.calls].flat()
  return { status, body, logged: JSON.stringify(logged, detailsOfErrors) }
}

const detailsOfErrors = (_key: string, value: unknown) =>
  value instanceof Error ? { message: value.message, cause: value.cause } : value

test('ClamAV passes a clean document and finds a virus in another (§12.570)', async () => {
  const clean = await uploadFile(pdf('a.pdf', { size: 5 * MB }))
  expect([clean.status, clean.logged]).toEqual([201, '[]'])
  const infected = await uploadFile(pdf('a.pdf', { text: VIRUS }))
  expect([infected.status, infected.body]).toEqual([400, [documentMessages.infected.text]])
  expect(infected.logged).toContain('stream: Prueba.Carpeta.UNOFFICIAL FOUND')
  expect(await countFiles(draft.rosa, draft.id)).toBe(1)
})

test('a document larger than ClamAV takes is refused, and log and doctor name its setting (§12.571)', async () => {
  const before = await countFiles(draft.rosa, draft.id)
  const { status, body, logged } = await uploadFile(
    pdf('a.pdf', { size: (STREAM_MAX_MB + 1) * MB }),
  )
  expect([status, body]).toEqual([503, documentMessages.notScanned.text])
  expect(logged).toContain('StreamMaxLength')
  expect(await countFiles(draft.rosa, draft.id)).toBe(before)
  const { scanner } = portal.config
  await expect(checkScanner(scanner as NonNullable<typeof scanner>, MAX_FILE_MB)).rejects.toThrow(
    /StreamMaxLength/,
  )
})

test('while ClamAV is stopped every document is refused, and the rest of the portal answers (§12.570)', async () => {
  await clamav.stop()
  const { status, body } = await uploadFile(pdf('a.pdf'))
  expect([status, body]).toEqual([503, documentMessages.notScanned.text])
  expect((await draft.rosa.get('/api/sales-data/')).status).toBe(200)
})
