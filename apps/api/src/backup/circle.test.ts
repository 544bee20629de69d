import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { writeManySales } from '../../bench/many-sales.ts'
import { personas, SAMPLE_PASSWORD } from '../../seeds/personas.ts'
import { sampleExport } from '../../seeds/sample-export.ts'
import { backUp, emptyInstallation, temporaryFolder } from '../../test/backup/installations.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import type { Portal } from '../../test/open-portal.ts'
import { openPortalWithDocuments } from '../../test/personal-data/erasure.ts'
import { holderIdOf } from '../../test/sales/holder-id.ts'
import { pdf } from '../../test/sample-files.ts'
import { NEW_PASSWORD } from '../../test/users/account-calls.ts'
import { EmailChangeCalls } from '../../test/users/email-change-calls.ts'
import { UserCalls } from '../../test/users/user-calls.ts'
import { upload } from '../../test/visitor.ts'
import { exec, many, sql } from '../db/query.ts'
import { importSales } from '../imports/import-sales.ts'
import { ndjsonFile } from '../imports/sources/ndjson-file.ts'

vi.setConfig({ testTimeout: 120_000 })

const SALES = 600

/** The sample cooperative with further sales: of each kind of row more than one fetch of a cursor. */
async function addSales(portal: Portal): Promise<void> {
  const path = join(temporaryFolder(), 'ventas.ndjson')
  const cutoff = '2026-11-21T09:00:00-03:00'
  await writeManySales(path, { count: SALES, cutoff })
  const [, ...added] = readFileSync(path, 'utf8').trim().split('\n')
  const [, ...known] = sampleExport().trim().split('\n')
  const all = [...known, ...added]
  writeFileSync(
    path,
    `${[JSON.stringify({ corte: cutoff, ventas: all.length }), ...all].join('\n')}\n`,
  )
  const { refusal } = await importSales(portal.db, ndjsonFile(path), { isSample: true })
  expect(refusal).toBeNull()
}

/** A document of Rosa's sale with an earlier version. */
async function publishDocument(portal: Portal): Promise<void> {
  const ivan = await portal.logIn('ivan')
  const path = '/api/sales/V-1001/documents/'
  const holder_id = await holderIdOf(portal.db)
  const fields = { category: 'deed', title: 'Escritura', date: '2026-03-14', holder_id }
  const file = (text: string) => pdf('escritura.pdf', { text })
  const { body } = await ivan.post(path, upload(file('uno'), fields))
  await ivan.post(`${path}${body.id}/versions/`, upload(file('dos'), {}))
}

/** What the members are answered, to the byte. */
async function answersOf(portal: Portal) {
  const rosa = await portal.logIn('rosa')
  const hernan = await portal.logIn('hernan')
  const mario = await portal.logIn('mario')
  const { rows } = await portal.pool.query('select document_id from request_documents order by 1')
  const documents = await Promise.all(
    rows.map(({ document_id }) => rosa.get(`/api/documents/${document_id}/`)),
  )
  const { results } = (await rosa.get('/api/member-documents/')).body
  const published = await Promise.all(
    results.map(({ id }: { id: number }) => rosa.get(`/api/member-documents/${id}/file/`)),
  )
  return {
    published: published.map(({ status, bytes }) => [status, bytes.toString('base64')]),
    papers: (await rosa.get('/api/member-documents/')).bytes.toString(),
    rosa: (await rosa.get('/api/sales-data/')).bytes.toString(),
    hernan: (await hernan.get('/api/sales-data/')).bytes.toString(),
    requests: (await mario.get('/api/requests/')).bytes.toString(),
    documents: documents.map(({ status, bytes }) => [status, bytes.toString('base64')]),
  }
}

/** Tables whose rows PostgreSQL did not count: it would plan as if they were empty. */
function uncountedTables({ pool }: Pick<Portal, 'pool'>) {
  return many(
    pool,
    sql`select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 0`,
  )
}

/** Everything that makes the schema what it is. */
async function schemaOf({ pool }: Pick<Portal, 'pool'>) {
  return many(
    pool,
    sql`select conrelid::regclass::text as of, conname::text as name,
        pg_get_constraintdef(oid) || convalidated::text as what
      from pg_constraint where connamespace::regnamespace::text in ('public', 'graphile_worker')
      union all
      select tgrelid::regclass::text, tgname::text, pg_get_triggerdef(oid) || tgenabled::text
      from pg_trigger where not tgisinternal
      order by 1, 2, 3`,
  )
}

test('a restored installation is the one that was backed up (§12.511, §12.512, §12.684, §12.1790, security 12.11, security 12.691)', async () => {
  const portal = await openPortalWithDocuments()
  await addSales(portal)
  await publishDocument(portal)
  const before = await answersOf(portal)
  expect(JSON.parse(before.rosa)).toHaveLength(1)
  expect(before.documents).not.toEqual([])
  expect(before.published).toEqual([[200, expect.any(String)]])
  const folder = temporaryFolder()
  const made = await backUp(portal, folder)
  expect(made).toMatchObject({ faults: 0, files: before.documents.length + 2 })
  const stored = await dumpDatabase(portal.pool)

  const installation = await emptyInstallation()
  const { manifest, audit, header } = await installation.restore(folder)
  expect(await uncountedTables(installation.database)).toEqual([])
  expect(manifest).toMatchObject({ files: made.files, rows: made.rows })
  expect(audit).toMatchObject({ firstFault: null, containsExpected: true, unknownKeys: 0 })
  const restored = await dumpDatabase(installation.database.pool)
  for (const { schema, name } of header.tables) {
    const table = `${schema}.${name}`
    const isForgotten = ['sessions', 'known_devices', 'account_links'].includes(name)
    expect(restored[table], table).toEqual(isForgotten ? [] : stored[table])
  }
  expect(await schemaOf(installation.database)).toEqual(await schemaOf(portal))

  const other = await installation.open()
  expect(await answersOf(other)).toEqual(before)
  // The next rows get numbers that nobody has.
  const insert = sql`insert into users (first_name) values ('Nueva')`
  expect(await exec(installation.database.db, insert)).toBe(1)
  await expect(exec(installation.database.db, sql`delete from audit_entries`)).rejects.toThrow(
    'append-only',
  )
  expect(readFileSync(join(folder, made.name)).includes(personas.rosa.rut)).toBe(false)
})

test('a temporary password and a new email of before the restore are dead, since they may have been used or ended meanwhile (security 6.700)', async () => {
  const portal = await openPortalWithDocuments()
  const users = new UserCalls(portal)
  const links = new EmailChangeCalls(portal)
  const typed = await users.change(await portal.logIn('ivan'), 'rosa', { password: NEW_PASSWORD })
  const email = 'hernan.nuevo@correo.example'
  const change = { email, old_password: SAMPLE_PASSWORD }
  const asked = await users.change(await portal.logIn('hernan'), 'hernan', change)
  expect([typed.status, asked.status]).toEqual([200, 200])
  const token = await links.confirmToken(email)
  const folder = temporaryFolder()
  await backUp(portal, folder)

  const installation = await emptyInstallation()
  const { endedAccess, audit } = await installation.restore(folder)
  expect(endedAccess).toBe(2)
  expect(audit).toMatchObject({ firstFault: null, containsExpected: true })
  const restored = await installation.open()
  const { status } = await restored.visitor().logIn(personas.rosa.rut, NEW_PASSWORD)
  expect(status).toBe(400)
  expect((await new EmailChangeCalls(restored).confirm(token)).status).toBe(422)
})
