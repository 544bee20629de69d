import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testConfig } from '../../test/test-config.ts'
import { openDatabase } from './open-database.ts'

function makeDataFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'carpeta-embedded-'))
  // The account `postgres` must enter it.
  chmodSync(root, 0o755)
  const dataDir = join(root, 'data')
  mkdirSync(dataDir)
  onTestFinished(() => {
    chmodSync(dataDir, 0o755)
    rmSync(root, { recursive: true, force: true })
  })
  return dataDir
}

/** Opens and closes the embedded database. @returns what the start said */
async function start(dataDir: string): Promise<string[]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    await (await openDatabase(testConfig({ DATA_DIR: dataDir }), 'command')).close()
    return log.mock.calls.map(([line]) => String(line))
  } finally {
    log.mockRestore()
  }
}

test('a data folder that PostgreSQL can no longer enter stops the start, instead of an empty database elsewhere (security 12.23)', async () => {
  const dataDir = makeDataFolder()
  expect(await start(dataDir)).toEqual([
    `Se crea una base de datos nueva y vacía en ${join(dataDir, 'postgres')}.`,
  ])
  // For root it is the account `postgres` that cannot enter; for another account, the process itself.
  chmodSync(dataDir, process.getuid?.() === 0 ? 0o700 : 0o000)
  await expect(start(dataDir)).rejects.toThrow(
    process.getuid?.() === 0
      ? new RegExp(
          `La base de datos está en ${dataDir}/postgres, pero la cuenta «postgres» no puede entrar ahí; una nueva quedaría vacía en /var/lib/carpeta-virtual/`,
        )
      : /^No se puede leer .*database-location/,
  )
  chmodSync(dataDir, 0o755)
  expect(await start(dataDir)).toEqual([])
})

test('a database that somebody moved away stops the start, until it is back or its new place is recorded (security 12.23)', async () => {
  const dataDir = makeDataFolder()
  await start(dataDir)
  const folder = join(dataDir, 'postgres')
  renameSync(folder, `${folder}-away`)
  await expect(start(dataDir)).rejects.toThrow(`La base de datos estaba en ${folder} y ya no está`)
  renameSync(`${folder}-away`, folder)
  expect(await start(dataDir)).toEqual([])

  const outside = join(dataDir, '..', 'outside')
  mkdirSync(outside)
  renameSync(join(folder, 'cluster'), join(outside, 'cluster'))
  writeFileSync(join(dataDir, 'database-location'), `${outside}\n`)
  expect(await start(dataDir)).toEqual([`La base de datos está FUERA de DATA_DIR, en ${outside}.`])

  rmSync(join(folder, 'password'))
  await expect(start(dataDir)).rejects.toThrow(/^Falta .*password, la contraseña/)
})
