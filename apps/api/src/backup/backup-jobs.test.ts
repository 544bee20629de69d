import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/backup/installations.ts'
import { openPortal } from '../../test/open-portal.ts'
import { readPortalData } from '../system/portal-data.ts'
import { backupFault, watchBackups } from './backup-jobs.ts'
import { backupName } from './backup-place.ts'

const now = new Date('2026-11-20T12:43:00Z')

test('superusers are told each morning that backups stay away, and of no recent one (security 12.195)', async () => {
  const folder = temporaryFolder()
  const portal = await openPortal('sample', { BACKUP_URL: folder })
  onTestFinished(portal.close)
  const alerts = async () => {
    await watchBackups(portal, now)
    const emails = await portal.sentEmails()
    return emails.filter(({ subject }) => subject === 'Faltan respaldos de la Carpeta Virtual')
  }
  const [first, ...others] = await alerts()
  expect(first?.text).toContain('Todavía no hay ninguno.')
  expect(others).toEqual([])
  writeFileSync(join(folder, backupName(new Date('2026-11-18T05:40:00Z'), false)), 'old')
  expect((await alerts()).at(-1)?.text).toContain('El último es del 18-11-2026 02:40.')
  writeFileSync(join(folder, backupName(new Date('2026-11-20T05:40:00Z'), false)), 'recent')
  expect(await alerts()).toHaveLength(2)
})

test('the start page of a superuser knows it from the same place (security 12.195, §12.1026)', async () => {
  const folder = temporaryFolder()
  const portal = await openPortal('sample', { BACKUP_URL: folder })
  onTestFinished(portal.close)
  const ivan = await portal.as('ivan')
  const faultNow = async () => (await ivan.get('/api/staff/backups/')).body.fault
  expect(await faultNow()).toBe('Todavía no hay ninguno.')
  writeFileSync(join(folder, backupName(new Date('2020-11-18T05:40:00Z'), false)), 'old')
  expect(await faultNow()).toBe('El último es del 18-11-2020 02:40.')
  writeFileSync(join(folder, backupName(new Date(), false)), 'recent')
  expect(await faultNow()).toBeNull()
  expect((await (await portal.as('carla')).get('/api/staff/backups/')).status).toBe(403)
  expect((await portal.visitor().get('/api/staff/backups/')).status).toBe(401)
})

test('a backup whose date is ahead hides from nobody that they stay away (security 12.505)', async () => {
  const folder = temporaryFolder()
  const portal = await openPortal('sample', { BACKUP_URL: folder })
  onTestFinished(portal.close)
  const write = (moment: string, text: string) =>
    writeFileSync(join(folder, backupName(new Date(moment), false)), text)
  write('2031-01-01T05:40:00Z', 'ahead')
  expect(await backupFault(portal.config, now)).toBe(
    'Solo hay con fecha futura (carpeta-2031-01-01T054000Z.tar.gz): el reloj estaba mal.',
  )
  const none = { ageSeconds: Infinity, bytes: 0 }
  expect((await readPortalData(portal.db, now, folder)).backup).toEqual(none)
  write('2026-11-18T05:43:00Z', 'seven b')
  expect(await backupFault(portal.config, now)).toBe('El último es del 18-11-2026 02:43.')
  const old = { ageSeconds: 55 * 3600, bytes: 7 }
  expect((await readPortalData(portal.db, now, folder)).backup).toEqual(old)
  // Five minutes are within what two clocks differ.
  write('2026-11-20T12:48:00Z', 'recent')
  expect(await backupFault(portal.config, now)).toBeNull()
})

test('a load whose cut-off is ahead has no age, as if there were none (security 12.505)', async () => {
  const portal = await openPortal('sample')
  onTestFinished(portal.close)
  await portal.pool.query("update loads set is_sample = false, cutoff = '2031-01-01T12:00:00Z'")
  expect((await readPortalData(portal.db, now)).loadAgeSeconds).toBe(Infinity)
})

test('age and size of the newest backup are metrics (security 12.195)', async () => {
  const folder = temporaryFolder()
  const portal = await openPortal('sample')
  onTestFinished(portal.close)
  expect((await readPortalData(portal.db, now, undefined)).backup).toBeNull()
  const none = await readPortalData(portal.db, now, folder)
  expect(none.backup).toEqual({ ageSeconds: Infinity, bytes: 0 })
  writeFileSync(join(folder, backupName(new Date('2026-11-20T05:43:00Z'), true)), 'seven b')
  const { backup } = await readPortalData(portal.db, now, folder)
  expect(backup).toEqual({ ageSeconds: 7 * 3600, bytes: 7 })
})
