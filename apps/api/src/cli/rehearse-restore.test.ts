import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../test/backup/installations.ts'
import { openMachineWith } from '../../test/carpeta-process.ts'
import { dumpDatabase } from '../../test/dump-database.ts'

vi.setConfig({ testTimeout: 120_000 })

test('a restore is rehearsed beside the running installation: it says what it found and for how long, and leaves nothing (§12.1038)', async () => {
  const BACKUP_URL = temporaryFolder()
  const { command, database, dataDir } = await openMachineWith('sample', onTestFinished)
  expect((await command(['backup'], { BACKUP_URL })).code).toBe(0)
  const before = { rows: await dumpDatabase(database.pool), files: readdirSync(dataDir) }

  const { code, stdout, stderr } = await command(['restore', '--rehearse'], { BACKUP_URL })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Repuesto carpeta-.*\.tar\.gz, del .*, hecho por la versión /m)
  expect(stdout).toMatch(/^ {2}Tablas {4}\d+, con \d+ filas; todas corresponden$/m)
  expect(stdout).toMatch(/^ {2}Archivos {2}\d+; todos corresponden a su huella$/m)
  expect(stdout).toMatch(/^ {2}Bitácora {2}íntegra, \d+ anotaciones$/m)
  expect(stdout).toMatch(/\nFue un ensayo, de \d+ segundos?: no cambió nada\.\n$/)
  expect(await dumpDatabase(database.pool)).toEqual(before.rows)
  expect(readdirSync(dataDir)).toEqual(before.files)
})

test('a damaged backup fails its rehearsal as it would fail a restore (§12.1038)', async () => {
  const BACKUP_URL = temporaryFolder()
  const { command, dataDir } = await openMachineWith('empty', onTestFinished)
  await command(['backup'], { BACKUP_URL })
  const [name = ''] = readdirSync(BACKUP_URL).filter((file) => file.endsWith('.tar.gz'))
  rmSync(join(BACKUP_URL, name))
  writeFileSync(join(BACKUP_URL, name), 'no es un respaldo')
  const { code, stdout } = await command(['restore', '--rehearse'], { BACKUP_URL })
  expect(code).not.toBe(0)
  expect(stdout).not.toContain('Fue un ensayo')
  expect(readdirSync(dataDir)).not.toContainEqual(expect.stringContaining('rehearsal'))
})
