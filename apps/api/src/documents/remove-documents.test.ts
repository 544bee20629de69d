import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { MB, openDocumentsPortal, uploadTargets } from '../../test/documents-portal.ts'
import { pdf, png } from '../../test/sample-files.ts'
import { json, upload } from '../../test/visitor.ts'

// The numbers are rows of docs/security.md.

const fixture = openDocumentsPortal()
const { createDraft, uploadFile, listStored, filesIn, expectNothingStored, removeOrphans } = fixture

const targets = uploadTargets(fixture)

describe('7.12 and 12.9 interrupted uploads', () => {
  test.each([
    ['Rosa’s', targets.Rosa],
    ['Mario’s', targets.Mario],
  ])(
    'a browser that disconnects during an upload leaves nothing: %s (security 7.12)',
    async (_whose, openTarget) => {
      const { person, path, fields } = await openTarget()
      const { payload, headers } = upload(pdf('a.pdf', { size: 8 * MB }), fields)
      const socket = connect(Number(new URL(fixture.origin).port), '127.0.0.1')
      const lines = Object.entries({
        host: '127.0.0.1',
        ...person.headers(),
        ...(headers as Record<string, string>),
        'content-length': String((payload as Buffer).length),
      }).map(([name, value]) => `${name}: ${value}`)
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      await new Promise<void>((done) => {
        socket.write((payload as Buffer).subarray(0, 5 * MB), () => done())
      })
      await vi.waitFor(() => expect(filesIn('incoming')).toHaveLength(1), 60_000)
      socket.destroy()
      await expectNothingStored()
    },
  )

  test('7.13 only what a killed process left is removed (§12.79, security 7.13)', async () => {
    const id = await createDraft()
    const good = await uploadFile(pdf(), id)
    const orphaned = await uploadFile(png(), id)
    const fresh = await uploadFile(pdf(), await createDraft())
    const arriving = (key: string, age: string) =>
      fixture.portal.pool.query(
        `insert into documents (storage_key, name, type, uploaded_by, created_at)
        select $1, 'a.pdf', 'application/pdf', id, now() - $2::interval
        from users where rut = '12345678-5'`,
        [key, age],
      )
    await arriving('interrumpido', '61 minutes')
    await arriving('llegando', '59 minutes')
    await fixture.portal.pool.query('delete from slot_files where document_id in ($1, $2)', [
      orphaned,
      fresh,
    ])
    await fixture.portal.pool.query(
      "update documents set created_at = now() - interval '25 hours' where id in ($1, $2)",
      [orphaned, good],
    )
    await removeOrphans()
    const { rows } = await fixture.portal.pool.query(
      'select id, storage_key from documents order by id',
    )
    expect(rows.map((row) => (row.storage_key === 'llegando' ? 'llegando' : row.id))).toEqual([
      good,
      fresh,
      'llegando',
    ])
    expect(filesIn('documents')).toHaveLength(2)
    expect((await fixture.rosa.get(`/api/documents/${good}/`)).status).toBe(200)
  })

  test('7.13 a file that a killed process was receiving is removed from its folder (security 7.13)', async () => {
    const at = (name: string) => join(fixture.dataDir, 'incoming', name)
    await uploadFile(pdf(), await createDraft())
    for (const name of ['document-abandonado', 'document-llegando'])
      writeFileSync(at(name), '%PDF-')
    const seven = Date.now() / 1000 - 7 * 3600
    utimesSync(at('document-abandonado'), seven, seven)
    await removeOrphans()
    expect(filesIn('incoming')).toEqual(['document-llegando'])
    rmSync(at('document-llegando'))
    expect(filesIn('documents')).toHaveLength(1)
  })

  test('7.13 a document that cannot be removed does not stop the others (security 7.22)', async () => {
    const id = await createDraft()
    const stuck = await uploadFile(pdf(), id)
    await uploadFile(png(), id)
    const { rows } = await fixture.portal.pool.query(
      `delete from slot_files using documents where documents.id = document_id
      returning documents.id, storage_key`,
    )
    const { storage_key: key } = rows.find((row) => row.id === stuck)
    const path = join(fixture.dataDir, 'documents', key)
    rmSync(path)
    mkdirSync(join(path, 'no es un archivo'), { recursive: true })
    await fixture.portal.pool.query("update documents set created_at = now() - interval '25 hours'")
    await removeOrphans()
    expect(await listStored()).toEqual({ rows: 1, files: [key] })

    rmSync(path, { recursive: true })
    await removeOrphans()
    expect(await listStored()).toEqual({ rows: 0, files: [] })
  })

  test('7.13 not even when the first six cannot be removed, each time (security 10.131)', async () => {
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `stuck-${name}`)
    for (const key of keys) {
      await fixture.portal.pool.query(
        `insert into documents (storage_key, name, type, uploaded_by, created_at, state)
         select $1, 'a.pdf', 'application/pdf', id, now() - interval '25 hours', 'leaving'
         from users where rut = '12345678-5'`,
        [key],
      )
    }
    const at = (key: string) => join(fixture.dataDir, 'documents', key)
    for (const key of keys.slice(0, 6))
      mkdirSync(join(at(key), 'no es un archivo'), { recursive: true })
    writeFileSync(at('stuck-g'), '%PDF-')
    await removeOrphans()
    expect(filesIn('documents').toSorted()).toEqual(keys.slice(0, 6))
    for (const key of keys) rmSync(at(key), { recursive: true, force: true })
    await removeOrphans()
    expect(await listStored()).toEqual({ rows: 0, files: [] })
  })

  test('7.13 a draft unchanged for thirty days is deleted with its documents (security 7.13)', async () => {
    const old = await createDraft()
    await uploadFile(pdf(), old)
    const sent = await createDraft()
    const documents = [await uploadFile(pdf(), sent), await uploadFile(png(), sent)]
    await fixture.rosa.post('/api/request/send/', json({ request_id: sent }))
    await fixture.portal.pool.query(
      "update request_drafts set saved_at = now() - interval '31 days'",
    )
    await fixture.portal.pool.query("update documents set created_at = now() - interval '31 days'")
    await fixture.runJob('delete_old_drafts')
    await removeOrphans()
    expect((await fixture.rosa.get(`/api/requests/${old}/`)).status).toBe(404)
    expect((await fixture.rosa.get(`/api/requests/${sent}/`)).status).toBe(200)
    const { rows } = await fixture.portal.pool.query('select id from documents order by id')
    expect(rows.map(({ id }) => id)).toEqual(documents)
  })
})
