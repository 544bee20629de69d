import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { checkedExport, exportWith, sendExport, uploadOf } from '../../test/imports/exports.ts'
import { openPortalForTest, type Portal } from '../../test/open-portal.ts'
import type { Visitor } from '../../test/visitor.ts'
import { exec, one, sql } from '../db/query.ts'
import { documentStorageAt } from '../documents/document-storage.ts'
import { runImport } from './imports-jobs.ts'
import { removeExports } from './uploads.ts'

let portal: Portal
let ivan: Visitor
beforeEach(async () => {
  portal = await openPortalForTest({})
  ivan = await portal.as('ivan')
})

const services = () => ({
  db: portal.db,
  config: portal.config,
  storage: documentStorageAt(portal.config.documents),
})

const countLoads = async () =>
  (await one<{ count: number }>(portal.db, sql`select count(*) from loads`)).count

test('what a killed process left begins again (security 7.40)', async () => {
  const { body } = await sendExport(ivan, exportWith())
  await exec(portal.db, sql`update uploaded_exports set state = 'running'`)
  await portal.sentEmails()
  expect(await uploadOf(ivan, body.id)).toMatchObject({ state: 'checked' })
})

test('a process that was killed after the commit finds everything done (security 7.40)', async () => {
  const { id } = await checkedExport(portal, ivan, exportWith())
  await ivan.post(`/api/import-uploads/${id}/apply/`)
  await portal.sentEmails()
  const before = [await countLoads(), await uploadOf(ivan, id)]
  await runImport(services(), { id }, 2)
  expect([await countLoads(), await uploadOf(ivan, id)]).toEqual(before)
})

test('a file that ends the process three times is given up, and the next one is read (security 7.40)', async () => {
  const deadly = (await sendExport(ivan, exportWith())).body
  await runImport(services(), { id: deadly.id }, 4)
  expect(await uploadOf(ivan, deadly.id)).toMatchObject({
    state: 'failed',
    has_file: false,
    failure: 'No se pudo procesar el archivo por un error del portal. Súbelo otra vez.',
  })
  expect(await checkedExport(portal, ivan, exportWith())).toMatchObject({ state: 'checked' })
})

test('nothing of a file stays on the disk of the machine that read it (security 7.39)', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'carpeta-data-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const own = await openPortalForTest({ DATA_DIR: dataDir })
  // A process that was killed yesterday left this.
  const left = join(dataDir, 'incoming', 'export-killed')
  mkdirSync(left, { recursive: true })
  const yesterday = Date.now() / 1000 - 24 * 3600
  utimesSync(left, yesterday, yesterday)
  await checkedExport(own, await own.as('ivan'), exportWith())
  expect(readdirSync(join(dataDir, 'incoming'))).toEqual([])
})

test('a week later the file and its dry run are deleted, and the row stays (security 7.39)', async () => {
  const { id, load } = await checkedExport(portal, ivan, exportWith())
  await exec(portal.db, sql`update uploaded_exports set created_at = now() - interval '6 days'`)
  await removeExports(services())
  expect(await uploadOf(ivan, id)).toMatchObject({ has_file: true })

  await exec(portal.db, sql`update uploaded_exports set created_at = now() - interval '8 days'`)
  await exec(
    portal.db,
    sql`update loads set applied_at = now() - interval '8 days' where id = ${load.id}`,
  )
  await removeExports(services())
  expect(await uploadOf(ivan, id)).toMatchObject({ state: 'checked', has_file: false, load: null })
  expect((await ivan.post(`/api/import-uploads/${id}/apply/`)).status).toBe(409)

  await exec(portal.db, sql`update uploaded_exports set created_at = now() - interval '400 days'`)
  await removeExports(services())
  expect((await ivan.get(`/api/import-uploads/${id}/`)).status).toBe(404)
})
