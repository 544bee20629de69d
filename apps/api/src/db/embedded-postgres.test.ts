import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { postmasterOf } from '../../test/frozen-postgres.ts'
import { testConfig } from '../../test/test-config.ts'
import { accountForPostgres } from './database-location.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
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

test('a process that got the number of a PostgreSQL which crashed keeps nobody from starting (security 12.230)', async () => {
  const dataDir = makeDataFolder()
  await start(dataDir)
  const cluster = join(dataDir, 'postgres', 'cluster')
  // Of PostgreSQL's account: another one's it does not count.
  const other = spawn('sleep', ['600'], { ...accountForPostgres() })
  onTestFinished(() => void other.kill())
  for (const state of ['ready', 'starting']) {
    const left = [other.pid, cluster, 1_700_000_000, 5432, '', '127.0.0.1', '  1 0', state, '']
    writeFileSync(join(cluster, 'postmaster.pid'), left.join('\n'))
    expect(await start(dataDir)).toEqual([])
  }
})

test('a PostgreSQL that was killed keeps nobody from ending or from starting again (security 12.740)', async () => {
  const dataDir = makeDataFolder()
  const server = await startEmbeddedPostgres(dataDir)
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  await server.stop()
  const next = await startEmbeddedPostgres(dataDir)
  await next.stop()
  await server.stop()
})

test('root with a folder for temporary files that nobody else may enter starts too (security 12.231)', async () => {
  const dataDir = makeDataFolder()
  const { TMPDIR } = process.env
  process.env.TMPDIR = mkdtempSync(join(tmpdir(), 'carpeta-private-'))
  onTestFinished(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  })
  await start(dataDir)
  expect(await start(dataDir)).toEqual([])
})

test('an account without a name is told in a sentence what it needs (security 12.231)', async () => {
  // Only root can become one.
  if (process.getuid?.() !== 0) return
  const dataDir = makeDataFolder()
  chmodSync(dataDir, 0o777)
  process.seteuid?.(54_321)
  onTestFinished(() => void process.seteuid?.(0))
  await expect(start(dataDir)).rejects.toThrow(
    /^La cuenta con que corre el portal \(uid 54321\) no tiene nombre en este sistema/,
  )
})
