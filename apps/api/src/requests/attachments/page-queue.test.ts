import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { documentMessages } from '@carpeta/domain/requests/document-rules'
import { expect, test, vi } from 'vitest'
import { openDocumentsPortal } from '../../../test/documents-portal.ts'
import { moveTo, openProcess } from '../../../test/pdf/another-process.ts'
import { endlessPage, page } from '../../../test/pdf/readable-files.ts'
import type { Visitor } from '../../../test/visitor.ts'
import type { App } from '../../http/api.ts'

// Rosa uploaded a small PDF that takes minutes to draw.

vi.setConfig({ testTimeout: 120_000 })

const fixture = openDocumentsPortal()
const { createDraft, tryUpload, uploadFile } = fixture

const pathOf = (document: number) => `/api/documents/${document}/pages/1/`

async function uploadEndless(): Promise<number> {
  return uploadFile(endlessPage('degradado.pdf'), await createDraft())
}

async function uploadOrdinary(person: Visitor, sale: string): Promise<number> {
  const draft = await createDraft(person, sale)
  return (await tryUpload(await page('contrato.pdf'), draft, 0, person)).body.id
}

/** Calls of a browser that opens pages; none is answered before its time. */
async function openPages(app: App, person: Visitor, document: number, count: number) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const statuses: (number | undefined)[] = []
  const calls = Array.from({ length: count }, () => {
    const options = { port, path: pathOf(document), headers: person.headers() }
    const call = request(options, (response) => statuses.push(response.resume().statusCode))
    return call.on('error', () => {}).end()
  })
  const hangUp = () => {
    for (const call of calls) call.destroy()
  }
  return { statuses, hangUp }
}

test('thirty calls for it keep nobody else waiting: two are accepted, and one is drawn (security 10.68)', async () => {
  const app = await openProcess(fixture.portal, { timeoutMs: 600_000 })
  const hers = await openPages(app, fixture.rosa, await uploadEndless(), 30)
  await vi.waitFor(() => expect(hers.statuses).toEqual(Array(28).fill(429)), 60_000)
  const his = await uploadOrdinary(fixture.hernan, 'V-2001')
  expect((await moveTo(app, fixture.hernan).get(pathOf(his))).status).toBe(200)
  // Both of hers are still under way.
  expect(hers.statuses).toHaveLength(28)
  hers.hangUp()
})

test('calls whose clients hang up give their places back, and say nothing about the document (security 10.69)', async () => {
  const app = await openProcess(fixture.portal, { timeoutMs: 600_000 })
  const [endless, ordinary] = [await uploadEndless(), await uploadOrdinary(fixture.rosa, 'V-1001')]
  const rosa = moveTo(app, fixture.rosa)
  const { statuses, hangUp } = await openPages(app, fixture.rosa, endless, 3)
  await vi.waitFor(() => expect(statuses).toEqual([429]), 60_000)
  const refused = await rosa.get(pathOf(ordinary))
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5'])
  hangUp()
  await vi.waitUntil(async () => (await rosa.get(pathOf(ordinary))).status === 200, 60_000)
  const { rows } = await fixture.portal.pool.query(
    'select is_too_complex from documents where id = $1',
    [endless],
  )
  expect(rows).toEqual([{ is_too_complex: false }])
})

test('once it took too long, every process answers so without drawing (security 10.70)', async () => {
  const endless = await uploadEndless()
  const tooComplex = { status: 422, body: documentMessages.shownTooComplex }
  const hasty = await openProcess(fixture.portal, { timeoutMs: 1 })
  expect(await moveTo(hasty, fixture.rosa).get(pathOf(endless))).toMatchObject(tooComplex)
  const full = moveTo(await openProcess(fixture.portal, { max: 0 }), fixture.rosa)
  expect(await full.get(pathOf(endless))).toMatchObject(tooComplex)
  const other = await full.get(pathOf(await uploadOrdinary(fixture.rosa, 'V-1001')))
  expect([other.status, other.headers['retry-after']]).toEqual([503, '5'])
})
