import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanRut } from '@carpeta/domain/people/rut'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { personas } from '../../seeds/personas.ts'
import { backUp, emptyInstallation, temporaryFolder } from '../../test/backup/installations.ts'
import { dumpDatabase } from '../../test/dump-database.ts'
import { createDatabase, testConfig } from '../../test/open-portal.ts'
import {
  openPortalWithDocuments,
  type PortalWithDocuments,
} from '../../test/personal-data/erasure.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { eraseAgainAtStart } from '../cli/start.ts'
import { IMPORT_LOCK } from '../db/advisory-locks.ts'
import { operator } from '../http/caller.ts'
import { eraseMember } from '../personal-data/erase-member.ts'
import { keyId } from './archive-format.ts'
import { readBackupPlace } from './backup-place.ts'
import { countUnknownKeys, eraseAfterRecovery, eraseAgain } from './erase-again.ts'
import { ERASED_LIST, readErasedList, refreshErasedList } from './erased-list.ts'

vi.setConfig({ testTimeout: 120_000 })

const forced = { dryRun: false, force: true }
const LUIS = '13456789-9'

let portal: PortalWithDocuments
let folder: string
beforeEach(async () => {
  portal = await openPortalWithDocuments()
  folder = temporaryFolder()
})

/** What `carpeta backup --erased-only` does. */
async function refreshList(): Promise<string> {
  const { store } = readBackupPlace(folder, {})
  await refreshErasedList(portal.db, store, portal.config.secretKeys)
  return readFileSync(join(folder, ERASED_LIST), 'utf8')
}

test('restoring a backup from before an erasure does not bring the person back (§12.518, security 12.11)', async () => {
  await backUp(portal, folder)
  await eraseMember(portal, { rut: personas.rosa.rut }, forced)
  await eraseMember(portal, { rut: LUIS }, forced)
  const list = await refreshList()
  for (const word of [personas.rosa.rut, '12345678', '13456789', 'Rosa', personas.rosa.email]) {
    expect(list).not.toContain(word)
  }

  const installation = await emptyInstallation()
  const { erased, audit } = await installation.restore(folder)
  expect(erased).toEqual({ accounts: 1, buyers: 2, staff: [] })
  expect(audit).toMatchObject({ firstFault: null, containsExpected: true })
  const restored = await installation.open()
  const tables = Object.entries(await dumpDatabase(installation.database.pool))
  for (const word of [personas.rosa.email, 'luis.parra', 'Astilleros de la bahía']) {
    expect(
      tables.filter(([, rows]) => rows.join('\n').includes(word)),
      word,
    ).toEqual([])
  }
  await expect(restored.logIn('rosa')).rejects.toThrow('rosa cannot log in: 400')
  expect((await (await restored.logIn('hernan')).get('/api/sales-data/')).status).toBe(200)
})

test('a later restore from the restored installation’s backup keeps the whole list (§12.518)', async () => {
  await backUp(portal, folder)
  await eraseMember(portal, { rut: personas.rosa.rut }, forced)
  const first = await refreshList()
  const { database, restore, config } = await emptyInstallation()
  await restore(folder)
  const { db, pool } = database
  await backUp({ db, pool, config }, folder)
  const { content } = JSON.parse(readFileSync(join(folder, ERASED_LIST), 'utf8'))
  const before = JSON.parse(first).content
  expect(content.accounts.map(({ id }: { id: number }) => id)).toEqual(
    before.accounts.map(({ id }: { id: number }) => id),
  )
  expect(content.buyers.map(({ hash }: { hash: string }) => hash)).toEqual(
    before.buyers.map(({ hash }: { hash: string }) => hash),
  )
})

test('a list from before the backup is told: who was erased after it may be back (security 12.820)', async () => {
  const formerly = await refreshList()
  await eraseMember(portal, { rut: personas.rosa.rut }, forced)
  await portal.pool.query(`update users set erased_at = erased_at - interval '2 hours'
    where erased_at is not null`)
  await backUp(portal, folder)
  const installation = await emptyInstallation()
  expect((await installation.restore(folder)).isListOlder).toBe(false)
  writeFileSync(join(folder, ERASED_LIST), formerly)
  const other = await emptyInstallation()
  expect((await other.restore(folder)).isListOlder).toBe(true)
})

test('a number that another account has got since is not erased (§12.518)', async () => {
  await eraseMember(portal, { rut: personas.rosa.rut }, forced)
  await refreshList()
  const other = await openPortalWithDocuments()
  await other.pool.query(`update users set created_at = created_at - interval '1 day'`)
  await other.pool.query(`update sales set holder_rut = '1-9' where holder_rut = $1`, [
    personas.rosa.rut,
  ])
  await other.pool.query('delete from sale_buyers where rut = $1', [cleanRut(personas.rosa.rut)])
  const elsewhere = temporaryFolder()
  const { name } = await backUp(other, elsewhere)
  writeFileSync(join(folder, name), readFileSync(join(elsewhere, name)))
  const installation = await emptyInstallation()
  const { erased } = await installation.restore(folder)
  expect(erased).toEqual({ accounts: 0, buyers: 0, staff: [] })
})

test('a staff account is told, not erased (§12.518)', async () => {
  await portal.pool.query(
    `insert into user_groups (user_id, group_id) select users.id, min(groups.id)
     from users, groups where rut = $1 group by users.id`,
    [personas.rosa.rut],
  )
  await backUp(portal, folder)
  await portal.pool.query(
    'delete from user_groups where user_id = (select id from users where rut = $1)',
    [personas.rosa.rut],
  )
  await eraseMember(portal, { rut: personas.rosa.rut }, forced)
  await refreshList()
  const { erased } = await (await emptyInstallation()).restore(folder)
  expect(erased).toMatchObject({ accounts: 0, staff: [expect.any(Number)] })
})

test('a list that somebody changed is refused by the next backup too (§12.519)', async () => {
  await backUp(portal, folder)
  const path = join(folder, ERASED_LIST)
  writeFileSync(path, readFileSync(path, 'utf8').replace('"accounts": []', '"accounts": [ ]'))
  await backUp(portal, folder)
  const changed = JSON.parse(readFileSync(path, 'utf8'))
  changed.content.accounts = [
    { id: 1, createdAt: '2026-01-01T00:00:00.000Z', erasedAt: '2027-01-01T00:00:00.000Z' },
  ]
  writeFileSync(path, JSON.stringify(changed))
  const sentence =
    /^La lista erased-people\.json no lleva una firma de SECRET_KEY ni de SECRET_KEY_PREVIOUS/
  await expect(backUp(portal, folder)).rejects.toThrow(sentence)
  await expect((await emptyInstallation()).restore(folder)).rejects.toThrow(sentence)
  rmSync(path)
})

test('with a new key and without the former one, a list that is moved away is made again from the database (§12.519)', async () => {
  const recovered = await createDatabase('template_sample')
  onTestFinished(recovered.close)
  await eraseMember(portal, { rut: personas.rosa.rut }, forced)
  await refreshList()
  const { secretKeys } = testConfig({ SECRET_KEY: 'an0ther-Key-for-tests-0123456789abcdef' })
  const config = { ...portal.config, secretKeys }
  await expect(backUp({ ...portal, config }, folder)).rejects.toThrow(
    /mueva la lista a otra parte: «carpeta backup» la hace de nuevo\. .+ --without-erased-list\.$/,
  )
  renameSync(join(folder, ERASED_LIST), join(temporaryFolder(), ERASED_LIST))
  expect(await backUp({ ...portal, config }, folder)).toMatchObject({ faults: 0 })
  const { store } = readBackupPlace(folder, {})
  const again = await eraseAfterRecovery({ db: recovered.db, store, secretKeys })
  expect(again).toEqual({ accounts: 1, buyers: 1, staff: [] })
})

test('after a key rotation Luis is erased again without the former key, and nobody leaves the list (§12.518)', async () => {
  await eraseMember(portal, { rut: LUIS }, forced)
  const { store } = readBackupPlace(folder, {})
  const [former] = portal.config.secretKeys
  const present = 'an0ther-Key-for-tests-0123456789abcdef'
  await refreshErasedList(portal.db, store, [former])
  // A buyer of another database: nobody here knows the rut.
  const other = await createDatabase('template_sample')
  onTestFinished(other.close)
  await eraseMember({ ...other, config: portal.config }, { rut: personas.rosa.rut }, forced)
  await refreshErasedList(other.db, store, [former])

  await refreshErasedList(portal.db, store, [present, former])
  const list = readErasedList((await store.readText(ERASED_LIST)) ?? '', [present])
  expect(list.accounts).toHaveLength(1)
  expect(list.buyers).toHaveLength(2)
  expect(countUnknownKeys(list, [present])).toBe(1)
  const recovered = await createDatabase('template_sample')
  onTestFinished(recovered.close)
  expect(await eraseAgain(recovered.db, list, [present])).toMatchObject({ buyers: 1 })
})

test('the later of two erasures of one buyer stays in the list when the key changes (§12.518)', async () => {
  await eraseMember(portal, { rut: LUIS }, forced)
  const { store } = readBackupPlace(folder, {})
  const [former] = portal.config.secretKeys
  await refreshErasedList(portal.db, store, [former])
  const [later] = readErasedList((await store.readText(ERASED_LIST)) ?? '', [former]).buyers
  // As in a database that was recovered to the moment between the two.
  await portal.pool.query(`update sale_buyers set erased_at = erased_at - interval '1 year'`)
  const present = 'an0ther-Key-for-tests-0123456789abcdef'
  await refreshErasedList(portal.db, store, [present, former])
  const { buyers } = readErasedList((await store.readText(ERASED_LIST)) ?? '', [present])
  expect(buyers).toEqual([{ ...later, key: keyId(present), hash: expect.any(String) }])
})

test('a database that was recovered to a moment before an erasure loses the person again at the next start (§12.580)', async () => {
  await recordAuditEvent(portal.db, operator, { action: 'load.applied' })
  const { pool } = portal
  const recovered = await createDatabase('template_sample')
  onTestFinished(recovered.close)
  await eraseMember(portal, { rut: personas.rosa.rut }, forced)
  await refreshList()
  const { store } = readBackupPlace(folder, {})
  const { secretKeys } = portal.config
  // The installation that erased her has nothing to do.
  expect(await eraseAfterRecovery({ db: portal.db, store, secretKeys })).toBeNull()

  // Somebody acts before a start that reads the list.
  await recordAuditEvent(recovered.db, operator, { action: 'load.applied' })
  const backup = { url: folder, recipients: [] }
  const said = vi.spyOn(console, 'error').mockReturnValue()
  await eraseAgainAtStart(recovered.db, { backup, secretKeys })
  expect(said.mock.calls.flat()).toEqual([
    expect.stringMatching(/se borraron de nuevo 1 cuentas y 1 compradores\.$/),
  ])
  said.mockRestore()
  const named = `select from users where rut = $1`
  expect((await recovered.pool.query(named, [personas.rosa.rut])).rowCount).toBe(0)
  expect(await eraseAfterRecovery({ db: recovered.db, store, secretKeys })).toBeNull()
  expect((await pool.query(named, [personas.rosa.rut])).rowCount).toBe(0)
})

test('a buyer without an account is erased again although the recovered database was used before the list could be read (security 15.800)', async () => {
  const recovered = await createDatabase('template_sample')
  onTestFinished(recovered.close)
  await eraseMember(portal, { rut: LUIS }, forced)
  await portal.pool.query(`update sale_buyers set erased_at = erased_at - interval '1 hour'`)
  await refreshList()
  // `carpeta end-access` records what it ends, as does whoever works while the place of the backups is away.
  await recordAuditEvent(recovered.db, operator, { action: 'load.applied' })

  const { store } = readBackupPlace(folder, {})
  const { secretKeys } = portal.config
  const services = { db: recovered.db, store, secretKeys }
  expect(await eraseAfterRecovery(services)).toEqual({ accounts: 0, buyers: 1, staff: [] })
  expect(await eraseAfterRecovery(services)).toBeNull()
  const luis = `select from sale_holders where role = 'co_holder' and email like 'luis.parra%'`
  expect((await recovered.pool.query(luis)).rowCount).toBe(0)
})

test('after a failure nobody is erased again yet, and the next start erases everybody (§12.580)', async () => {
  const recovered = await createDatabase('template_sample')
  onTestFinished(recovered.close)
  await recordAuditEvent(recovered.db, operator, { action: 'load.applied' })
  await eraseMember(portal, { rut: personas.rosa.rut }, forced)
  await eraseMember(portal, { rut: LUIS }, forced)
  await refreshList()
  const { store } = readBackupPlace(folder, {})
  const services = { db: recovered.db, store, secretKeys: portal.config.secretKeys }
  await recovered.pool.query(
    'alter table sales add constraint kept check (holder_erased_at is null) not valid',
  )
  await expect(eraseAfterRecovery(services)).rejects.toThrow('kept')
  await recovered.pool.query('alter table sales drop constraint kept')
  expect(await eraseAfterRecovery(services)).toEqual({ accounts: 1, buyers: 2, staff: [] })
  expect(await eraseAfterRecovery(services)).toBeNull()
})

test('erasing again waits for a load under way, which would bring the person back (§12.580)', async () => {
  const recovered = await createDatabase('template_sample')
  onTestFinished(recovered.close)
  await eraseMember(portal, { rut: personas.rosa.rut }, forced)
  await refreshList()
  const { store } = readBackupPlace(folder, {})
  const loading = await recovered.pool.connect()
  await loading.query('begin')
  await loading.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK])
  const { secretKeys } = portal.config
  const erasing = eraseAfterRecovery({ db: recovered.db, store, secretKeys })
  await vi.waitFor(async () => {
    const { rows } = await recovered.pool.query(
      `select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rows).toHaveLength(1)
  }, 60_000)
  await loading.query('commit')
  loading.release()
  expect(await erasing).toMatchObject({ accounts: 1 })
})

test('a list that cannot be read does not keep the portal from starting (§12.581)', async () => {
  writeFileSync(join(folder, ERASED_LIST), '{}')
  const said = vi.spyOn(console, 'error').mockReturnValue()
  const { secretKeys } = portal.config
  await eraseAgainAtStart(portal.db, { backup: { url: folder, recipients: [] }, secretKeys })
  expect(said.mock.calls.flat()).toEqual([
    expect.stringMatching(/^AVISO: no se sabe si falta borrar a alguien de nuevo \(La lista/),
  ])
  said.mockRestore()
})
