import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { draftBy } from '../../test/announcements.ts'
import { openPortal, type Portal } from '../../test/open-portal.ts'
import { pdf, png, type SampleFile } from '../../test/sample-files.ts'
import { json, upload, type Visitor } from '../../test/visitor.ts'

let portal: Portal
let ivan: Visitor
let rosa: Visitor
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carpeta-announcements-'))
  portal = await openPortal('sample', { DOCUMENTS_URL: `file:${folder}` })
  ivan = await portal.as('ivan')
  rosa = await portal.as('rosa')
  return async () => {
    await portal.close()
    rmSync(folder, { recursive: true })
  }
})

let id: number
beforeEach(async () => {
  id = (await draftBy(ivan)).id
})

const add = (file: SampleFile | null, to = id) =>
  ivan.post(`/api/announcements/${to}/files/`, upload(file))
const publish = (version: number, of = id) =>
  ivan.post(`/api/announcements/${of}/publish/`, json({ version }))
const stored = async () => {
  // Removes what nothing has.
  await portal.sentEmails()
  return readdirSync(folder).length
}

describe('a file of an announcement', () => {
  test('is downloaded by the members whom it concerns once it is published (security 7.32)', async () => {
    const { body } = await add(pdf('plano.pdf', { text: 'el plano' }))
    const path = `/api/announcements/${id}/files/${body.files[0].id}/`
    expect((await rosa.get(path)).status).toBe(404)
    await publish(body.version)
    const { status, bytes, headers } = await rosa.get(path)
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(headers['content-disposition']).toContain('attachment; filename="plano.pdf"')
    expect(bytes.equals(pdf('plano.pdf', { text: 'el plano' }).bytes)).toBe(true)
    const others = [portal.visitor(), await portal.as('bruno'), await portal.as('mario'), ivan]
    const statuses = await Promise.all(others.map(async (each) => (await each.get(path)).status))
    expect(statuses).toEqual([401, 404, 404, 200])
    // By the call of requests nobody gets it.
    expect((await rosa.get(`/api/documents/${body.files[0].id}/`)).status).toBe(404)
  })

  test('is not downloaded through another announcement or after a withdrawal (security 7.32)', async () => {
    const { body } = await add(pdf())
    const [{ id: file }] = body.files
    await publish(body.version)
    const other = await draftBy(ivan)
    await publish(other.version, other.id)
    expect((await rosa.get(`/api/announcements/${other.id}/files/${file}/`)).status).toBe(404)
    await ivan.post(`/api/announcements/${id}/withdraw/`, json({ version: body.version + 1 }))
    expect((await rosa.get(`/api/announcements/${id}/files/${file}/`)).status).toBe(404)
  })

  test.each([
    ['none', null],
    ['what is no PDF or image', { name: 'aviso.pdf', bytes: Buffer.from('<script>') }],
    ['an image with the name of a PDF', { ...png(), name: 'foto.pdf' }],
  ])('is refused: %s (security 7.31)', async (_, file) => {
    expect((await add(file)).status).toBe(400)
  })

  test('is added only to a draft, five at most (security 7.31)', async () => {
    let version = 0
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf']) {
      version = (await add(pdf(name))).body.version
    }
    const before = await stored()
    const sixth = await add(pdf())
    expect([sixth.status, sixth.headers['x-error-code']]).toEqual([400, 'too_many'])
    await publish(version)
    expect((await add(pdf())).headers['x-error-code']).toBe('not_draft')
    expect((await add(pdf(), 999999)).status).toBe(404)
    expect(await stored()).toBe(before)
  })

  test('that a colleague adds makes the version of a publication outdated', async () => {
    await add(pdf())
    expect((await publish(0)).status).toBe(409)
  })

  test('is not removed by who saw the draft before a colleague changed it (§12.1833)', async () => {
    const { body } = await add(pdf('plano.pdf'))
    const [file] = body.files
    await add(pdf('de-una-colega.pdf'))
    const path = `/api/announcements/${id}/files/${file.id}/`
    expect((await ivan.call('DELETE', path)).status).toBe(400)
    const { status, headers } = await ivan.call('DELETE', `${path}?version=${body.version}`)
    expect([status, headers['x-error-code']]).toEqual([409, 'changed_meanwhile'])
    const seen = (await ivan.get(`/api/announcements/${id}/`)).body
    expect(seen.files).toHaveLength(2)
    expect((await ivan.call('DELETE', `${path}?version=${seen.version}`)).status).toBe(200)
  })

  test('belongs to the copy too, and leaves the storage with the last that has it (security 7.31)', async () => {
    const before = await stored()
    const { body } = await add(pdf('plano.pdf'))
    const [file] = body.files
    const copy = (await ivan.post(`/api/announcements/${id}/copy/`, json({}))).body
    expect(copy.files).toEqual([file])
    const deleted = await ivan.call('DELETE', `/api/announcements/${id}/?version=${body.version}`)
    expect(deleted.status).toBe(200)
    expect(await stored()).toBe(before + 1)
    const path = `/api/announcements/${copy.id}/files/${file.id}/`
    const removed = await ivan.call('DELETE', `${path}?version=${copy.version}`)
    expect([removed.status, removed.body.files]).toEqual([200, []])
    expect(await stored()).toBe(before)
    const again = await ivan.call('DELETE', `${path}?version=${removed.body.version}`)
    expect(again.status).toBe(404)
  })

  test('stays when the hourly job looks for documents that nothing has (security 7.31)', async () => {
    await add(pdf())
    await portal.pool.query(`update documents set created_at = created_at - interval '2 days'`)
    const before = await stored()
    await portal.pool.query(
      `select graphile_worker.add_job('remove_orphaned_documents', queue_name => 'documents')`,
    )
    expect(await stored()).toBe(before)
  })
})
