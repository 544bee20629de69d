import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/backup/installations.ts'
import { openMachineWith } from '../../test/carpeta-process.ts'

vi.setConfig({ testTimeout: 120_000 })

test('the last rehearsal of a restore stands beside the backups, and the doctor tells it: none, a good one, one that failed (§12.1491)', async () => {
  const BACKUP_URL = temporaryFolder()
  const { command } = await openMachineWith('empty', onTestFinished)
  await command(['backup'], { BACKUP_URL })
  const doctor = async () => (await command(['doctor'], { BACKUP_URL })).stdout
  expect(await doctor()).toMatch(/^AVISO {2}Ensayo: nunca se ensayó/m)

  expect((await command(['restore', '--rehearse'], { BACKUP_URL })).code).toBe(0)
  expect(await doctor()).toMatch(
    /^OK {5}Ensayo: el último, del .*, repuso todo en \d+ segundos?\.$/m,
  )

  const [name = ''] = readdirSync(BACKUP_URL).filter((file) => file.endsWith('.tar.gz'))
  const whole = readFileSync(join(BACKUP_URL, name))
  writeFileSync(join(BACKUP_URL, name), whole.subarray(0, whole.length / 2))
  expect((await command(['restore', '--rehearse'], { BACKUP_URL })).code).not.toBe(0)
  expect(await doctor()).toMatch(/^FALLA {2}Ensayo: el último, del .*, FALLÓ\.$/m)

  writeFileSync(join(BACKUP_URL, 'last-rehearsal.json'), 'de otro programa')
  expect(await doctor()).toMatch(/^AVISO {2}Ensayo: nunca se ensayó/m)
})

test('when the whole audit log was last verified, and how that ended, the doctor tells (§12.1491)', async () => {
  const { command, database } = await openMachineWith('sample', onTestFinished)
  const line = async () => /^.*Revisión: .*$/m.exec((await command(['doctor'])).stdout)?.[0]
  expect(await line()).toMatch(/^OK {5}Revisión: la bitácora entera no se ha revisado/)
  expect((await command(['audit', 'verify'])).code).toBe(0)
  expect(await line()).toMatch(
    /^OK {5}Revisión: la bitácora entera se revisó el .* y estaba íntegra\.$/,
  )
  await database.pool.query(
    `begin; set local session_replication_role = replica;
     update audit_entries set action = 'user.deleted' where id = (select min(id) from audit_entries); commit`,
  )
  expect((await command(['audit', 'verify'])).code).toBe(1)
  expect(await line()).toMatch(/^FALLA {2}Revisión: .* y estaba ROTA\.$/)
})
