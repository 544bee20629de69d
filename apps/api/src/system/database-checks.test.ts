import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { chainNow } from '../../test/audit/verify-log.ts'
import { temporaryFolder } from '../../test/backup/installations.ts'
import { cloneDatabase, createDatabase } from '../../test/open-portal.ts'
import { testConfig } from '../../test/test-config.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { backupName, readBackupPlace } from '../backup/backup-place.ts'
import { refreshErasedList } from '../backup/erased-list.ts'
import type { Config } from '../config/config.ts'
import { operator } from '../http/caller.ts'
import { examinationOf } from './check.ts'
import { auditCheck, erasedCheck, loadCheck } from './database-checks.ts'
import { backupCheck } from './installation-checks.ts'

test('entries that wait too long, and those that are outside the chain, are told (§12.551, security 13.29)', async () => {
  const connection = await cloneDatabase('empty')
  onTestFinished(connection.close)
  const { db, pool } = connection
  const examine = () => auditCheck.examine(examinationOf(testConfig(), async () => db))
  await recordAuditEvent(db, operator, { action: 'load.applied' })
  expect(await examine()).toEqual({ state: 'ok', text: 'al día.' })

  const tamper = (statement: string) =>
    pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
  await tamper(`update audit_pending set at = at - interval '11 minutes'`)
  expect(await examine()).toMatchObject({
    state: 'failure',
    text: expect.stringMatching(/^1 anotación la espera desde /),
  })
  await tamper(`update audit_pending set at = at + interval '11 minutes'`)
  await chainNow(connection)
  expect((await examine())?.state).toBe('ok')
  await tamper('delete from audit_chain')
  expect(await examine()).toMatchObject({
    state: 'failure',
    text: expect.stringMatching(/^1 anotación de hoy no pasó por ella/),
  })
})

test('a database without tables has nobody to compare with the list of erased people (§12.580)', async () => {
  const folder = temporaryFolder()
  const { store } = readBackupPlace(folder, {})
  const config = testConfig({ BACKUP_URL: folder })
  const other = await cloneDatabase('empty')
  onTestFinished(other.close)
  await refreshErasedList(other.db, store, config.secretKeys)
  const connection = await createDatabase('template1')
  onTestFinished(connection.close)
  expect(await erasedCheck.examine(examinationOf(config, async () => connection.db))).toEqual({
    state: 'ok',
    text: 'todavía no hay datos que comparar.',
  })
})

test('the doctor warns of backups on the disk of the database (security 12.196)', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, backupName(new Date(), false)), '')
  const examine = (config: Config) => backupCheck.examine(examinationOf(config, async () => null))
  const beside = testConfig({ BACKUP_URL: folder, DATA_DIR: folder })
  expect(await examine(beside)).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('Está en el disco de la base de datos'),
  })
  const apart = testConfig({ BACKUP_URL: folder, DATABASE_URL: 'postgres://db.example/carpeta' })
  expect(await examine(apart)).toMatchObject({ state: 'ok' })
})

test('a backup and a load whose date is ahead are told, and hide no old one (security 12.505)', async () => {
  const folder = temporaryFolder()
  const connection = await cloneDatabase('sample')
  onTestFinished(connection.close)
  const config = testConfig({ BACKUP_URL: folder, DATABASE_URL: 'postgres://db.example/carpeta' })
  const examined = examinationOf(config, async () => connection.db)
  writeFileSync(join(folder, backupName(new Date('2099-01-01T05:40:00Z'), false)), '')
  expect(await backupCheck.examine(examined)).toEqual({
    state: 'failure',
    text: `no hay ninguno en ${folder}. carpeta-2099-01-01T054000Z.tar.gz tiene fecha futura: se hizo con el reloj mal. Muévalo a otra parte.`,
  })
  writeFileSync(join(folder, backupName(new Date('2020-11-18T05:40:00Z'), false)), '')
  expect(await backupCheck.examine(examined)).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/ es del 18-11-2020 02:40\. carpeta-2099.* tiene fecha futura/),
  })
  await connection.pool.query("update loads set is_sample = false, cutoff = '2099-01-01T12:00:00Z'")
  expect(await loadCheck.examine(examined)).toMatchObject({
    state: 'warning',
    text: expect.stringMatching(/^la última es del corte 01-01-2099 09:00, que está en el futuro/),
  })
})
